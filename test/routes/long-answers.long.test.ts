import { createHash } from 'node:crypto'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { link, type Json } from '../api/collection.js'
import { turnsDuring } from '../api/turns-during.js'
import { statementsOf } from '../db/statements.js'
import { build, title, type Server } from '../helper.js'
import { until } from '../until.js'

const ITEMS = 300
const MEGABYTE = 2 ** 20
/** Longer than what is sent in one go. */
const PIECE_BYTES = 256 * 1024
const LINKS = 4500
const LIST = '/api/items?per_page=99999'

/** A collection whose list takes more than a megabyte. */
async function filled (t: Parameters<typeof build>[0]): Promise<Server> {
  const server = await build(t)
  const as = await server.account('editor')
  const long = 'é'.repeat(2000)
  for (let at = 0; at < ITEMS; at++) {
    const { statusCode } = await server.send({ method: 'POST', url: '/api/items', as, payload: title(`${at} ${long}`) })
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
  }
  return server
}

t.test('a list of more than a megabyte comes whole, with its length and entity tag', async (t) => {
  const { send } = await filled(t)
  const list = await send({ url: LIST })
  t.equal(list.json().length, ITEMS)
  const { etag, 'content-length': length } = list.headers
  t.equal(Number(length), list.rawPayload.length)
  t.ok(list.rawPayload.length > MEGABYTE)
  t.equal(etag, `"${createHash('sha1').update(list.rawPayload).digest('hex')}"`)
  const head = await send({ method: 'HEAD', url: LIST })
  t.match(head, { statusCode: 200, body: '', headers: { etag, 'content-length': length } })
  t.equal((await send({ url: LIST, headers: { 'if-none-match': etag as string } })).statusCode, 304)
  t.same((await send({ url: `${LIST}&pretty_print` })).json(), list.json())
  t.same((await send({ url: `${LIST}&callback=f` })).body, `f(${list.body});`)
  t.same((await send({ url: LIST, headers: { host: 'example.org' } })).json()[0]['@id'], 'http://example.org/api/items/1')
})

t.test('a list consists of what its resources are one by one, long or short, under any address, after any write', async (t) => {
  const { account, send } = await build(t)
  const as = await account('editor')
  const lengths = [10, 9000, 40_000, 20, 30, 9000, 3000]
  const write = async (url: string, length: number, method: 'POST' | 'PUT' = 'POST'): Promise<void> => {
    t.equal((await send({ method, url, as, payload: title('é'.repeat(length)) })).statusCode, 200)
  }
  for (const length of lengths) await write('/api/items', length)
  const compare = async (query: string, ids: number[], total: number): Promise<void> => {
    for (const host of ['localhost', 'example.org', 'localhost']) {
      const list = await send({ url: `/api/items?${query}`, headers: { host } })
      const each = []
      for (const id of ids) each.push((await send({ url: `/api/items/${id}`, headers: { host } })).body)
      t.equal(list.body, `[${each.join(',')}]`)
      t.equal(list.headers['omeka-s-total-results'], String(total))
      t.equal(list.headers.etag, `"${createHash('sha1').update(list.rawPayload).digest('hex')}"`)
    }
  }
  await compare('per_page=9', [1, 2, 3, 4, 5, 6, 7], 7)
  await compare('per_page=3', [1, 2, 3], 7)
  await write('/api/items/3', 50_000, 'PUT')
  await write('/api/items/5', 50, 'PUT')
  await write('/api/items', 60)
  await compare('per_page=9', [1, 2, 3, 4, 5, 6, 7, 8], 8)
  await compare('per_page=2', [1, 2], 8)
  await write('/api/items', 70)
  await compare('per_page=2', [1, 2], 9)
})

t.test('lists show thousands of links to a resource like its own answer, up to date, under any address', async (t) => {
  const { account, api, send } = await build(t)
  const as = await account('editor')
  for (const name of ['Harbour', 'Lighthouse']) {
    t.equal((await send({ method: 'POST', url: '/api/items', as, payload: title(name) })).statusCode, 200)
  }
  const linked = (name: string, term = 'dcterms:relation'): Json => ({ ...title(name), [term]: [link(1)] })
  const made = Array.from(
    { length: LINKS }, (_, at) => linked(`“${at}”`, at % 9 === 0 ? 'dcterms:source' : 'dcterms:relation')
  )
  await api.resource('items').batchCreate(made, { actor: OPERATOR })
  const [first, last] = [3, LINKS + 2]
  const compare = async (change: string, expected: (shown: Json) => unknown, wanted: unknown): Promise<void> => {
    for (const host of ['localhost', 'example.org', 'localhost']) {
      const list = await send({ url: '/api/items?per_page=3', headers: { host } })
      const each = []
      for (const id of [1, 2, 3]) each.push((await send({ url: `/api/items/${id}`, headers: { host } })).body)
      t.ok(list.body === `[${each.join(',')}]`, change)
      t.ok(list.rawPayload.length > PIECE_BYTES, change)
      t.equal(Number(list.headers['content-length']), list.rawPayload.length)
      t.equal(list.headers.etag, `"${createHash('sha1').update(list.rawPayload).digest('hex')}"`, change)
      t.same(expected(list.json()[0]['@reverse']), wanted, change)
    }
  }
  const ends = ({ 'dcterms:relation': relations, 'dcterms:source': sources }: Json): unknown =>
    [sources[0]['o:title'], relations.at(-1)['o:title'], sources.length, relations.length]
  const sources = Math.ceil(LINKS / 9)
  const wanted = ['“0”', `“${LINKS - 1}”`, sources, LINKS - sources]
  await compare('as made', ends, wanted)
  const put = async (id: number, payload: Json): Promise<void> => {
    t.equal((await send({ method: 'PUT', url: `/api/items/${id}`, as, payload })).statusCode, 200)
  }
  await put(first, linked('Renamed ü', 'dcterms:source'))
  await put(last, linked('“Renamed, too”'))
  await compare('renamed', ends, ['Renamed ü', '“Renamed, too”', sources, LINKS - sources])
  await put(first, title('No link'))
  await compare('unlinked', ends, ['“9”', '“Renamed, too”', sources - 1, LINKS - sources])
  await put(last, linked('Moved', 'dcterms:source'))
  await compare('moved', ends, ['“9”', `“${LINKS - 2}”`, sources, LINKS - sources - 1])
})

