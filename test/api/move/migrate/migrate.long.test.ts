import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import { backup } from '../../../../api/move/backup/backup.js'
import { restore } from '../../../../api/move/backup/restore.js'
import { completeSettings } from '../../../../api/runtime/settings/settings.js'
import { migrate, type MigrationCall } from '../../../../api/move/migrate/migrate.js'
import { Store } from '../../../../db/open/store.js'
import { value } from '../../../../db/tables/index.js'
import { freshDatabase, newDatabase } from '../../../database.js'
import { build, temporaryFolder, title, type Ending, type Key, type Server } from '../../../helper.js'
import { mixed } from '../export/fixtures/mixed.js'
import { TYPES } from '../collection/fixtures/collections.js'

const SEARCHES = [
  'items?fulltext_search=sea', 'items?search=secret', 'items?sort_by=dcterms:title', 'items?sort_by=title&sort_order=desc',
  'items?property[0][property]=dcterms:title&property[0][type]=in&property[0][text]=VUE',
  'items?property[0][property]=dcterms:extent&property[0][type]=gt&property[0][text]=-20', 'changes'
]

/** Answers over HTTP to an anonymous client and to an administrator, and an export. */
async function answers ({ api, send }: Server, as: Key): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const address of [...TYPES.map((type) => `${type}?per_page=1000&sort_by=id`), ...SEARCHES]) {
    found[address] = (await send({ url: `/api/${address}`, as })).payload
    found[`${address} by anybody`] = (await send({ url: `/api/${address}` })).payload
  }
  const collection = await api.export({}, { actor: OPERATOR })
  found.export = ''
  for await (const { text } of collection.chunks) found.export += text.replace(/"moment":"[^"]+"/, '')
  await collection.close()
  return found
}

let made: Promise<Closed> | undefined

interface Closed { data: string, admin: Key, shown: number, before: Record<string, string> }

async function make (): Promise<Closed> {
  const server = await build(t, { database: '' })
  const { admin, public: shown } = await mixed(server)
  const before = await answers(server, admin)
  await server.app.close()
  return { data: server.data, admin, shown, before }
}

/** A closed collection with some of everything, in a folder of its own. `before`: what it answered. */
async function closed (t: Ending): Promise<Closed> {
  const one = await (made ??= make())
  const data = await temporaryFolder(t)
  await cp(one.data, data, { recursive: true })
  return { ...one, data }
}

const NUL_PROBLEM = 'The character U+0000 cannot be stored in this database.'

async function nextId ({ send }: Server, as: Key, text = 'Next'): Promise<number> {
  const { payload } = await send({ method: 'POST', url: '/api/items', payload: title(text), as })
  return (JSON.parse(payload) as Record<string, number>)['o:id']!
}

t.test('a collection is the same on PostgreSQL, byte for byte, and when it comes back', async (t) => {
  const { data, admin, before } = await closed(t)
  const address = await newDatabase()
  const folder = path.join(await temporaryFolder(t), 'new')
  for (const call of [{ from: data, to: address }, { from: address, to: folder }]) {
    await t.rejects(migrate({ ...call, onProgress ({ phase }) { if (phase === 'index') throw new Error('Killed.') } }))
    t.match(await migrate(call), { hindrance: undefined, written: 0 }, 'only texts were left')
  }
  const ids = []
  for (const settings of [{ data, database: address }, { data: folder, database: '' }]) {
    const server = await build(t, settings)
    const after = await answers(server, admin)
    for (const name of Object.keys(before)) t.equal(after[name], before[name], name)
    ids.push(await nextId(server, admin))
    await server.app.close()
  }
  t.equal(ids[0], ids[1], 'ids go on where they were')
})

t.test('on PostgreSQL a collection is checked and repaired, backed up, and named what it cannot store', async (t) => {
  const { data, admin, before } = await closed(t)
  const address = await newDatabase()
  const { written, tables } = await migrate({ from: data, to: address })
  t.equal(written, tables.reduce((sum, { rows }) => sum + rows, 0))
  const server = await build(t, { data, database: address })
  const archive = path.join(await temporaryFolder(t), 'museum.tar')
  const settings = completeSettings({ data, database: address })
  t.equal((await backup({ settings, target: archive })).problems, 0)
  const folder = path.join(await temporaryFolder(t), 'restored')
  const elsewhere = { ...settings, data: path.join(path.dirname(folder), 'another node') }
  t.equal((await backup({ settings: elsewhere, target: `${folder}.tar`, withFiles: false })).problems, 0)
  await restore({ source: createReadStream(archive), folder })
  const restored = await build(t, { data: folder, database: '' })
  const after = await answers(restored, admin)
  for (const name of Object.keys(before)) if (!/changes|export/.test(name)) t.equal(after[name], before[name], name)

  const nul = await server.send({ method: 'POST', url: '/api/items', payload: title('a\0b'), as: admin })
  t.same([nul.statusCode, nul.json()], [422, { errors: { 'dcterms:title': [NUL_PROBLEM] } }])
  const members = { 'o:namespace_uri': 'https://x.example/', 'o:prefix': 'x', 'o:label': 'x', 'o:property': [{ 'o:local_name': 'x', 'o:label': '\0' }] }
  t.equal((await server.send({ method: 'POST', url: '/api/vocabularies', payload: members, as: admin })).statusCode, 422)
  t.equal((await server.send({ url: '/api/items?fulltext_search=a%00b&property[0][type]=eq&property[0][text]=%00' })).statusCode, 200)
  const words = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ')
  const long = Array.from({ length: 4000 }, (_, at) => String.fromCharCode(0x61 + at * at % 23)).join('')
  const id = await nextId(server, admin, `${words} ${long}`)
  for (const text of [`"${words}"`, long]) {
    const { payload } = await server.send({ url: `/api/items?return_scalar=id&fulltext_search=${encodeURIComponent(text)}` })
    t.same(JSON.parse(payload), { [id]: id })
  }

  t.same(await server.api.checkRecords(), { faults: 0, repairable: 0, repaired: 0 })
  const client = new pg.Client(address)
  await client.connect()
  await client.query(`UPDATE value SET text_key = 'wrong' WHERE id = 1; DELETE FROM fulltext_docsize WHERE id = ${id};
    UPDATE id_sequence SET seq = 1 WHERE name = 'resource'; UPDATE resource SET title = 'wrong' WHERE id = 1`)
  await client.end()
  t.match(await server.api.checkRecords({ repair: true }), { repaired: 4 })
  t.same(await server.api.checkRecords(), { faults: 0, repairable: 0, repaired: 0 })
})

