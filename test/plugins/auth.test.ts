import { Writable } from 'node:stream'
import t from 'tap'
import { redact } from '../../plugins/redaction.js'
import { build, title, type Server } from '../helper.js'

async function withPrivateItem (server: Server): Promise<{ identity: string, credential: string }> {
  const key = await server.account('editor')
  await server.send({
    method: 'POST',
    url: '/api/items',
    as: key,
    payload: { ...title('hidden'), 'o:is_public': false }
  })
  return key
}

t.test('a key is taken from the query, Basic and Bearer alike', async (t) => {
  const server = await build(t)
  const { identity, credential } = await withPrivateItem(server)
  const status = async (url: string, authorization?: string): Promise<number> =>
    (await server.send({ url, headers: authorization === undefined ? {} : { authorization } })).statusCode

  t.equal(await status('/api/items/1'), 404)
  t.equal(await status(`/api/items/1?key_identity=${identity}&key_credential=${credential}`), 200)
  t.equal(await status('/api/items/1', `Basic ${Buffer.from(`${identity}:${credential}`).toString('base64')}`), 200)
  t.equal(await status('/api/items/1', `bearer ${identity}.${credential}`), 200)
  t.equal(
    await status(`/api/items/1?key_identity=x&key_identity=${identity}&key_credential=y&key_credential=${credential}`),
    200,
    'the last of two counts'
  )
})

t.test('whatever is wrong with a key, the request is anonymous', async (t) => {
  const server = await build(t)
  const { identity, credential } = await withPrivateItem(server)
  const inactive = await server.account('editor', { isActive: false })
  for (const query of [
    `key_identity=${identity}`,
    `key_identity=${identity}&key_credential=`,
    `key_identity=${identity}&key_credential=wrong`,
    'key_identity=undefined&key_credential=undefined',
    'key_identity=None&key_credential=None',
    `key_identity[]=${identity}&key_credential[]=${credential}`,
    `key_identity=${identity}&key_credential=${credential}&key_credential=x`,
    `key_identity=${inactive.identity}&key_credential=${inactive.credential}`
  ]) {
    t.equal((await server.send({ url: `/api/items?${query}` })).payload, '[]', query)
    t.equal((await server.send({ url: `/api/items/1?${query}` })).statusCode, 404, query)
  }
  for (const authorization of ['Basic', 'Basic !', 'Bearer x', 'Digest a=b', `Bearer ${identity}`]) {
    t.equal((await server.send({ url: '/api/items/1', headers: { authorization } })).statusCode, 404, authorization)
  }
})

t.test('what only some may see is not for shared caches', async (t) => {
  const server = await build(t)
  const as = await withPrivateItem(server)
  t.equal((await server.send({ url: '/api/items/1', as })).headers['cache-control'], 'private, no-cache')
  const anonymous = await server.send({ url: '/api/items' })
  t.equal(anonymous.headers['cache-control'], 'no-cache')
  t.equal(anonymous.headers.vary, 'Accept, Authorization')
})

t.test('no credential reaches the log', async (t) => {
  const lines: string[] = []
  const stream = new Writable({ write (chunk, _encoding, done) { lines.push(String(chunk)); done() } })
  const { send } = await build(t, {}, { logger: { level: 'trace', stream } })
  for (const name of ['key_credential', 'key.credential', 'key%5Fcredential', 'key+credential', 'key_credential[]']) {
    await send({ url: `/api/items?${name}=topsecret&x=1` })
    await send({ url: `/api/nonsense/a/b/c?${name}=topsecret` })
  }
  t.ok(lines.length >= 10)
  t.notMatch(lines.join(''), 'topsecret')
  t.match(lines.join(''), 'x=1')
  t.equal(redact('/a?b=%zz&key_identity=x'), '/a?b=%zz&key_identity=…')
})

t.test('a credential is redacted however its parameter is spelt, and wherever in the address it stands', async (t) => {
  for (const address of [
    '/a?key[credential=SECRET',
    '/a?key%5Bcredential=SECRET',
    '/a?KEY_CREDENTIAL=SECRET',
    '/a?%6bey_credential[%zz]=SECRET',
    '/a?%256bey_credential=SECRET',
    '/a?x=1;key_credential=SECRET',
    '/a?x=1?key_credential=SECRET',
    '/a?x=1%26key_credential%3DSECRET',
    '/a?key_credential%3DSECRET',
    '/a&key_credential=SECRET',
    '/a/key_credential=SECRET',
    '/%zz?key_credential=SECRET',
    '/a#key_credential=SECRET'
  ]) { t.notMatch(redact(address), 'SECRET', address) }
  t.equal(redact('/api/items?search=a%20key&page=2'), '/api/items?search=a%20key&page=2')
})
