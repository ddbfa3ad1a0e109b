import t from 'tap'
import { build, title } from '../helper.js'

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
