import { Writable } from 'node:stream'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { OPERATOR, type Scope } from '../../../api/core/calls/actor.js'
import { apiKey } from '../../../db/tables/index.js'
import { redact } from '../../../plugins/request/redaction.js'
import { build, title, type Server } from '../../helper.js'

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

/** In the other case: a credential counts as it is written, an identity in any case. */
const swapped = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())

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
  t.equal(await status(`/api/items/1?key_identity=${swapped(identity)}%20%20&key_credential=${credential}`), 200)
  t.equal(await status('/api/items/1', `Bearer ${identity.toLowerCase()}.${credential}`), 200)
  t.equal(await status(`/api/items/1?key_identity=${identity}&key_credential=${swapped(credential)}`), 404)
})

t.test('with any invalid key in the query, the request is anonymous, and a header says so', async (t) => {
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
})

/** A valid key and keys that are refused, by what is wrong with them. */
async function keys (server: Server): Promise<Record<string, { identity: string, credential: string }>> {
  const valid = await server.account('editor')
  const revoked = await server.account('editor')
  await server.api.keys.revoke(revoked.identity, OPERATOR)
  const inactive = await server.account('editor', { isActive: false })
  const expired = await server.account('editor')
  await server.api.store.write(async (database) => {
    await database.update(apiKey).set({ expires: 1 }).where(eq(apiKey.id, expired.identity))
  })
  const wrong = (key: { identity: string }) => ({ identity: key.identity, credential: 'x'.repeat(32) })
  return {
    valid,
    revoked,
    inactive,
    expired,
    'wrong credential': wrong(valid),
    'wrong credential, expired': wrong(expired),
    'wrong credential, inactive': wrong(inactive),
    'made up': { identity: 'y'.repeat(32), credential: 'x'.repeat(32) }
  }
}

const STATUS: Record<string, string | undefined> = {
  valid: undefined,
  revoked: 'unknown',
  inactive: 'inactive',
  expired: 'expired',
  'wrong credential': 'unknown',
  'wrong credential, expired': 'unknown',
  'wrong credential, inactive': 'unknown',
  'made up': 'unknown'
}

const IN_HEADER: Record<string, string> = {
  unknown: 'The key in the Authorization header is not valid: identity and credential do not match, or it was revoked.',
  expired: 'The key in the Authorization header has expired.',
  inactive: 'The account of the key in the Authorization header is not active.',
  incomplete: 'The Authorization header holds no key: Basic identity:credential or Bearer identity.credential is expected.'
}

const IN_QUERY: Record<string, string> = {
  unknown: 'The API key that was sent is not valid, so the request counts as anonymous.',
  expired: 'The API key that was sent has expired, so the request counts as anonymous.',
  inactive: 'The account of the API key that was sent is not active, so the request counts as anonymous.',
  incomplete: 'Of the API key that was sent a part is missing, so the request counts as anonymous.'
}

t.test('an invalid key in the Authorization header is refused with the reason', async (t) => {
  const server = await build(t)
  const refused = async (authorization: string, reason: string, url = '/api/items'): Promise<void> => {
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, headers, payload } = await server.send({ method, url, headers: { authorization } })
      t.equal(statusCode, 401, authorization)
      t.same(JSON.parse(payload), { errors: { error: reason } })
      t.equal(
        headers['www-authenticate'],
        `Bearer realm="Service", error="invalid_token", error_description="${reason}", ` +
        'Basic realm="Service", charset="UTF-8"'
      )
      t.equal(headers['cache-control'], 'no-store')
    }
  }
  for (const [name, { identity, credential }] of Object.entries(await keys(server))) {
    const status = STATUS[name]
    const basic = `Basic ${Buffer.from(`${identity}:${credential}`).toString('base64')}`
    const bearer = `Bearer ${identity}.${credential}`
    if (status === undefined) {
      t.equal((await server.send({ url: '/api/items', headers: { authorization: basic } })).statusCode, 200)
      continue
    }
    await refused(basic, IN_HEADER[status]!)
    await refused(bearer, IN_HEADER[status]!, '/api/items/1')
  }
  for (const authorization of ['Basic', 'Basic !', 'Bearer x', 'Digest a=b', `Bearer ${'x'.repeat(32)}`]) {
    await refused(authorization, IN_HEADER.incomplete!)
  }
})

t.test('an empty Authorization header contains no key', async (t) => {
  const server = await build(t)
  const { identity, credential } = await withPrivateItem(server)
  const headers = { authorization: '' }
  t.equal((await server.send({ url: '/api/items', headers })).payload, '[]')
  t.equal((await server.send({ url: '/api/items/1', headers })).statusCode, 404)
  const url = `/api/items/1?key_identity=${identity}&key_credential=${credential}`
  t.equal((await server.send({ url, headers })).statusCode, 200)
})

