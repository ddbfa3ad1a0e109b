import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { OPERATOR } from '../../../../../api/core/calls/actor.js'
import type { ExportOptions } from '../../../../../api/move/export/exporter.js'
import type { ImportOptions, ImportSummary } from '../../../../../api/move/import/write/context.js'
import { build, type Server } from '../../../../helper.js'
import { mixed } from '../../export/fixtures/mixed.js'
import { literal, uri } from '../../../collection.js'

type Json = Record<string, unknown>

const ADMIN = { actor: OPERATOR }

/** Exports a table, and has it changed. @returns the file. */
async function exported (
  { api, data }: Server, options: ExportOptions = {}, change: (text: string) => string = (text) => text
): Promise<string> {
  const source = await api.export({ format: 'csv', resource: 'items', ...options }, ADMIN)
  let text = ''
  for await (const chunk of source.chunks) text += chunk.text
  const file = path.join(data, 'export.csv')
  await writeFile(file, change(text))
  return file
}

async function imported (
  { api }: Server, file: string, options: Partial<ImportOptions> = {}
): Promise<ImportSummary & { problems: string[] }> {
  const problems: string[] = []
  const mapping = await api.tables.guess(await api.tables.read(file), options)
  const onProblem: ImportOptions['onProblem'] = ({ line, message }) => { problems.push(`${line}: ${message}`) }
  const summary = await api.import({ file, format: 'table', formatOptions: { mapping }, onProblem, ...options })
  return { ...summary, problems }
}

async function everything ({ api }: Server): Promise<Json[]> {
  return (await api.resource('items').search({ sort_by: 'id', sort_order: 'asc' }, ADMIN)).json() as Json[]
}

/** Values that are hard to keep in a cell. */
const HARD = {
  'dcterms:title': [literal(' a|b\\|c\\'), literal("'=1"), literal('\tx'), literal('@handle'), literal('one'), literal('-3')],
  'dcterms:subject': [uri('urn:x', 'two  words | more'), uri('https://example.org/a b'), literal('x', { '@language': 'de-AT' })],
  'dcterms:date': [literal('-1'), literal('-12-01'), literal('+5')],
  'dcterms:description': [
    literal('a', { '@language': 'de', is_public: false }), literal('b', { '@language': 'x-klingon' }),
    literal('c', { '@language': 'klingon', is_public: false }), uri('urn:y', undefined, { is_public: false }),
    literal('d', { '@language': '' }), uri('urn:z', '', { 'o:lang': '' })
  ]
}

t.test('a table of an export updates what it came from without changing anything', async (t) => {
  const server = await build(t)
  await mixed(server)
  await server.api.items.create(HARD, ADMIN)
  const before = await everything(server)
  for (const options of [{}, { format: 'tsv' as const }, { separator: '|', hasByteOrderMark: true }]) {
    const summary = await imported(server, await exported(server, options), { updateBy: 'o:id' })
    t.same(summary.problems, [])
    t.match(summary, { created: 0, updated: 0, unchanged: before.length })
  }
  t.same(await everything(server), before)
  const sets = await imported(server, await exported(server, { resource: 'item_sets' }), { updateBy: 'o:id' })
  t.match(sets, { created: 0, updated: 0, unchanged: 2, errors: 0, warnings: 0 })
})

t.test('cells that are edited in an exported table change the items, and nothing else changes', async (t) => {
  const server = await build(t)
  const { public: id } = await mixed(server)
  const before = await everything(server)
  const file = await exported(server, {}, (text) => text.replace('A public item', 'A renamed item|Another title'))
  t.match(await imported(server, file, { updateBy: 'o:id' }), { created: 0, updated: 1, unchanged: before.length - 1 })
  for (const [at, item] of (await everything(server)).entries()) {
    // Those that link to it show its title.
    const text = JSON.stringify(item).replaceAll('A renamed item', 'A public item')
    if (item['o:id'] !== id) t.same(JSON.parse(text), before[at])
    else t.match(item, { 'dcterms:title': [{ '@value': 'A renamed item' }, { '@value': 'Another title' }] })
  }
})

t.test('an exported table makes the same items in another installation', async (t) => {
  const source = await build(t)
  const target = await build(t)
  const first = await source.api.items.create(HARD, ADMIN)
  const link = { type: 'resource:item', value_resource_id: (first.json() as Json)['o:id'] as number }
  await source.api.items.create({ 'dcterms:title': [literal('Linked')], 'dcterms:relation': [link] }, ADMIN)
  await target.api.itemSets.create({ 'dcterms:title': [literal('Takes an id')] }, ADMIN)
  t.match(await imported(target, await exported(source)), { created: 2, problems: [] })
  const [copy, linked] = await everything(target)
  const [original] = await everything(source)
  // A column holds values of one kind, so that what stands in several columns comes back in their order.
  const sorted = (values: unknown): string[] => (values as object[]).map((value) => JSON.stringify(value)).sort()
  for (const term of Object.keys(HARD)) t.same(sorted(copy![term]), sorted(original![term]), term)
  t.same(copy!['dcterms:title'], original!['dcterms:title'])
  t.match(linked!['dcterms:relation'], [{ value_resource_id: copy!['o:id'] }])
})

t.test('formulas that an export left as they are', async (t) => {
  const server = await build(t)
  await server.api.items.create({ 'dcterms:title': [literal('=1+1'), literal('two')] }, ADMIN)
  await server.api.items.create({ 'dcterms:title': [literal("'=quoted")] }, ADMIN)
  const before = await everything(server)
  const summary = await imported(server, await exported(server, { keepsFormulas: true }), { updateBy: 'o:id' })
  t.match(summary, { unchanged: 2, updated: 0, errors: 0 })
  t.same(await everything(server), before)
})

t.test('a table of media is refused', async (t) => {
  const server = await build(t)
  await mixed(server)
  await t.rejects(imported(server, await exported(server, { resource: 'media' })), /exported table of media/)
})