t.test('requests for a list that is being made wait for it instead of making it again', async (t) => {
  const { send } = await filled(t)
  // Everything is indexed then, so that no statements of that are counted.
  await send({ url: '/api/items?fulltext_search=nothing&sort_by=id' })
  const once = await statementsOf(async () => { await send({ url: `${LIST}&sort_by=id` }) })
  const bodies = new Set<string>()
  const often = await statementsOf(async () => {
    const ask = async (): Promise<void> => { bodies.add((await send({ url: `${LIST}&sort_by=created` })).body) }
    await Promise.all(Array.from({ length: 20 }, ask))
  })
  t.equal(bodies.size, 1)
  t.ok(often.length < once.length + 20, `${often.length} statements for twenty, ${once.length} for one`)
})

t.test('other requests are answered while a hundred clients request a long list and do not read it', async (t) => {
  const { app, send } = await filled(t)
  const served: Socket[] = []
  app.server.on('connection', (socket) => { served.push(socket) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  await send({ url: LIST })
  const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').pause().on('error', () => {}))
  t.teardown(() => { for (const socket of sockets) socket.destroy() })
  for (const socket of sockets) {
    socket.write(`GET ${LIST} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(5))
  }
  let sent = 0
  let most = 0
  await turnsDuring(async () => {
    const isEnough = (): boolean => sent > 32 * MEGABYTE
    while (!isEnough()) {
      t.equal((await send({ url: '/api/items/1' })).statusCode, 200)
      await nextTurn()
    }
  }, () => {
    const now = served.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
    most = Math.max(most, now - sent)
    sent = now
    return false
  })
  // In each turn only one new connection is accepted. A slice for each client would be 25 MB.
  t.ok(most < 8 * MEGABYTE, `${most} bytes in one turn`)
})

t.test('long lists that wait are not made for clients that have left', async (t) => {
  const { api, app, send } = await filled(t)
  const items = api.resource('items')
  const { searchNow } = items
  let made = 0
  let proceed = (): void => {}
  const first = new Promise<void>((resolve) => { proceed = resolve })
  items.searchNow = async (...call) => {
    made++
    await first
    return await searchNow.apply(items, call)
  }
  let arrived = 0
  let open = 0
  app.server.on('request', () => { arrived++ }).on('connection', (socket) => {
    open++
    socket.on('close', () => { open-- })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  for (const socket of sockets) socket.write(`GET ${LIST} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await until(() => arrived === sockets.length && made === 1)
  for (const socket of sockets) socket.destroy()
  await until(() => open === 0)
  proceed()
  t.equal((await send({ url: LIST })).json().length, ITEMS)
  t.equal(made, 2, 'the one that was being made, and the one for the client that waits')
})

t.test('long lists are refused while too many bytes of others are unread, and answered afterwards', async (t) => {
  const { account, app, send } = await build(t, { memory: 8 })
  const as = await account('editor')
  for (let at = 0; at < 4; at++) {
    const payload = title(`${at} ${'x'.repeat(3 * MEGABYTE)}`)
    t.equal((await send({ method: 'POST', url: '/api/items', as, payload })).statusCode, 200)
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  t.teardown(() => { socket.destroy() })
  socket.write(`GET ${LIST} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await new Promise((resolve) => { socket.once('readable', resolve) })
  for (const url of [`${LIST}&sort_by=id`, `${LIST}&pretty_print`, `${LIST}&fields=o:id`]) {
    const refused = await send({ url })
    t.match(refused, { statusCode: 503, headers: { 'retry-after': '2' } })
    t.match(refused.json(), { errors: { error: /So many long lists are being made or read/ } })
  }
  t.equal((await send({ url: '/api/items?per_page=1&fields=o:id' })).statusCode, 200, 'short ones are made')
  socket.destroy()
  while ((await send({ url: `${LIST}&fields=o:id` })).statusCode === 503) await nextTurn()
  t.equal((await send({ url: `${LIST}&pretty_print` })).json().length, 4)
})
