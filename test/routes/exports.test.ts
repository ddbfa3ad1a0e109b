import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { openFile } from '../../db/sqlite/connection/driver.js'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { mixed, plain, SECRETS } from '../api/move/export/fixtures/mixed.js'
import { titled } from '../api/collection.js'
import type { Json } from '../files/fixtures/uploads.js'
import { IS_POSTGRES } from '../database.js'
import { build, type Server } from '../helper.js'
import { until } from '../until.js'
import { indexed } from '../indexed.js'

/** More than the buffers of a connection hold, so that an export that is not read does not end. */
const ITEMS = 1500
const LONG_TITLE = 'word '.repeat(1600)

type Settings = Parameters<typeof build>[1]

async function many (t: Test, settings: Settings = {}): Promise<{ server: Server, address: string }> {
  const server = await build(t, settings)
  for (let at = 0; at < ITEMS; at += 500) {
    const payloads = Array.from({ length: 500 }, (_, n) => titled(`${at + n}`, LONG_TITLE))
    await server.api.items.batchCreate(payloads, { actor: OPERATOR })
  }
  return { server, address: await server.app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** Begins a request and reads nothing of the body. */
async function begin (url: string): Promise<IncomingMessage> {
  const [reply] = await once(get(url, { agent: false }), 'response') as [IncomingMessage]
  reply.on('error', () => {})
  return reply
}

/** Whether something still looks at the database as it was earlier. */
async function isHeld ({ api, data }: Server): Promise<boolean> {
  if (IS_POSTGRES) {
    const held = await api.store.read.all(sql`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND backend_xmin IS NOT NULL AND pid <> pg_backend_pid()`)
    return held.length > 0
  }
  const database = openFile(path.join(data, 'vitrine.db'), { timeout: 0 })
  try {
    const [{ busy }] = database.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]
    return busy !== 0
  } finally {
    database.close()
  }
}

t.test('a search is sent as a file, as far as the client may see it', async (t) => {
  const server = await build(t)
  const { admin } = await mixed(server)
  const { statusCode, headers, payload } = await server.send({ url: '/api/items/export?format=csv&sort_by=id&page=7&per_page=1' })
  t.equal(statusCode, 200)
  t.match(headers, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="items.csv"',
    'cache-control': 'no-store'
  })
  t.notOk(headers.link)
  for (const secret of SECRETS) t.notMatch(payload, secret)
  const listed = (await server.send({ url: '/api/items?per_page=1000' })).json() as Json[]
  t.same((parse(payload, { columns: true }) as Json[]).map((row) => Number(row['o:id'])),
    listed.map((item) => item['o:id'] as number))
  const whole = await server.send({ url: '/api/items/export?search=secret', as: admin })
  t.match(whole.headers['content-disposition'], 'items.ndjson')
  const found = (await server.send({ url: '/api/items?search=secret', as: admin })).json() as Json[]
  const lines = whole.payload.trimEnd().split('\n').map((line) => JSON.parse(line) as Json)
  t.same(lines.filter((line) => [line['@type']].flat()[0] === 'o:Item').map(plain), found)
  t.equal(lines[0]!.source, 'http://localhost/api')
  const semicolons = await server.send({ url: '/api/items/export?format=csv&separator=%3B&bom=1&keep_formulas=1', as: admin })
  t.match(semicolons.payload, /^\uFEFFo:id,/)
  t.match(semicolons.payload, '=1+1')
})

t.test('options of tables are named if the export is none, or refused if that is preferred', async (t) => {
  const server = await build(t)
  const { headers } = await server.send({ url: '/api/items/export?separator=%3B&bom=1&keep_formulas=1' })
  t.equal(headers['service-ignored'], 'separator, bom, keep_formulas')
  const quiet = await server.send({ url: '/api/items/export?bom=0&keep_formulas=' })
  t.equal(quiet.headers['service-ignored'], undefined)
  const refused = await server.send({ url: '/api/items/export?separator=%3B', headers: { prefer: 'handling=strict' } })
  t.same([refused.statusCode, refused.json()], [400, { errors: { separator: ['"separator" is for tables: csv, tsv.'] } }])
})

