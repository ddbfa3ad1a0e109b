import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import t from 'tap'
import type { BulkLine, BulkResult } from '../../schemas/exchange/bulk.js'
import { turnsDuring } from '../api/turns-during.js'
import { quadrants } from '../files/fixtures/pictures.js'
import { serve } from '../files/fixtures/servers.js'
import { build, title, type Ending, type Key, type Server } from '../helper.js'

const NDJSON = 'application/x-ndjson'

function lines (...changes: ReadonlyArray<BulkLine | string>): string {
  return changes.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('')
}

function results (payload: string): BulkResult[] {
  return payload.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as BulkResult)
}

async function send (
  { send }: Server, as: Key | undefined, body: string, query = ''
): Promise<{ statusCode: number, told: BulkResult[] }> {
  const { statusCode, payload } = await send({
    method: 'POST',
    url: `/api/bulk${query}`,
    headers: { 'content-type': NDJSON },
    payload: body,
    ...(as !== undefined && { as })
  })
  return { statusCode, told: results(payload) }
}

const identified = (identifier: string, name: string): Record<string, unknown> => ({
  'dcterms:identifier': [{ '@value': identifier }], ...title(name)
})

async function titles ({ send }: Server, as: Key): Promise<Array<string | null>> {
  const found = (await send({ url: '/api/items?sort_by=id', as })).json<Array<{ 'o:title': string | null }>>()
  return found.map((one) => one['o:title'])
}

t.test('each line is executed like a single request, and its result is reported', async (t) => {
  const server = await build(t)
  const editor = await server.account('editor')
  const first = await send(server, editor, lines(
    { op: 'create', resource: 'items', data: title('One') },
    '',
    { op: 'create', resource: 'item_sets', data: title('Set') },
    { op: 'create', resource: 'items', data: { ...title('Two'), 'o:item_set': [{ 'o:id': 2 }], colour: 1 } },
    '{"op": "create", "resource"'
  ))
  t.equal(first.statusCode, 200)
  t.same(first.told.map(({ line, status, op }) => [line, status, op]), [
    [1, 200, 'create'], [3, 200, 'create'], [4, 200, 'create'], [5, 400, undefined]
  ])
  t.match(first.told[0], { '@id': /\/api\/items\/1$/, 'o:id': 1, resource: 'items' })
  t.match(first.told[3]!.errors, { error: 'JSON: Syntax error' })
  const { told } = await send(server, editor, lines(
    { op: 'patch', resource: 'items', id: 1, data: { 'o:is_public': false } },
    { op: 'create', resource: 'items', data: { ...title('Three'), colour: 1 } },
    { op: 'update', resource: 'item_sets', id: 2, data: title('Prints') },
    { op: 'delete', resource: 'items', id: 77 },
    ''
  ))
  t.same(told.map(({ status, op }) => [status, op]), [
    [200, 'update'], [200, 'create'], [200, 'update'], [404, undefined]
  ])
  t.match(told[1], { ignored: [{ key: 'colour' }] })
  t.match(told[3]!.errors, { error: /77 was not found/ })
  await send(server, editor, lines({ op: 'delete', resource: 'items', id: told[1]!['o:id']! }))
  t.same(await titles(server, editor), ['One', 'Two'])
  t.equal((await server.send({ url: '/api/items/1' })).statusCode, 404, 'private now')
  t.equal((await server.send({ url: '/api/item_sets/2' })).json<{ 'o:title': string }>()['o:title'], 'Prints')
})

t.test('warnings about a picture are in the line of its resource', async (t) => {
  const cut = (await sharp(await quadrants(60, 40)).jpeg().toBuffer()).subarray(0, -50)
  const pictures = await serve(t, (_request, response) => response.end(cut))
  const server = await build(t, { allowPrivateAddresses: true })
  const editor = await server.account('editor')
  const media = { 'o:media': [{ 'o:ingester': 'url', ingest_url: `${pictures}/cut.jpg` }] }
  for (const query of ['', '?atomic=1']) {
    const { told } = await send(server, editor, lines(
      { op: 'create', resource: 'items', data: media },
      { op: 'create', resource: 'items', data: title('Two') },
      { op: 'upsert', resource: 'items', by: 'dcterms:identifier', data: { ...identified(`L-1${query}`, 'Three'), ...media } }
    ), query)
    t.same(told.map(({ status }) => status), [200, 200, 200])
    t.same(told.map(({ warnings = [] }) => warnings.length), [1, 0, 1])
    t.match(told[0]!.warnings, ['"/cut.jpg" is stored, but cannot be decoded: it may be damaged.'])
  }
})

