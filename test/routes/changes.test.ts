import t, { type Test } from 'tap'
import { FOLLOWED_PER_PAGE } from '../../api/publish/changes/changes.js'
import { OPERATOR } from '../../app.js'
import { build, title, type Key, type Server } from '../helper.js'
import { eventsOf, type EventSource } from './fixtures/events.js'

interface Entry { position: number, op: string, resource: string, 'o:id': number, '@id': string, modified: string }
interface Page { entries: Entry[], last: number, done: boolean, next?: string, epoch: string }

/** Three places for listeners, one for each address. */
const PLACES = 3

/** Requests after which a server has surely seen that a connection was closed before the first of them. */
const TRIES = 500

const bearer = ({ identity, credential }: Key): Record<string, string> =>
  ({ authorization: `Bearer ${identity}.${credential}` })
const shortly = ({ entries }: Pick<Page, 'entries'>): string[] =>
  entries.map(({ op, resource, 'o:id': id }) => `${op} ${resource}/${id}`)

async function page (server: Server, query = '', as?: Key): Promise<Page> {
  const response = await server.send({ url: `/api/changes${query}`, ...(as !== undefined && { as }) })
  if (response.statusCode !== 200) throw new Error(`${query}: ${response.statusCode} ${response.body}`)
  return response.json<Page>()
}

async function write (
  server: Server, method: 'POST' | 'PATCH' | 'DELETE', path: string, payload: object | undefined, as: Key
): Promise<number> {
  const response = await server.send({ method, url: `/api/${path}`, ...(payload !== undefined && { payload }), as })
  if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`)
  return response.json<{ 'o:id': number }>()['o:id']
}

t.test('changes are given page by page', async (t) => {
  const server = await build(t)
  const admin = await server.account('global_admin')
  const set = await write(server, 'POST', 'item_sets', title('Set'), admin)
  const [first, second, third] = [
    await write(server, 'POST', 'items', title('A'), admin),
    await write(server, 'POST', 'items', title('B'), admin),
    await write(server, 'POST', 'items', title('C'), admin)
  ]
  await write(server, 'PATCH', `items/${first}`, title('A, again'), admin)

  t.test('which lead to each other', async (t) => {
    const told: Entry[] = []
    let url: string | undefined = '/api/changes?limit=2&resource=items'
    for (let pages = 1; url !== undefined; pages++) {
      const response = await server.send({ url })
      const { entries, last, done, next } = response.json<Page>()
      told.push(...entries)
      t.equal(response.headers.link, next === undefined ? undefined : `<${next}>; rel="next"`)
      t.equal(done, pages === 2)
      t.equal(next === undefined, done)
      t.equal(last, entries.at(-1)!.position)
      url = next
    }
    t.same(shortly({ entries: told }), [`create items/${second}`, `create items/${third}`, `update items/${first}`],
      'what comes after the pages that were read is an update')
    const [{ modified, ...entry }] = told as [Entry]
    t.same(entry, {
      position: 3, op: 'create', resource: 'items', 'o:id': second, '@id': `http://localhost/api/items/${second}`
    })
    t.match(modified, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
  })

  t.test('the feed can be limited to resource types', async (t) => {
    t.same(shortly(await page(server, '?resource=item_sets')), [`create item_sets/${set}`])
    t.equal((await page(server, '?resource[]=item_sets&resource[]=items')).entries.length, 4)
    t.same((await page(server, '?resource=media')).entries, [])
  })

  t.test('the feed can begin at a position', async (t) => {
    const { last, epoch, done } = await page(server)
    t.ok(done)
    await write(server, 'DELETE', `items/${second}`, undefined, admin)
    await write(server, 'PATCH', `items/${third}`, title('C, again'), admin)
    const told = shortly(await page(server, `?since=${last}&epoch=${epoch}`))
    t.same(told, [`delete items/${second}`, `update items/${third}`])
    const empty = await page(server, `?since=${last + 2}`)
    t.match(empty, { entries: [], last: last + 2, done: true, next: undefined })
  })

  t.test('unless the question is wrong', async (t) => {
    const { epoch } = await page(server)
    const refused: Array<[query: string, status: number, name: string]> = [
      ['since=-1', 400, 'since'], ['since=a', 400, 'since'], ['since=1&since[]=2', 400, 'since'],
      ['limit=0', 400, 'limit'], ['limit=10001', 400, 'limit'], ['resource=users', 400, 'resource'],
      ['since=100', 410, 'since'], ['epoch=other', 410, 'epoch']
    ]
    for (const [query, status, name] of refused) {
      const response = await server.send({ url: `/api/changes?${query}` })
      t.equal(response.statusCode, status, query)
      t.ok(response.json<{ errors: Record<string, unknown> }>().errors[name] !== undefined, `${query} names ${name}`)
    }
    const other = await server.send({ url: `/api/changes?epoch=${epoch}`, as: admin })
    t.equal(other.statusCode, 410, 'what was told to everybody is of no use to those who see more')
    t.equal((await server.send({ method: 'POST', url: '/api/changes', payload: {}, as: admin })).statusCode, 405)
  })
})

