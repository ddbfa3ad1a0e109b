import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { MappingError } from '../../../../../api/move/import/formats/tables/mapping/mapping.js'
import { open } from '../../../../../app.js'
import type { TableColumn, TableMapping } from '../../../../../schemas/exchange/table-mapping.js'
import { databaseOf } from '../../../../database.js'
import { temporaryFolder } from '../../../../helper.js'

const folder = await temporaryFolder(t)
const data = path.join(folder, 'data')
const api = await open({ data, searchThreads: 0, ...await databaseOf(data) })
t.teardown(async () => { await api.close() })

const mapping = (columns: unknown[], more: object = {}): TableMapping =>
  ({ '@type': 'vitrine:TableMapping', version: 1, table: {}, record: {}, columns, ...more }) as TableMapping

/** What is wrong with a mapping of a table with these headers. */
async function faults (columns: unknown[], headers = ['A', 'B'], more: object = {}): Promise<string[]> {
  try {
    await api.tables.parse(mapping(columns, more), { headers })
    return []
  } catch (error) {
    if (!(error instanceof MappingError)) throw error
    return error.problems.map(({ index, message }) => `${index ?? ''}: ${message}`)
  }
}

/** The texts of the titles and subjects that a mapping makes of a table. */
async function values (content: string, columns: TableColumn[], more: object = {}): Promise<unknown> {
  const file = path.join(folder, 'table.csv')
  await writeFile(file, content)
  await api.import({
    file, format: 'table', source: String(Math.random()), formatOptions: { mapping: mapping(columns, more) }
  })
  const [item] = (await api.items.search({ sort_by: 'id', sort_order: 'desc', per_page: 1 }, { actor: { id: null, role: 'global_admin' } }))
    .json() as unknown as Array<Record<string, Array<{ '@value': string }>>>
  return [item!['dcterms:title'], item!['dcterms:subject']].map((list) => list?.map((value) => value['@value']))
}

t.test('a written mapping is checked', async (t) => {
  t.same(await faults([{ header: 'A', to: 'dcterms:title' }]), [])
  t.same(await faults([{ header: 'A', to: 'dcterms:titel' }]), ['0: column A: "dcterms:titel" is unknown; the nearest is dcterms:title'])
  t.same(await faults([{ header: 'A', to: 'o:itemset' }]), ['0: column A: "o:itemset" is unknown; the nearest is o:item_set'])
  t.same(await faults([{ header: 'A', to: 'media:dcterms:titel' }]), [
    '0: column A: "media:dcterms:titel" is unknown; the nearest is media:dcterms:title'
  ])
  t.same(await faults([{ header: 'A', to: 'dcterms:title', type: 'litteral' }]), [
    '0: column A: "litteral" is an unknown data type; the nearest is literal'
  ])
  t.match(await faults([{ header: 'A', to: 'dcterms:relation', type: 'resource:item' }]), [/links need "by"/])
  t.match(await faults([{ header: 'A', to: 'dcterms:relation', type: 'resource', by: 'dcterms:identifer' }]), [
    /by: "dcterms:identifer" is unknown; the nearest is dcterms:identifier/
  ])
  t.match(await faults([{ header: 'A', to: 'o:owner', separator: ';' }]), [/one o:owner/])
  t.match(await faults([{ header: 'A', to: null }]), ['uses no column'])
  t.match(await faults([1, 2].map((column) => ({ column, to: 'dcterms:title', isIdentifier: true }))), [/only one/])
})

t.test('errors name each part that does not have the form of a mapping', async (t) => {
  t.match(await faults([{ header: 'A', to: 'dcterms:title', seperator: ';' }]), [
    /^0: columns\.0\.seperator: .*the nearest is separator/
  ])
  t.match(await faults([{ header: 'A', to: 5 }]), [/^0: columns\.0\.to: /])
  t.match(await faults([], ['A'], { version: 2 }), [/^: version: .*not 2/])
  t.match(await faults([], ['A'], { table: { delimiter: ';;' } }), [/table\.delimiter: /])
  await t.rejects(api.tables.parse('text'), MappingError)
  await t.rejects(api.tables.parse(null), MappingError)
})

t.test('columns are found by header and position, also where headers occur twice', async (t) => {
  const headers = ['Title', 'Note', 'Note', '']
  t.same(await faults([{ column: 2, header: 'Note', to: 'dcterms:title' }], headers), [])
  t.same(await faults([{ column: 1, header: 'Nite', to: 'dcterms:title' }], headers), [
    '0: there is no column with the header "Nite"; the nearest is "Note"'
  ])
  t.match(await faults([{ header: 'Note', to: 'dcterms:title' }], headers), [/2 columns have the header "Note"; say which/])
  t.match(await faults([{ column: 9, to: 'dcterms:title' }], headers), [/no column 9; the table has 4/])
  t.match(await faults([{ to: 'dcterms:title' }], headers), [/"column", "header" or both/])
  t.match(await faults([{ column: 1, to: 'dcterms:title' }, { header: 'Title', to: null }], headers), [/names it twice/])
  t.same(await faults([{ column: 1, header: 'Gone', to: null }, { column: 4, header: '', to: 'dcterms:title' }], headers), [])
})

t.test('a mapping does what it says, also for a table whose columns have moved', async (t) => {
  const columns: TableColumn[] = [
    { column: 1, header: 'Name', to: 'dcterms:title' },
    { column: 2, header: 'Tag', to: 'dcterms:subject', separator: '/' },
    { column: 3, header: 'Tag', to: 'dcterms:subject' }
  ]
  t.same(await values('Name,Tag,Tag\n1,a/ b,c/d\n', columns), [['1'], ['a', 'b', 'c/d']])
  t.same(await values('New,Tag,Tag,Name\nx,a/b,c/d,2\n', columns), [['2'], ['a', 'b', 'c/d']])
})

t.test('escaped cells keep separators, backslashes and spaces', async (t) => {
  const columns: TableColumn[] = [
    { column: 1, to: 'dcterms:title', separator: '||', isEscaped: true },
    { column: 2, to: 'dcterms:subject', separator: '|', isGuarded: true, isEscaped: true }
  ]
  t.same(await values("A,B\n a\\||b||c\\\\||d \\x,'=1|''=2\n", columns), [[' a||b', 'c\\', 'd \\x'], ['=1', "''=2"]])
})

t.test('members of all records, and values as JSON', async (t) => {
  const columns: TableColumn[] = [{ header: 'Title', to: 'dcterms:title', type: 'json' }]
  const record = { 'o:resource_class': 'dctype:Image', 'o:is_public': false }
  const json = JSON.stringify([{ type: 'literal', '@value': 'One' }, { type: 'literal', '@value': 'Two', '@language': 'en' }])
  t.same(await values(`Title\n"${json.replaceAll('"', '""')}"\n`, columns, { record }), [['One', 'Two'], undefined])
  const [item] = (await api.items.search({ sort_by: 'id', sort_order: 'desc', per_page: 1 }, { actor: { id: null, role: 'global_admin' } }))
    .json() as object[]
  t.match(item, { 'o:is_public': false, '@type': ['o:Item', 'dctype:Image'] })
})

t.test('a mapping of all columns that a table can have, none of which is there, is refused at once', async (t) => {
  const headers = Array.from({ length: 16_384 }, (_, at) => `${'x'.repeat(90)}${at % 2 === 0 ? at : ''}`)
  const columns = headers.map((header) => ({ header: `${header}y`, to: 'dcterms:title' }))
  t.equal((await faults(columns, headers)).length, 50)
})