t.test('upsert changes what has the identifier, and creates it once', async (t) => {
  const server = await build(t)
  const editor = await server.account('editor')
  const by = 'dcterms:identifier'
  const { told } = await send(server, editor, lines(
    { op: 'upsert', resource: 'items', by, data: identified('a', 'First') },
    { op: 'upsert', resource: 'items', by, data: identified('a', 'Second') },
    { op: 'upsert', resource: 'items', by, data: identified('á', 'Another') },
    { op: 'patch', resource: 'items', by, data: { ...identified('a', 'Third'), 'o:is_public': false } },
    { op: 'update', resource: 'items', by, data: identified('b', 'None') },
    { op: 'create', resource: 'items', data: identified('a', 'Twice') },
    { op: 'patch', resource: 'items', by, data: identified('a', 'Which?') },
    { op: 'delete', resource: 'items', by, data: { [by]: 'á' } }
  ))
  t.same(told.map(({ status, op, 'o:id': id }) => [status, op, id]), [
    [200, 'create', 1], [200, 'update', 1], [200, 'create', 2], [200, 'update', 1], [404, undefined, undefined],
    [200, 'create', 3], [422, undefined, undefined], [200, 'delete', 2]
  ])
  t.match(told[6]!.errors, { by: [/2 have this value \(1, 3\)/] })
  t.same(await titles(server, editor), ['Third', 'Twice'])
})

