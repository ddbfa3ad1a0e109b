import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { ANONYMOUS, OPERATOR } from '../../../../api/core/calls/actor.js'
import type { ExportCall, ExportOptions } from '../../../../api/move/export/exporter.js'
import { writeExport } from '../../../../api/move/export/crate/export-file.js'
import { readCollection } from '../../../../api/move/collection/read/collection-file.js'
import { stored, type Json } from '../../../files/fixtures/uploads.js'
import { refusal, titled } from '../../collection.js'
import { turnsDuring } from '../../turns-during.js'
import { build, temporaryFolder, type Server } from '../../../helper.js'
import { mixed, plain, SECRETS } from './fixtures/mixed.js'

/** The base of what the test server answers. */
const BASE = 'http://localhost'

/** The lines of an export, parsed. */
async function lines ({ api }: Server, options: ExportOptions, call: ExportCall): Promise<Json[]> {
  const source = await api.export({ base: BASE, ...options }, call)
  let text = ''
  for await (const chunk of source.chunks) text += chunk.text
  return text.trimEnd().split('\n').map((line) => JSON.parse(line) as Json)
}

const TYPES = [
  'vocabularies', 'properties', 'resource_classes', 'users', 'assets', 'resource_templates', 'item_sets', 'items', 'media',
  'sites', 'site_pages'
]

t.test('a collection file has every record once, exactly as REST shows it, in the order of types and ids', async (t) => {
  const server = await build(t)
  const { admin } = await mixed(server)
  const [header, ...rest] = await lines(server, { filesFolder: 'x.files' }, { actor: OPERATOR })
  const end = rest.pop()!
  t.match(header, { '@type': 'vitrine:Collection', format: 1, source: `${BASE}/api`, complete: true, files: 'x.files' })
  t.same(end, { '@type': 'vitrine:End', records: rest.length })
  const expected: unknown[] = []
  for (const type of TYPES) {
    const { payload } = await server.send({ url: `/api/${type}?per_page=1000&sort_by=id&sort_order=asc`, as: admin })
    const list = JSON.parse(payload) as Json[]
    t.equal(header!.counts[type], list.length, type)
    expected.push(...list)
  }
  const annotations = rest.filter((line) => line['@type'] === 'o:ValueAnnotation')
  t.same(rest.filter((line) => !annotations.includes(line)).map(plain), expected)
  t.equal(annotations.length, 2)
  const rich = rest.find((line) => line['dcterms:extent'] !== undefined)!
  const [subject] = rich['dcterms:subject'] as [Json]
  t.same(
    [subject['vitrine:annotation'], subject['@annotation']['dcterms:date'][0]['vitrine:annotation']],
    annotations.map((line) => line['o:id'] as number)
  )
})

t.test('an account with fewer rights exports less: no private record, no private value, no account', async (t) => {
  const server = await build(t)
  const { owner } = await mixed(server)
  const all = await lines(server, {}, { actor: ANONYMOUS })
  const text = JSON.stringify(all)
  for (const secret of SECRETS) t.notMatch(text, secret)
  t.notOk(all.some((line) => line['@type'] === 'o:User'))
  for (const type of ['item_sets', 'items', 'media']) {
    const seen = (await server.send({ url: `/api/${type}?per_page=1000` })).json() as Json[]
    t.same(all[0]!.counts[type], seen.length, type)
  }
  const own = JSON.stringify(await lines(server, {}, { actor: owner }))
  t.match(own, 'secret value', 'the owner sees private values of what is its own')
  t.notMatch(own, 'Secret item')
})

t.test('the result of a search on items has these, and their media that may be seen', async (t) => {
  const server = await build(t)
  const { rich } = await mixed(server)
  const notes = (await server.api.items.read(rich)).json()['o:media'][0]!['o:id']
  const found = await lines(server, { resource: 'items', query: { id: [rich], page: 2 } }, { actor: ANONYMOUS })
  t.match(found[0], { complete: false, counts: { items: 1, media: 1 } })
  t.same(found.slice(1, -1).map((line) => line['o:id'] as number), [rich, notes])
  for (const [options, kind] of [
    [{ resource: 'jobs' }, 'forbidden'],
    [{ resource: 'data_types' }, 'not-found'],
    [{ resource: 'items', query: { sort_by: 'x,'.repeat(9) } }, 'bad-request']
  ] as const) t.equal((await refusal(lines(server, options, { actor: ANONYMOUS }))).kind, kind)
})

t.test('files come with it: into a folder of their own, checked by the reader of such files', async (t) => {
  const server = await build(t)
  await mixed(server)
  const folder = await temporaryFolder(t)
  const target = { file: path.join(folder, 'all.ndjson.gz'), folder: path.join(folder, 'all.files'), isCompressed: true }
  const source = await server.api.export({ filesFolder: 'all.files' }, { actor: OPERATOR })
  const { records, files, missing } = await writeExport(source, target, server.api.files.store)
  let read = 0
  for await (const some of readCollection(target.file)) read += some.length
  t.equal(read, records)
  t.equal(records, source.total)
  const names = await stored(server)
  t.same([files, missing], [names.length, []])
  for (const name of names) {
    t.ok((await readFile(path.join(target.folder, name))).equals(await readFile(path.join(server.data, 'files', name))), name)
  }
  t.same((await readdir(folder)).sort(), ['all.files', 'all.ndjson.gz'])
})

t.test('others are served while an export is made, and its pieces come before all is read', async (t) => {
  for (const searchThreads of [0, 1]) {
    const server = await build(t, { searchThreads })
    await server.api.items.batchCreate(Array.from({ length: 1000 }, (_, n) => titled(`${n}`, 'word '.repeat(50))), {
      actor: OPERATOR
    })
    const source = await server.api.export({ resource: 'items' }, { actor: OPERATOR })
    t.equal(source.total, 1000)
    const sizes: number[] = []
    let records = 0
    const turns = await turnsDuring(async () => {
      for await (const chunk of source.chunks) {
        sizes.push(chunk.text.length)
        records += chunk.records
      }
    })
    t.equal(records, 1000)
    t.ok(turns >= 10, `${turns} turns`)
    t.ok(sizes.length >= 10, `${sizes.length} pieces`)
    t.ok(Math.max(...sizes) < 100_000)
    await source.close()
  }
})