t.test('routes that do not depend on the client ignore invalid keys', async (t) => {
  const server = await build(t)
  const authorization = `Bearer ${'x'.repeat(32)}.${'y'.repeat(32)}`
  for (const url of ['/api', '/api-context', '/api/openapi.json', '/application/asset/thumbnails/default.png']) {
    t.equal((await server.send({ url, headers: { authorization } })).statusCode, 200, url)
  }
  t.equal((await server.send({ url: '/api/a/b/c', headers: { authorization } })).statusCode, 404)
})

t.test('a 401 answer to a script does not make the browser prompt for a password', async (t) => {
  const server = await build(t)
  const { statusCode, headers } = await server.send({
    url: '/api/items', headers: { authorization: 'Basic eDp5', 'sec-fetch-mode': 'cors' }
  })
  t.equal(statusCode, 401)
  t.notMatch(headers['www-authenticate'], 'Basic realm')
})

t.test('an invalid key in the query is named in a header, and in the message of what is refused', async (t) => {
  const server = await build(t)
  const ask = async (query: string, status: string | undefined): Promise<void> => {
    const read = await server.send({ url: `/api/items?${query}` })
    t.equal(read.statusCode, 200, query)
    t.equal(read.headers['service-key-status'], status, query)
    t.equal(read.headers['omeka-s-key-status'], status, query)
    if (status === undefined) return
    const write = await server.send({ method: 'POST', url: `/api/items?${query}`, payload: title('a') })
    t.equal(write.statusCode, 403)
    t.equal(
      JSON.parse(write.payload).errors.error,
      `Permission denied for the current user to create items. ${IN_QUERY[status]!}`
    )
  }
  for (const [name, { identity, credential }] of Object.entries(await keys(server))) {
    await ask(`key_identity=${identity}&key_credential=${credential}`, STATUS[name])
  }
  for (const query of ['key_identity=x', 'key_credential=x', 'key_identity=x&key_credential=', 'key_identity[]=x']) {
    await ask(query, 'incomplete')
  }
  for (const query of ['', 'key_identity=&key_credential=', 'key_identity']) await ask(query, undefined)
})

t.test('a key that is limited says so when it is refused', async (t) => {
  const server = await build(t)
  await server.account('editor')
  const make = async (scope: Scope) => await server.api.keys.create('editor1@example.org', { label: 'x', scope }, OPERATOR)
  const refused = async (scope: Scope, method: 'GET' | 'POST', url: string): Promise<string> => {
    const answer = await server.send({ method, url, as: await make(scope), ...(method === 'POST' && { payload: {} }) })
    t.equal(answer.statusCode, 403)
    return JSON.parse(answer.payload).errors.error
  }
  t.equal(
    await refused({ readOnly: true }, 'POST', '/api/items'),
    'Permission denied for the current user to create items. The API key that was sent is read-only.'
  )
  t.equal(
    await refused({ resources: ['items', 'media'] }, 'POST', '/api/item_sets'),
    'Permission denied for the current user to create item sets. The API key that was sent is only for items, media.'
  )
  t.equal(
    await refused({ resources: ['items'] }, 'GET', '/api/users'),
    'Permission denied for the current user to search users. The API key that was sent is only for items.'
  )
})

t.test('private answers are not for shared caches', async (t) => {
  const server = await build(t)
  const as = await withPrivateItem(server)
  t.equal((await server.send({ url: '/api/items/1', as })).headers['cache-control'], 'private, no-cache')
  const anonymous = await server.send({ url: '/api/items' })
  t.equal(anonymous.headers['cache-control'], 'public, no-cache')
  t.match(anonymous.headers.vary, /^Accept, Authorization\b/)
  const refused = await server.send({ url: '/api/items?key_identity=a&key_credential=b' })
  t.match(refused, { statusCode: 200, headers: { 'cache-control': 'private, no-cache' } }, 'a key that may become valid')
  t.equal((await server.send({ url: '/api-local/items' })).headers['cache-control'], 'private, no-cache')
  t.equal((await server.send({ url: '/api/items/9' })).headers['cache-control'], 'no-store')
})

t.test('public answers can have a max-age, so that caches do not revalidate each time', async (t) => {
  const server = await build(t, { maxAge: 60 })
  const as = await withPrivateItem(server)
  const caching = async (url: string, more: object = {}): Promise<unknown> =>
    (await server.send({ url, ...more })).headers['cache-control']
  for (const url of ['/api/items', '/api-context', '/items']) {
    t.equal(await caching(url, { headers: { accept: 'text/html' } }), 'public, max-age=60, must-revalidate', url)
  }
  t.equal(await caching('/api/items', { as }), 'private, no-cache')
  t.equal(await caching('/api/items/9'), 'no-store')
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