t.test('each client gets changes of what it may see', async (t) => {
  const server = await build(t)
  const [admin, owner, other] = [
    await server.account('global_admin'), await server.account('author'), await server.account('author')
  ]
  const seen = await write(server, 'POST', 'items', title('Seen'), owner)
  const hidden = await write(server, 'POST', 'items', { ...title('Hidden'), 'o:is_public': false }, owner)
  const told = async (since: number): Promise<Record<string, string[]>> => Object.fromEntries(await Promise.all(
    Object.entries({ everybody: undefined, admin, owner, other }).map(async ([name, as]) =>
      [name, shortly(await page(server, `?since=${since}`, as))] as const)
  ))
  const both = [`create items/${seen}`, `create items/${hidden}`]
  t.same(await told(0), { everybody: both.slice(0, 1), admin: both, owner: both, other: both.slice(0, 1) })
  const { last } = await page(server, '', admin)
  await write(server, 'PATCH', `items/${seen}`, { 'o:is_public': false }, owner)
  const gone = [`delete items/${seen}`]
  const changed = [`update items/${seen}`]
  t.same(await told(last), { everybody: gone, admin: changed, owner: changed, other: gone })
})

t.test('writes that a client does not see change nothing in what it gets, until one is shown', async (t) => {
  const server = await build(t)
  const author = await server.account('author')
  await write(server, 'POST', 'items', title('Seen'), author)
  const before = await server.send({ url: '/api/changes' })
  const { last, epoch } = before.json<Page>()
  const hidden = await write(server, 'POST', 'items', { ...title('Hidden'), 'o:is_public': false }, author)
  await write(server, 'PATCH', `items/${hidden}`, title('Hidden, again'), author)
  t.equal((await server.send({ url: '/api/changes' })).body, before.body)
  t.match(await page(server, `?since=${last}&epoch=${epoch}`), { entries: [], last, done: true })
  for (const [since, status] of [[last, 200], [last + 1, 410], [last + 2, 410], [last + 3, 410]]) {
    t.equal((await server.send({ url: `/api/changes?since=${since}` })).statusCode, status, 'nor may it try how far the log is')
  }
  t.equal((await page(server, '', author)).last, last + 2)
  await write(server, 'PATCH', `items/${hidden}`, { 'o:is_public': true }, author)
  t.same(shortly(await page(server, `?since=${last}&epoch=${epoch}`)), [`create items/${hidden}`])
})