t.test('HEAD has the headers of GET, and other methods and formats are refused', async (t) => {
  const server = await build(t)
  await mixed(server)
  const head = await server.send({ method: 'HEAD', url: '/api/item_sets/export?format=tsv' })
  t.equal(head.statusCode, 200)
  t.equal(head.payload, '')
  t.match(head.headers, { 'content-type': 'text/tab-separated-values; charset=utf-8' })
  t.notOk('content-length' in head.headers, 'the length of a stream is not known')
  const accept = 'text/event-stream'
  const events = await server.send({ method: 'HEAD', url: '/api/changes?since=0', headers: { accept } })
  t.match(events.headers, { 'content-type': accept, 'content-length': undefined })
  const refused = async (method: 'GET' | 'HEAD' | 'POST', url: string): Promise<[number, string]> => {
    const { statusCode, payload } = await server.send({ method, url })
    return [statusCode, payload]
  }
  t.match(await refused('GET', '/api/items/export?format=xls'), [400, /ndjson, csv, tsv/])
  t.match(await refused('GET', '/api/items/export?format[]=csv'), [400, /ndjson, csv, tsv/])
  t.match(await refused('GET', '/api/items/export?format[a]=csv'), [400, /ndjson, csv, tsv/])
  t.match(await refused('GET', '/api/vocabularies/export?format=csv'), [400, /items, item_sets, media/])
  t.match(await refused('GET', '/api/items/export?separator=%22&format=csv'), [400, /separator/])
  t.match(await refused('GET', '/api/items/export?sort_by=a,a,a,a,a,a,a,a,a'), [400, /sort_by/])
  t.match(await refused('GET', '/api/jobs/export'), [403, /Permission denied/])
  t.match(await refused('HEAD', '/api/jobs/export'), [403, ''])
  t.match(await refused('GET', '/api/data_types/export'), [404, /not found/])
  t.equal((await server.send({ method: 'DELETE', url: '/api/items/export' })).headers.allow, 'GET, HEAD, OPTIONS')
  t.match(await refused('GET', '/api/vocabularies/export'), [200, /^\{"@type":"vitrine:Collection"/])
})

t.test('an export shows one moment, whatever is written meanwhile', async (t) => {
  for (const searchThreads of [0, 1]) {
    const server = await build(t, { searchThreads })
    await mixed(server)
    const read = async (chunks: AsyncIterable<{ text: string }>): Promise<string> => {
      let text = ''
      for await (const chunk of chunks) text += chunk.text
      return text
    }
    const options = { base: 'http://localhost' }
    const whole = (text: string): string => text.replace(/"moment":"[^"]*"/, '')
    const before = whole(await read((await server.api.export(options, { actor: OPERATOR })).chunks))
    const source = await server.api.export(options, { actor: OPERATOR })
    for (const { 'o:id': id } of (await server.api.items.search({}, { actor: OPERATOR })).json()) {
      if (id % 2 === 0) await server.api.items.delete(id, { actor: OPERATOR })
      else await server.api.items.update(id, titled('Changed'), { actor: OPERATOR })
    }
    await server.api.items.create(titled('New'), { actor: OPERATOR })
    // The indexer also has transactions open now and then.
    await indexed(server)
    t.ok(await isHeld(server))
    t.equal(whole(await read(source.chunks)), before)
    t.notOk(await isHeld(server), 'what is finished holds nothing')
    t.not(whole(await read((await server.api.export(options, { actor: OPERATOR })).chunks)), before)
  }
})

t.test('exports of clients that disconnect or do not read end soon; too many at once are refused', async (t) => {
  for (const searchThreads of [0, 1]) {
    const { server, address } = await many(t, { searchThreads })
    const url = `${address}/api/items/export`
    const unread = [await begin(url), await begin(url)]
    const refused = await fetch(url)
    t.equal(refused.status, 503)
    t.ok(refused.headers.get('retry-after'))
    t.match(await refused.json(), { errors: { error: /exports are running/ } })
    await server.api.items.create(titled('New'), { actor: OPERATOR })
    t.ok(await isHeld(server))
    for (const reply of unread) reply.destroy()
    await until(async () => !await isHeld(server))
    await until(async () => {
      const reply = await begin(url)
      reply.destroy()
      return reply.statusCode === 200
    })
  }
})

t.test('an export that takes too long is aborted, so that clients do not take it for complete', async (t) => {
  const { server, address } = await many(t, { exportTimeout: 1500 })
  const reply = await begin(`${address}/api/items/export`)
  await server.api.items.create(titled('New'), { actor: OPERATOR })
  await until(async () => !await isHeld(server))
  let text = ''
  const broken = (async () => { for await (const chunk of reply) text += String(chunk) })()
  await t.rejects(broken)
  t.notMatch(text, 'vitrine:End')
})

t.test('an error on the way breaks the connection off', async (t) => {
  const server = await build(t, {}, {}, {
    representations: {
      items: (representation) => {
        if (representation['o:title'] === 'Bad') throw new Error('on purpose')
        return representation
      }
    }
  })
  const payloads = [...Array.from({ length: 40 }, () => titled(LONG_TITLE)), titled('Bad')]
  await server.api.items.batchCreate(payloads, { actor: OPERATOR })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const reply = await fetch(`${address}/api/items/export?format=csv`)
  t.equal(reply.status, 200)
  await t.rejects(reply.text())
})
