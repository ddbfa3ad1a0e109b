import pLimit from 'p-limit'
import t from 'tap'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { build, title } from '../../helper.js'

t.test('a client that has the answer gets 304, until it changes', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  await send({ method: 'POST', url: '/api/items', as, payload: title('a') })
  for (const url of ['/api/items/1', '/api/items', '/api/items?format=turtle', '/api-context']) {
    const first = await send({ url })
    const etag = String(first.headers.etag)
    t.match(etag, /^"[\w-]+"$/)
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await send({ url, headers: { 'if-none-match': header } })
      t.equal(again.statusCode, 304, header)
      t.equal(again.payload, '')
      t.equal(again.headers.etag, etag)
    }
    t.equal((await send({ url, headers: { 'if-none-match': '"other"' } })).statusCode, 200)
  }
  const before = (await send({ url: '/api/items/1' })).headers
  t.match(before['last-modified'], /GMT$/)
  t.not((await send({ url: '/api/items/1', headers: { accept: 'text/turtle' } })).headers.etag, before.etag)
  await send({ method: 'PATCH', url: '/api/items/1', as, payload: title('b') })
  t.equal((await send({ url: '/api/items/1', headers: { 'if-none-match': String(before.etag) } })).statusCode, 200)
})

t.test('a write is refused when the resource is no longer what the client knew', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  await send({ method: 'POST', url: '/api/items', as, payload: title('a') })
  const { etag } = (await send({ url: '/api/items/1', as })).headers
  const turtle = (await send({ url: '/api/items/1', as, headers: { accept: 'text/turtle' } })).headers.etag
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
    const stale = await send({
      method,
      url: '/api/items/1',
      as,
      headers: { 'if-match': '"stale"' },
      payload: method === 'DELETE' ? undefined : title('b')
    })
    t.equal(stale.statusCode, 412, method)
    t.ok(JSON.parse(stale.payload).errors.error)
  }
  const patch = async (headers: Record<string, string>, text: string): Promise<number> =>
    (await send({ method: 'PATCH', url: '/api/items/1', as, headers, payload: title(text) })).statusCode
  t.equal(
    await patch({ 'if-match': `"x", ${String(turtle)}` }, 'b'),
    200,
    'the tag of another format of the same state'
  )
  t.equal(await patch({ 'if-match': String(etag) }, 'c'), 412)
  t.equal(await patch({ 'if-match': '*' }, 'd'), 200)
  t.equal(await patch({ 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }, 'e'), 412)
  t.equal(await patch({ 'if-unmodified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }, 'e'), 200)
})

t.test('If-None-Match refuses a write where the state is the one that it names', async (t) => {
  const { send, api, account } = await build(t)
  const as = await account('editor')
  await api.items.create(title('a'), { actor: OPERATOR })
  const { etag } = (await send({ url: '/api/items/1', as })).headers
  const put = async (headers: Record<string, string>): Promise<number> =>
    (await send({ method: 'PUT', url: '/api/items/1', as, headers, payload: title('a') })).statusCode
  t.equal(await put({ 'if-none-match': '*' }), 412)
  t.equal(await put({ 'if-none-match': `W/${String(etag)}` }), 412)
  t.equal(await put({ 'if-match': String(etag), 'if-none-match': `"x", ${String(etag)}` }), 412)
  t.equal(await put({ 'if-match': `W/${String(etag)}` }), 412, 'a weak tag is never the same strongly')
  t.equal(await put({ 'if-match': '*', 'if-none-match': '"x"' }), 200)
  t.equal((await send({ method: 'PUT', url: '/api/items/7', as, headers: { 'if-match': '*' }, payload: title('a') })).statusCode, 404)
  const create = { method: 'POST' as const, url: '/api/items', as, headers: { 'if-none-match': '*' }, payload: title('b') }
  t.equal((await send(create)).statusCode, 200, 'what is created is not at this address')
})

t.test('of fifty clients that change one item with If-Match at once, none loses its change', async (t) => {
  const { app, api, account } = await build(t)
  const { identity, credential } = await account('editor')
  await api.items.create({ 'dcterms:title': [] }, { actor: OPERATOR })
  const address = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/items/1`
  const headers = { authorization: `Bearer ${identity}.${credential}`, 'content-type': 'application/json' }
  const statuses = new Map<number, number>()
  // All read and write at once; those who have lost do so again, fewer at once, for the test to be quick.
  const again = pLimit(2)
  const attempt = async (name: string): Promise<boolean> => {
    const read = await fetch(address, { headers })
    const item = await read.json() as { 'dcterms:title'?: object[] }
    const [mine] = title(name)['dcterms:title']
    const body = JSON.stringify({ ...item, 'dcterms:title': [...item['dcterms:title'] ?? [], mine] })
    const { status } = await fetch(address, { method: 'PUT', headers: { ...headers, 'if-match': read.headers.get('etag')! }, body })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return status === 412
  }
  const change = async (name: string): Promise<void> => {
    let isLost = await attempt(name)
    while (isLost) isLost = await again(attempt, name)
  }
  const names = Array.from({ length: 50 }, (_, at) => `name ${at}`)
  await Promise.all(names.map(change))
  t.same([...statuses.keys()].sort(), [200, 412])
  t.equal(statuses.get(200), 50)
  const titles = (await api.items.read(1, { actor: OPERATOR })).json()['dcterms:title'] ?? []
  t.same(titles.map((value) => (value as { '@value': string })['@value']).sort(), names.sort())
})