t.test('changes are sent as events to waiting clients', async (t) => {
  const server = await build(t, { changeListeners: PLACES, trustProxy: true })
  const [admin, author] = [await server.account('global_admin'), await server.account('author')]
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const connect = async (client: number, headers: Record<string, string> = {}, query = ''): Promise<EventSource> =>
    await eventsOf(`${address}/api/changes${query}`, { 'x-forwarded-for': `192.0.2.${client}`, ...headers })
  const make = async (text: string, more: object = {}): Promise<number> =>
    await write(server, 'POST', 'items', { ...title(text), ...more }, admin)
  const [first, second] = [await make('A'), await make('B')]

  const stream = await connect(1, { 'accept-encoding': 'gzip, br' })
  t.equal(stream.status, 200)
  t.match(stream.headers, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  t.equal(stream.headers['content-encoding'], undefined, 'compression would hold events back')
  t.match(await stream.next(), { id: /^1@/, event: 'message', data: { position: 1, op: 'create', 'o:id': first } })
  t.match(await stream.next(), { id: /^2@/, event: 'message', data: { position: 2, op: 'create', 'o:id': second } })
  const { epoch } = await page(server)
  t.same(await stream.next(), { id: `2@${epoch}`, event: 'done', data: { last: 2, epoch } })
  const hidden = await make('Hidden', { 'o:is_public': false })
  const third = await make('C')
  const live = await stream.next()
  const event = { id: `4@${epoch}`, data: { position: 4, op: 'create', resource: 'items', 'o:id': third } }
  t.match(live, event, 'what is hidden is not told')
  const { entries: [same] } = await page(server, '?since=2')
  t.match(live!.data, { ...same, '@id': `${address}/api/items/${third}` }, 'events say the same as pages')

  await refusals(t, address)

  const missed = await make('D')
  t.match(await stream.next(), { id: `5@${epoch}` })
  await stream.leave()
  // Its place is free as soon as the server sees that it has left, not only when it next has something to tell.
  const back = { 'last-event-id': live!.id }
  let resumed = await connect(1, back)
  for (let tries = 1; resumed.status === 503 && tries < TRIES; tries++) resumed = await connect(1, back)
  t.equal(resumed.status, 200)
  t.match(await resumed.next(), { id: `5@${epoch}`, data: { 'o:id': missed } }, 'a client that comes back goes on where it was')
  t.match(await resumed.next(), { event: 'done' })

  const limited = await connect(1)
  t.equal(limited.status, 503)
  t.ok(Number(limited.headers['retry-after']) > 0)
  t.match(limited.text, /connections from your address/)
  const keyed = await connect(2, { ...bearer(author), 'last-event-id': '5' })
  const all = await connect(3, { ...bearer(admin), 'last-event-id': '2' }, '?resource=items')
  const full = await connect(4)
  t.equal(full.status, 503)
  t.match(full.text, /Too many clients wait/)
  t.match(await all.next(), { id: /^3@/, data: { 'o:id': hidden } }, 'who sees everything is told everything')
  t.match(await keyed.next(), { event: 'done' })

  await server.api.keys.revoke(author.identity, OPERATOR)
  await make('E')
  t.equal(await keyed.next(), undefined, 'a key that is revoked ends the stream, before anything else is told')
  t.match(await resumed.next(), { id: `6@${epoch}`, event: 'message' }, 'the others go on')

  await server.app.close()
  t.equal(await resumed.next(), undefined, 'a server that closes ends the streams')
})

t.test('earlier changes are sent page by page, so that other requests are answered meanwhile', async (t) => {
  // Of 12 listeners 3 may receive earlier changes at a time, one from each address.
  const server = await build(t, { changeListeners: 12, trustProxy: true })
  const made = Array.from({ length: 3 * FOLLOWED_PER_PAGE }, (_, number) => title(`Item ${number}`))
  await server.api.items.batchCreate(made, { actor: OPERATOR })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const connect = async (client: number, query = ''): Promise<EventSource> =>
    await eventsOf(`${address}/api/changes${query}`, { 'x-forwarded-for': `192.0.2.${client}` })

  t.test('pages of earlier changes are sent in turn with other requests', async (t) => {
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const seen: number[] = []
    for await (const { done } of server.api.changes.watch({})) {
      seen.push(turns)
      if (done) break
    }
    isOver = true
    t.equal(seen.length, 3)
    t.ok(seen[0]! < seen[1]! && seen[1]! < seen[2]!, 'between two pages there is a turn for others')
  })

  t.test('only a few clients at a time get earlier changes', async (t) => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => { release = resolve })
    const { admission } = server.api
    const turn = admission.turn.bind(admission)
    admission.turn = async (client) => {
      await held
      await turn(client)
    }
    const first = await connect(1)
    const again = await connect(1)
    t.equal(first.status, 200)
    t.equal(again.status, 503)
    t.ok(Number(again.headers['retry-after']) > 0)
    t.match(again.text, /from your address are receiving earlier changes/)
    const others = [await connect(2), await connect(3)]
    t.same(others.map(({ status }) => status), [200, 200])
    const late = await connect(4)
    t.equal(late.status, 503)
    t.match(late.text, /Too many clients are receiving earlier changes. Try again in a moment/)
    const upToDate = await connect(4, `?since=${made.length - 1}`)
    t.equal(upToDate.status, 200, 'others may wait for what comes')
    release()
    let event = await first.next()
    while (event!.event !== 'done') event = await first.next()
    const next = await connect(4)
    t.equal(next.status, 200, 'as soon as one has received everything, the next may begin')
    for (const stream of [first, ...others, upToDate, next]) await stream.leave()
  })
})

async function refusals (t: Test, address: string): Promise<void> {
  const refused: Array<[headers: Record<string, string>, query: string, status: number]> = [
    [{ 'last-event-id': '999' }, '', 410], [{ 'last-event-id': '1@other' }, '', 410], [{ 'last-event-id': 'x' }, '', 400], [{}, '?epoch=other', 410],
    [{}, '?resource=users', 400], [{ authorization: 'Bearer a.b' }, '', 401]
  ]
  for (const [headers, query, status] of refused) {
    const { status: given } = await eventsOf(`${address}/api/changes${query}`, headers)
    t.equal(given, status, `${JSON.stringify(headers)} ${query}`)
  }
}