t.test('an interrupted copy continues, and can be opened only when it is complete', async (t) => {
  const { data, admin, before } = await closed(t)
  const address = await newDatabase()
  let steps = 0
  for (let isDone = false; !isDone; steps += 45) {
    const stopping = new AbortController()
    let left = steps
    const step = (): void => { if (left-- === 0) stopping.abort(new Error('Stopped.')) }
    const call: MigrationCall = { from: data, to: address, signal: stopping.signal, onProgress: step, onStep: step }
    const summary = await migrate(call).catch((error: Error) => error)
    isDone = !(summary instanceof Error)
    if (isDone) continue
    t.match(summary, { message: 'Stopped.' })
    await t.rejects(Store.open('', {}, { address }), { message: /being copied/ })
  }
  t.ok(steps > 100)
  const server = await build(t, { data, database: address })
  t.same(await answers(server, admin), before)
})

t.test('writes during a run are copied by the next run, and keep the copy closed until then', async (t) => {
  const { data, admin, shown } = await closed(t)
  const source = await build(t, { data, database: '' })
  const address = await newDatabase()
  let writing: Promise<unknown> | undefined
  const first = await migrate({
    from: data,
    to: address,
    onStep () {
      writing ??= source.send({ method: 'PATCH', url: `/api/items/${shown}`, payload: title('Changed'), as: admin })
    }
  })
  await writing
  t.match(first.hindrance, /written to meanwhile/)
  await t.rejects(Store.open('', {}, { address }), { message: /being copied/ })
  await source.send({ method: 'DELETE', url: '/api/items/4', as: admin })
  const expected = await answers(source, admin)
  await source.app.close()
  const second = await migrate({ from: data, to: address })
  t.equal(second.hindrance, undefined)
  t.ok(second.written < first.written / 2, 'only what has changed')
  const server = await build(t, { data, database: address })
  t.same(await answers(server, admin), expected)
})

t.test('a row that reads differently is named, and the copy cannot be opened', async (t) => {
  const { data } = await closed(t)
  const address = await newDatabase()
  const other = new pg.Client(address)
  t.teardown(async () => { await other.end() })
  await other.connect()
  let spoiling: Promise<unknown> | undefined
  await t.rejects(migrate({
    from: data,
    to: address,
    onProgress: ({ phase }) => {
      if (phase === 'verify') spoiling ??= other.query("UPDATE value SET lang = 'xx', text = 'other' WHERE id = 2")
    }
  }), { message: /^value\/2 is different in postgres:.*: lang, text\.$/ })
  await spoiling
  await t.rejects(Store.open('', {}, { address }), { message: /being copied/ })
})

t.test('texts with U+0000 are named, or the character is replaced', async (t) => {
  const { data } = await closed(t)
  const store = await Store.open(data)
  await store.write(async (database) => { await database.update(value).set({ text: 'a\0b' }) })
  await store.close()
  const address = await newDatabase()
  await t.rejects(migrate({ from: data, to: address }), { message: /U\+0000.* is in value\/1, value\/2,.* --replace-nul/ })
  const { replaced, hindrance } = await migrate({ from: data, to: address, replacesNul: true })
  t.equal(hindrance, undefined)
  t.match(replaced, ['value/1', 'value/2'])
  const copy = await Store.open('', {}, { address })
  t.same(new Set((await copy.read.select().from(value)).map(({ text }) => text)), new Set(['a\uFFFDb']))
  await copy.close()
})

t.test('only an empty place is copied into, and only a collection of this version is copied', async (t) => {
  const { data } = await closed(t)
  const folder = await temporaryFolder(t)
  const [address, empty] = [await freshDatabase(), await newDatabase()]
  await t.rejects(migrate({ from: data, to: address }), { message: /There is a collection in postgres:.* already/ })
  await t.rejects(migrate({ from: address, to: data }), { message: /There is a collection in .* already/ })
  await t.rejects(migrate({ from: data, to: `${data}/` }), { message: /are the same collection/ })
  await t.rejects(migrate({ from: folder, to: address }), { message: /There is no collection in/ })
  await t.rejects(migrate({ from: empty, to: folder }), { message: /There is no collection in/ })
  t.notOk(existsSync(path.join(folder, 'vitrine.db')))
  const client = new pg.Client(address)
  await client.connect()
  await client.query("INSERT INTO migration (name) VALUES ('9999_later')")
  await client.end()
  await t.rejects(migrate({ from: address, to: folder }), { message: /another version/ })
  const other = path.join(folder, 'other')
  await mkdir(other)
  await writeFile(path.join(other, 'vitrine.db'), 'no database')
  await t.rejects(migrate({ from: other, to: empty }))
})
