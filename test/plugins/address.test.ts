import t from 'tap'
import { build } from '../helper.js'

async function baseFor (t: Parameters<typeof build>[0], settings: object, headers: Record<string, string>): Promise<string | number> {
  const { send } = await build(t, settings)
  const { statusCode, headers: { link } } = await send({ url: '/api/items', headers })
  return statusCode === 200 ? /<(.*)\/api\/items/.exec(String(link))![1]! : statusCode
}

t.test('addresses begin as the request names the host, without a default port', async (t) => {
  t.equal(await baseFor(t, {}, { host: 'example.org' }), 'http://example.org')
  t.equal(await baseFor(t, {}, { host: 'example.org:80' }), 'http://example.org')
  t.equal(await baseFor(t, {}, { host: 'example.org:8080' }), 'http://example.org:8080')
  t.equal(await baseFor(t, {}, { host: '[::1]:3000' }), 'http://[::1]:3000')
})

t.test('what a proxy says counts only when it is trusted', async (t) => {
  const headers = { host: 'inside:3000', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'example.org:443' }
  t.equal(await baseFor(t, {}, headers), 'http://inside:3000')
  t.equal(await baseFor(t, { trustProxy: true }, headers), 'https://example.org')
  t.equal(await baseFor(t, { trustProxy: true }, { host: 'example.org', 'x-forwarded-proto': 'https, http' }), 'https://example.org')
})

t.test('a fixed address wins over everything', async (t) => {
  t.equal(await baseFor(t, { baseUrl: 'https://example.org/collection/', trustProxy: true }, { host: 'inside', 'x-forwarded-host': 'other' }), 'https://example.org/collection')
})

t.test('a host that is none cannot get into addresses', async (t) => {
  for (const host of ['a"b', 'a>b', 'user@host', 'a/b', 'a b', '$&']) t.equal(await baseFor(t, {}, { host }), 400, host)
})