t.test('errors of a line are given by key', async (t) => {
  const server = await build(t)
  const editor = await server.account('editor')
  const wrong: ReadonlyArray<readonly [unknown, RegExp]> = [
    [[], /"error":.*must be a JSON object/],
    [{ op: 'make', resource: 'items' }, /^\{"op":\["Expected one of create, update[^"]*"\]\}$/],
    [{ op: 'create', resource: 'item', data: {} }, /"resource":.*Did you mean \\"items\\"\?/],
    [{ op: 'create', resource: 'prints', data: {} }, /"resource":\["Expected the name of a resource type\."\]/],
    [{ op: 'create', resource: 'items', id: 5, data: {} }, /"id":\["A new resource/],
    [{ op: 'create', resource: 'items' }, /"data":\["Expected a JSON object/],
    [{ op: 'create', resource: 'items', data: {}, atomic: 1 }, /"atomic":\["A line has no such key/],
    [{ op: 'patch', resource: 'items', data: {} }, /"id":\["Give the id/],
    [{ op: 'patch', resource: 'items', id: 1, by: 'dcterms:title', data: {} }, /"id":\["Give the id/],
    [{ op: 'patch', resource: 'items', id: 'x', data: {} }, /"id":\["Expected the id/],
    [{ op: 'patch', resource: 'items', id: [1], data: {} }, /"id":\["Expected the id/],
    [{ op: 'patch', resource: 'items', id: { toString: 1, valueOf: 1 }, data: {} }, /"id":\["Expected the id/],
    [{ op: 'upsert', resource: 'items', data: {} }, /"by":\["Expected the term/],
    [{ op: 'upsert', resource: 'items', by: 'dcterms:nothing', data: {} }, /"by":\["There is no property/],
    [{ op: 'upsert', resource: 'items', by: 'dcterms:title', data: {} }, /"dcterms:title":\["Expected exactly one/],
    [{ op: 'upsert', resource: 'vocabularies', by: 'dcterms:title', data: { 'dcterms:title': 'x' } }, /"by":\["Only/]
  ]
  const { told } = await send(server, editor, lines(...wrong.map(([line]) => JSON.stringify(line))))
  t.equal(told.length, wrong.length)
  for (const [index, [, message]] of wrong.entries()) {
    t.equal(told[index]!.status, 422)
    t.match(JSON.stringify(told[index]!.errors), message)
  }
  t.same(await titles(server, editor), [])
})

t.test('all or nothing', async (t) => {
  const server = await build(t)
  const editor = await server.account('editor')
  const refused = await send(server, editor, lines(
    { op: 'create', resource: 'items', data: title('One') },
    { op: 'delete', resource: 'items', id: 77 },
    { op: 'create', resource: 'items', data: title('Two') }
  ), '?atomic=1')
  t.equal(refused.statusCode, 404)
  t.match(refused.told, [{ line: 2, status: 404, errors: { error: /77/ } }])
  t.same(await titles(server, editor), [])

  const unreadable = await send(server, editor, lines(
    { op: 'create', resource: 'items', data: title('One') }, 'nonsense', '{"op":"make"}'
  ), '?atomic=1')
  t.equal(unreadable.statusCode, 400)
  t.same(unreadable.told.map(({ line }) => line), [2, 3])

  const done = await send(server, editor, lines(
    { op: 'create', resource: 'items', data: identified('a', 'One') },
    { op: 'patch', resource: 'items', by: 'dcterms:identifier', data: identified('a', 'Changed') }
  ), '?atomic=1')
  t.equal(done.statusCode, 422, 'what a line finds may not come from an earlier one')
  t.same(await titles(server, editor), [])

  const two = await send(server, editor, lines(
    { op: 'create', resource: 'items', data: title('One') }, { op: 'create', resource: 'items', data: title('Two') }
  ), '?atomic=1')
  t.same(two.told.map(({ status }) => status), [200, 200])
  t.same(await titles(server, editor), ['One', 'Two'])

  const many = await send(server, editor, lines(...Array<BulkLine>(5001).fill({
    op: 'create', resource: 'items', data: {}
  })), '?atomic=1')
  t.equal(many.statusCode, 413)
  t.equal((await titles(server, editor)).length, 2)
})

t.test('each line of a bulk request needs the rights of a single request', async (t) => {
  const server = await build(t)
  const body = lines({ op: 'create', resource: 'items', data: title('x') })
  t.equal((await send(server, undefined, body)).statusCode, 403)
  const researcher = await server.account('researcher')
  t.equal((await send(server, researcher, body)).statusCode, 403)
  const author = await server.account('author')
  const editor = await server.account('editor')
  await send(server, editor, body)
  const { told } = await send(server, author, lines(
    { op: 'patch', resource: 'items', id: 1, data: title('Mine now') },
    { op: 'delete', resource: 'items', id: 1 },
    { op: 'create', resource: 'vocabularies', data: {} },
    { op: 'upsert', resource: 'items', by: 'dcterms:title', data: title('x') },
    { op: 'create', resource: 'items', data: title('Own') }
  ))
  t.same(told.map(({ status }) => status), [403, 403, 403, 403, 200])
  t.same(await titles(server, editor), ['x', 'Own'])
  const { id } = await server.api.authenticate(researcher.identity, researcher.credential, '127.0.0.1')
  const permissions = { 'o:site_permission': [{ 'o:user': { 'o:id': id }, 'o:role': 'admin' }] }
  const site = { 'o:title': 'Prints', 'o:theme': 'default', ...permissions }
  t.match(await server.send({ method: 'POST', url: '/api/sites', as: editor, payload: site }), { statusCode: 200 })
  const ofSite = lines({ op: 'patch', resource: 'sites', id: 1, data: { 'o:title': 'Etchings' } })
  t.same((await send(server, researcher, ofSite)).told.map(({ status }) => status), [200], 'a member of a site')
})

t.test('a client that may not write is refused before the lines are sent', async (t) => {
  const server = await build(t)
  const request = await connection(t, server, await server.account('researcher'))
  request.write(lines({ op: 'create', resource: 'items', data: title('One') }))
  const [response] = await once(request, 'response') as [http.IncomingMessage]
  t.equal(response.statusCode, 403)
})

t.test('other requests are answered between lines, even if all lines are invalid', async (t) => {
  const server = await build(t)
  const author = await server.account('author')
  let told: BulkResult[] = []
  const turns = await turnsDuring(async () => { told = (await send(server, author, 'x\n'.repeat(15_000))).told })
  t.equal(told.length, 15_000)
  t.match(told.at(-1), { line: 15_000, status: 400, errors: { error: 'JSON: Syntax error' } })
  t.ok(turns >= 5, `${turns} turns`)
})

t.test('other requests are answered while blank lines are read', async (t) => {
  const server = await build(t)
  const author = await server.account('author')
  const blank = '\n'.repeat(600_000)
  let told: BulkResult[] = []
  const turns = await turnsDuring(async () => { told = (await send(server, author, `${blank}x\n`)).told })
  t.match(told, [{ line: 600_001, status: 400 }])
  t.ok(turns >= 5, `${turns} turns`)
})

t.test('other bodies and methods are refused', async (t) => {
  const server = await build(t)
  const editor = await server.account('editor')
  const json = await server.send({ method: 'POST', url: '/api/bulk', payload: {}, as: editor })
  t.equal(json.statusCode, 415)
  t.match(json.json<object>(), { errors: { error: /Expecting "application\/x-ndjson"/ } })
  const get = await server.send({ url: '/api/bulk' })
  t.equal(get.statusCode, 405)
  t.equal(get.headers.allow, 'POST, OPTIONS')
  t.equal((await server.send({ method: 'OPTIONS', url: '/api/bulk' })).statusCode, 204)
})

/** A request over a connection, written line by line. @param agent keeps the connection for further requests. */
async function connection (
  t: Ending, server: Server, key: Key, agent: http.Agent | false = false
): Promise<http.ClientRequest> {
  const { app } = server
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const request = http.request(`${app.listeningOrigin}/api/bulk`, {
    method: 'POST', agent, headers: { 'content-type': NDJSON, authorization: `Bearer ${key.identity}.${key.credential}` }
  })
  request.on('error', () => {})
  t.teardown(() => { request.destroy() })
  return request
}

t.test('results come while lines are sent, and reported changes stay when the client disconnects', async (t) => {
  const server = await build(t)
  const editor = await server.account('editor')
  const request = await connection(t, server, editor)
  request.write(lines({ op: 'create', resource: 'items', data: title('One') }))
  const [response] = await once(request, 'response') as [http.IncomingMessage]
  t.equal(response.headers['content-type'], NDJSON)
  const [first] = await once(response, 'data') as [Buffer]
  t.match(results(String(first)), [{ line: 1, status: 200, 'o:id': 1 }])
  request.write(lines({ op: 'create', resource: 'items', data: title('Two') }))
  const [second] = await once(response, 'data') as [Buffer]
  t.match(results(String(second)), [{ line: 2, status: 200 }])
  request.write('{"op": "create", "resource": "items", "data"')
  response.on('error', () => {})
  request.destroy()
  await new Promise((resolve) => { response.once('close', resolve) })
  t.same(await titles(server, editor), ['One', 'Two'])
})

t.test('a line that is too long ends the request; earlier lines are executed', async (t) => {
  const server = await build(t, { bodyLimit: 100_000 })
  const editor = await server.account('editor')
  const { statusCode, told } = await send(server, editor, lines(
    { op: 'create', resource: 'items', data: title('One') },
    { op: 'create', resource: 'items', data: title('x'.repeat(100_000)) },
    { op: 'create', resource: 'items', data: title('Three') }
  ))
  t.equal(statusCode, 200)
  t.same(told.map(({ line, status }) => [line, status]), [[1, 200], [2, 413]])
  t.same(await titles(server, editor), ['One'])
})

t.test('after a line that is too long, the connection serves the next request', async (t) => {
  const server = await build(t, { bodyLimit: 1_000_000 })
  const editor = await server.account('editor')
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => { agent.destroy() })
  const sockets = new Set<unknown>()
  for (const size of [2_000_000, 1]) {
    const request = await connection(t, server, editor, agent)
    request.end(lines({ op: 'create', resource: 'items', data: title('x'.repeat(size)) }))
    const [response] = await once(request, 'response', { signal: AbortSignal.timeout(10_000) }) as [http.IncomingMessage]
    const told = results(String(Buffer.concat(await response.toArray() as Buffer[])))
    t.same(told.map(({ status }) => status), [size === 1 ? 200 : 413])
    sockets.add(request.socket)
  }
  t.equal(sockets.size, 1)
})

t.test('a server that stops reports the line at which it stopped', async (t) => {
  const server = await build(t)
  const editor = await server.account('editor')
  const request = await connection(t, server, editor)
  request.write(lines({ op: 'create', resource: 'items', data: title('One') }))
  const [response] = await once(request, 'response') as [http.IncomingMessage]
  await once(response, 'data')
  const closed = server.app.close()
  request.end(lines({ op: 'create', resource: 'items', data: title('Two') }))
  const rest = Buffer.concat(await response.toArray() as Buffer[])
  t.match(results(String(rest)), [{ line: 2, status: 503 }])
  await closed
})

t.test('programs carry out any number of changes, too', async (t) => {
  const { api, account, send } = await build(t)
  const editor = await account('editor')
  const actor = await api.authenticate(editor.identity, editor.credential, '127.0.0.1')
  async function * changes (): AsyncGenerator<BulkLine> {
    for (let i = 1; i <= 250; i++) yield { op: 'create', resource: 'items', data: title(`Number ${i}`) }
    yield { op: 'delete', resource: 'items', id: 250 }
  }
  const outcomes = await Readable.from(api.bulk.run(changes(), { actor })).toArray() as Array<{ ok: boolean }>
  t.equal(outcomes.length, 251)
  t.ok(outcomes.every(({ ok }) => ok))
  t.equal((await send({ url: '/api/items?per_page=1' })).headers['omeka-s-total-results'], '249')
  await t.rejects(api.bulk.run([{ op: 'create', resource: 'items', data: {} }]).next(), /Permission denied/)
})
