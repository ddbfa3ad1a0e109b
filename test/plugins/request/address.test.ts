import t from 'tap'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { SettingsSchema } from '../../../api/runtime/settings/settings.js'
import { build } from '../../helper.js'

async function baseFor (
  t: Parameters<typeof build>[0],
  settings: object,
  headers: Record<string, string>
): Promise<string | number> {
  const { send } = await build(t, settings)
  const {
    statusCode,
    headers: { link }
  } = await send({ url: '/api/items', headers })
  return statusCode === 200 ? /<(.*)\/api\/items/.exec(String(link))![1]! : statusCode
}

t.test('addresses begin as the request names the host, without a default port', async (t) => {
  t.equal(await baseFor(t, {}, { host: 'example.org' }), 'http://example.org')
  t.equal(await baseFor(t, {}, { host: 'example.org:80' }), 'http://example.org')
  t.equal(await baseFor(t, {}, { host: 'example.org:8080' }), 'http://example.org:8080')
  t.equal(await baseFor(t, {}, { host: '[::1]:3000' }), 'http://[::1]:3000')
})

t.test('headers of a proxy count only if it is trusted', async (t) => {
  const headers = { host: 'inside:3000', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'example.org:443' }
  t.equal(await baseFor(t, {}, headers), 'http://inside:3000')
  t.equal(await baseFor(t, { trustProxy: true }, headers), 'https://example.org')
  t.equal(
    await baseFor(t, { trustProxy: true }, { host: 'example.org', 'x-forwarded-proto': 'https, http' }),
    'https://example.org'
  )
})

t.test('of several forwarded hosts, the one that our own proxy added counts, if it is valid', async (t) => {
  const headers = (host: string): Record<string, string> => ({ host: 'inside', 'x-forwarded-host': host })
  t.equal(await baseFor(t, { trustProxy: true }, headers('evil.example, example.org')), 'http://example.org')
  t.equal(await baseFor(t, { trustProxy: true }, headers('example.org/<b>')), 400)
})

t.test('the help of the setting names every header that is believed', async (t) => {
  for (const header of ['X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Forwarded-For']) {
    t.match(SettingsSchema.properties.trustProxy.description, header)
  }
})

t.test('the last use of a key notes the client behind a trusted proxy, and nothing that is no address', async (t) => {
  const { api, account, send } = await build(t, { trustProxy: true })
  const as = await account('editor')
  const seen = async (forwarded: string): Promise<string | null> => {
    await send({ url: '/api/items', as, headers: { 'x-forwarded-for': forwarded } })
    return (await api.keys.list(undefined, OPERATOR)).find(({ identity }) => identity === as.identity)!.lastIp
  }
  t.equal(await seen('192.0.2.66, 192.0.2.1'), '192.0.2.1')
  t.equal(await seen('192.0.2.1:50123'), '192.0.2.1')
  t.equal(await seen('[2001:db8::1]:443'), '2001:db8::1')
  t.equal(await seen('2001:db8::1'), '2001:db8::1')
  t.equal(await seen('<script>'), '127.0.0.1')
})

t.test('a fixed address wins over everything', async (t) => {
  t.equal(
    await baseFor(
      t,
      { baseUrl: 'https://example.org/collection/', trustProxy: true },
      { host: 'inside', 'x-forwarded-host': 'other' }
    ),
    'https://example.org/collection'
  )
})

t.test('a host that is none cannot get into addresses', async (t) => {
  for (const host of ['a"b', 'a>b', 'user@host', 'a/b', 'a b', '$&']) {
    t.equal(await baseFor(t, {}, { host }), 400, host)
  }
})
