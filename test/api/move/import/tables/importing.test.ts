import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { ImportOptions, ImportSummary } from '../../../../../api/move/import/write/context.js'
import { open, type Api } from '../../../../../app.js'
import type { TableMapping } from '../../../../../schemas/exchange/table-mapping.js'
import { databaseOf } from '../../../../database.js'
import { temporaryFolder } from '../../../../helper.js'
import { writeOds } from './fixtures/zip.js'

type Json = Record<string, unknown>

const ADMIN = { actor: { id: null, role: 'global_admin' as const } }

interface Import {
  api: Api
  folder: string
  /** Imports a table of this content, with the guessed mapping unless another is given; problems as `row: message`. */
  run (content: string | Buffer, options?: Partial<ImportOptions> & { mapping?: Partial<TableMapping> }):
  Promise<ImportSummary & { problems: string[] }>
  items (): Promise<Json[]>
}

async function begin (t: Test): Promise<Import> {
  const folder = await temporaryFolder(t, { data: {} })
  const data = path.join(folder, 'data')
  const api = await open({ data, searchThreads: 0, ...await databaseOf(data) })
  t.teardown(async () => { await api.close() })
  return {
    api,
    folder,
    async run (content, { mapping, formatOptions, ...options } = {}) {
      const file = path.join(folder, 'objects.csv')
      await writeFile(file, content)
      const problems: string[] = []
      const guessed = await api.tables.guess(await api.tables.read(file, mapping?.table))
      const summary = await api.import({
        file,
        format: 'table',
        formatOptions: { mapping: { ...guessed, ...mapping }, ...formatOptions as object },
        onProblem: ({ line, unit, message }) => { problems.push(`${unit} ${line}: ${message}`) },
        ...options
      })
      return { ...summary, problems }
    },
    async items () {
      return (await api.items.search({ sort_by: 'id', sort_order: 'asc' }, ADMIN)).json() as Json[]
    }
  }
}

async function picture (file: string): Promise<void> {
  await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } }).jpeg().toFile(file)
}

t.test('a table becomes items with values, class, template, item sets, owner and visibility', async (t) => {
  const { api, run, items } = await begin(t)
  await api.accounts.createUser({ email: 'ada@example.org', name: 'Ada', role: 'editor' })
  const summary = await run(
    'Identifier,Title,Title@de,Subject,Source,Item Set,Class,Template,Public,Owner,Foo\n' +
    'A1,Nocturne,Nachtstück,night|river,https://example.org/1 Thames,Prints|London,dctype:Image,Base Resource,no,ada@example.org,x\n' +
    ',,,,,,,,,,\n' +
    'A2,"Two\nlines",,night,https://example.org/2,Prints,,,,,\n',
    { createItemSets: true }
  )
  t.match(summary, { created: 4, errors: 0, problems: [] })
  const [first, second] = await items()
  t.match(first, {
    'dcterms:identifier': [{ '@value': 'A1' }],
    'dcterms:title': [{ '@value': 'Nocturne' }, { '@value': 'Nachtstück', '@language': 'de' }],
    'dcterms:subject': [{ '@value': 'night' }, { '@value': 'river' }],
    'dcterms:source': [{ type: 'uri', '@id': 'https://example.org/1', 'o:label': 'Thames' }],
    'o:is_public': false,
    '@type': ['o:Item', 'dctype:Image'],
    'o:resource_template': { 'o:id': 1 }
  })
  t.equal((first!['o:item_set'] as Json[]).length, 2)
  t.match(second, { 'dcterms:title': [{ '@value': 'Two\nlines' }], 'o:is_public': true, 'o:resource_class': null })
  t.equal((first!['o:owner'] as Json)['o:id'], 1)
})

t.test('rows link to each other by identifier, also forwards, and to what is there', async (t) => {
  const { run, items } = await begin(t)
  const summary = await run(
    'Identifier,Title,Has Part (resource:item),Is Part Of\n' +
    'A,Album,B|C,\nB,Sheet 1,,A\nC,Sheet 2,,A\n'
  )
  t.match(summary, { created: 3, problems: [] })
  const [album, sheet] = await items()
  t.match(album!['dcterms:hasPart'], [{ value_resource_id: sheet!['o:id'] }, { display_title: 'Sheet 2' }])
  const more = await run('Identifier,Title,Is Part Of (item)\nD,Sheet 3,A\nE,Sheet 4,Z\n', { continueOnError: true })
  t.match(more, { created: 2 })
  t.match(more.problems, [/^row 3: .*"Z": there is none/, /^row 3: column Is Part Of \(item\): Z does not exist/])
  t.match((await items()).at(-2)!['dcterms:isPartOf'], [{ value_resource_id: album!['o:id'] }])
})

t.test('problems name the row and the column, and nothing is imported', async (t) => {
  const { run, items } = await begin(t)
  const summary = await run(
    'Identifier;Title;Source;Public;Class;Owner\n' +
    'A1;One;https://example.org/;yes;dctype:Image;\n\n' +
    'A1;Two;https://example.org/;maybe;Imago;nobody@example.org\n' +
    ';Three;nothing;1;;;too much\n' +
    'A4\n',
    {
      mapping: {
        columns: [
          { header: 'Identifier', to: 'dcterms:identifier', isIdentifier: true }, { header: 'Title', to: 'dcterms:title' },
          { header: 'Source', to: 'dcterms:source', type: 'uri' }, { header: 'Public', to: 'o:is_public' },
          { header: 'Class', to: 'o:resource_class' }, { header: 'Owner', to: 'o:owner' }
        ]
      }
    }
  )
  t.same(summary.problems, [
    'row 4: column Public: "maybe" is neither yes nor no',
    'row 4: column Class: "Imago" is unknown; the nearest is bibo:Image',
    'row 4: column Owner: there is no account nobody@example.org',
    'row 5: the row has 7 cells, but the table only 6 headers',
    'row 5: column Identifier: the cell is empty, but is to identify the row',
    'row 5: column Source: "nothing" is not an address',
    'row 6: the row has 1 cell, but the table 6 headers; the rest is empty'
  ])
  t.match(summary, { created: 0, errors: 6, warnings: 1, skipped: 2 })
  t.same(await items(), [])
})

t.test('a file that is damaged further down says where', async (t) => {
  const { run } = await begin(t)
  const rows = 'One\n'.repeat(500)
  t.match(await run(`Title\n${rows}"Two\n`), { created: 0, problems: [/^row 502: a quotation mark is opened here/] })
  await t.rejects(run('Title\nOne\n"Two\n'), { row: 3, message: /quotation mark/ })
})

t.test('an import that runs again brings in what is new, and updates by identifier', async (t) => {
  const { run, items } = await begin(t)
  t.match(await run('Identifier,Title\nA1,One\nA2,Two\n'), { created: 2 })
  t.match(await run('Title,Identifier\nZero,A0\nOne,A1\nTwo,A2\n'), { created: 1, present: 2, problems: [] })
  const updated = await run('Identifier,Title\nA1,Uno\nA2,Two\nA3,Three\n', { updateBy: 'dcterms:identifier', source: 'again' })
  t.match(updated, { created: 1, updated: 1, unchanged: 1, problems: [] })
  t.same((await items()).map((item) => item['o:title']), ['Uno', 'Two', 'Zero', 'Three'])
})

t.test('cells that link somewhere bring the address along', async (t) => {
  const { api, folder, items } = await begin(t)
  const file = path.join(folder, 'linked.ods')
  const cell = (text: string, address?: string): string => '<table:table-cell><text:p>' +
    (address === undefined ? text : `<text:a xlink:href="${address}">${text}</text:a>`) + '</text:p></table:table-cell>'
  await writeOds(file, [
    ['Identifier', 'Title', 'Source', 'Image url'].map((header) => cell(header)),
    [
      cell('A1', 'https://example.org/a1'), cell('Nocturne', 'https://example.org/nocturne'),
      cell('the catalogue', 'https://example.org/catalogue'), cell('', '')
    ],
    [cell('A2'), cell('Rock'), cell('Tate'), cell('')],
    [cell('A3'), cell('Bay'), cell('a scan', '../scans/3.jpg'), cell('')]
  ])
  const mapping = await api.tables.guess(await api.tables.read(file))
  t.match(mapping.columns.map(({ type, isIdentifier }) => ({ type, isIdentifier })), [
    { type: undefined, isIdentifier: true }, { type: undefined }, { type: 'auto' }, {}
  ])
  const problems: string[] = []
  const onProblem: ImportOptions['onProblem'] = ({ line, message }) => { problems.push(`${line}: ${message}`) }
  await api.import({ file, format: 'table', formatOptions: { mapping }, onProblem })
  t.same(problems, [
    '4: column Source: the cell links to "../scans/3.jpg", which is not a web address; the link is left out'
  ])
  const [first, second, third] = await items()
  t.match(first, {
    'dcterms:identifier': [{ '@value': 'A1' }, { type: 'uri', '@id': 'https://example.org/a1' }],
    'dcterms:title': [{ '@value': 'Nocturne' }, { type: 'uri', '@id': 'https://example.org/nocturne', 'o:label': 'Nocturne' }],
    'dcterms:source': [{ type: 'uri', '@id': 'https://example.org/catalogue', 'o:label': 'the catalogue' }]
  })
  t.match(second, { 'dcterms:source': [{ type: 'literal', '@value': 'Tate' }] })
  t.match(third, { 'dcterms:source': [{ type: 'literal', '@value': 'a scan' }] })
})

t.test('rows of another file of that name are not taken for those of the first', async (t) => {
  const { api, run, folder, items } = await begin(t)
  t.match(await run('Title,Creator\nAlpha lamp,Ann\nBeta jar,Ben\n'), { created: 2 })
  const other = 'Title,Creator\nGamma vase,Cara\nBeta jar,Ben\nEpsilon cup,Eve\n'
  const advice = 'If this is another file, give it another name (option source); ' +
    'if the record has changed, update the earlier one (option updateBy)'
  t.match(await run(other), {
    created: 0,
    present: 1,
    errors: 1,
    problems: [`row 2: an earlier import of objects.csv imported other content under this label (now item 1). ${advice}`]
  })
  const file = path.join(folder, 'objects.csv')
  const mapping = await api.tables.guess(await api.tables.read(file))
  const shown = await api.imports.preview({ file, format: 'table', formatOptions: { mapping } })
  t.same(shown.map(({ outcome }) => outcome), ['error', 'present', 'created'])
  t.match(await run(other, { source: 'second' }), { created: 3, problems: [] })
  await api.items.delete(1, ADMIN)
  t.match((await run(other)).problems, [/^row 2: .* imported other content under this label \(deleted since\)/])
  t.equal((await items()).length, 4)
})

t.test('a row that was corrected and updated is there for the next import', async (t) => {
  const { run, items } = await begin(t)
  await run('Identifier,Title\nA1,One\nA2,Two\n')
  const corrected = 'Identifier,Title\nA1,Uno\nA2,Two\n'
  t.match(await run(corrected), { errors: 1, problems: [/^row 2: .*updateBy/] })
  t.match(await run(corrected, { updateBy: 'dcterms:identifier' }), { updated: 1, unchanged: 1, problems: [] })
  t.match(await run(`${corrected}A3,Three\n`), { created: 1, present: 2, problems: [] })
  t.same((await items()).map((item) => item['o:title']), ['Uno', 'Two', 'Three'])
})

t.test('media come by path, with their titles, and by name of the file', async (t) => {
  const { run, items, folder, api } = await begin(t)
  await mkdir(path.join(folder, 'pictures/more'), { recursive: true })
  const names = ['front.jpg', 'back.jpg', 'A 2.jpg', 'more/a 2_1.JPG', 'a 2_10.jpg', 'a 2_2.jpg', 'other.jpg']
  for (const name of names) await picture(path.join(folder, 'pictures', name))
  await symlink('/etc/hostname', path.join(folder, 'pictures/A3.jpg'))
  const files = path.join(folder, 'pictures')
  const summary = await run(
    'Identifier,Title,Image,media:dcterms:title\nA 1,One,front.jpg|back.jpg,Front|Back\n', { files }
  )
  t.match(summary, { created: 1, media: 2, problems: [] })
  const [item] = await items()
  const mediaOf = async (of: Json): Promise<Json[]> =>
    (await api.media.search({ item_id: of['o:id'] as number, sort_by: 'id', sort_order: 'asc' }, ADMIN)).json() as Json[]
  const media = await mediaOf(item!)
  t.same(media.map((one) => [one['o:title'], one['o:source']]), [['Front', 'front.jpg'], ['Back', 'back.jpg']])
  const byName = await run('Identifier,Title\nA 2,Two\nA3,Three\n', { files, formatOptions: { mediaFolder: files } })
  t.match(byName, { created: 2, media: 4 })
  t.match(byName.problems, ['row 1: 3 files belong to no row: back.jpg, front.jpg, other.jpg'])
  const found = await mediaOf((await items())[1]!)
  t.same(found.map((one) => one['o:source']), ['A 2.jpg', 'a 2_1.JPG', 'a 2_2.jpg', 'a 2_10.jpg'])
})

t.test('a file is found in another spelling, or the nearest is named', async (t) => {
  const { run, items, api, folder } = await begin(t)
  const files = path.join(folder, 'pictures')
  const inner = path.join(files, 'Größe'.normalize('NFD'))
  await mkdir(inner, { recursive: true })
  for (const name of ['café-1.jpg'.normalize('NFD'), 'café-2.jpg', 'Plain.JPG', 'a.jpg', 'A.jpg']) {
    await picture(path.join(files, name))
  }
  await picture(path.join(inner, 'x.jpg'))
  const named = ['café-1.jpg', 'café-2.jpg'.normalize('NFD'), 'plain.jpg', 'größe\\X.jpg', 'A.jpg']
  const table = (names: readonly string[]): string =>
    `Identifier,Title,File\n${names.map((name, at) => `F${at},T,${name}\n`).join('')}`
  t.match(await run(table(named), { files }), { created: 5, media: 5, problems: [] })
  t.equal((await api.media.search({}, ADMIN)).total, 5)
  const missing = await run(table(['plane.jpg', 'a.JPG', 'Größe/y.jpg']), { files, source: 'missing' })
  t.match(missing.problems, [
    /^row 2: column File: .*the file plane\.jpg does not exist; the nearest is Plain\.JPG$/,
    /^row 3: column File: .*the file a\.JPG does not exist; .*a\.jpg.* differ from it in spelling only$/,
    /^row 4: column File: .*the file Größe\/y\.jpg does not exist; the nearest is x\.jpg$/
  ])
  t.equal((await items()).length, 5)
})

t.test('a file outside of the folder is refused', async (t) => {
  const { run, folder } = await begin(t)
  await mkdir(path.join(folder, 'pictures'))
  await picture(path.join(folder, 'secret.jpg'))
  const summary = await run('Title,File\nOne,..\\secret.jpg\nTwo,missing.jpg\n', { files: path.join(folder, 'pictures') })
  t.match(summary, { created: 0, errors: 2 })
  t.match(summary.problems, [/^row 2: column File: .*not below the folder/, /^row 3: column File: .*does not exist/])
})

t.test('an import that was stopped goes on by itself with its mapping, and can be undone', async (t) => {
  const { api, folder, items } = await begin(t)
  const file = path.join(folder, 'objects.csv')
  await writeFile(file, `Identifier,Foo\n${Array.from({ length: 30 }, (_, at) => `A${at},T${at}\n`).join('')}`)
  const columns = [{ header: 'Identifier', to: null, isIdentifier: true }, { header: 'Foo', to: 'dcterms:title' }]
  const mapping = { '@type': 'vitrine:TableMapping', version: 1, table: {}, record: {}, columns }
  const options = { file, format: 'table', formatOptions: { mapping }, batchSize: 10 }
  const stopping = new AbortController()
  const onProgress: ImportOptions['onProgress'] = ({ phase, done }) => {
    if (phase === 'write' && done === 10) stopping.abort()
  }
  await t.rejects(api.import({ ...options, onProgress, signal: stopping.signal }), /stopped/)
  t.equal((await items()).length, 10)
  // Rows that have moved are recognized by their identifiers.
  await writeFile(file, `Identifier,Foo\nB,New\n${Array.from({ length: 30 }, (_, at) => `A${29 - at},T${29 - at}\n`).join('')}`)
  t.match(await api.import(options), { created: 21, present: 10, errors: 0 })
  t.equal(new Set((await items()).map((item) => item['o:title'])).size, 31)
  const [last] = (await api.resource('jobs').search({ sort_by: 'id', sort_order: 'desc' }, ADMIN)).json() as Json[]
  await api.undoImport(last!['o:id'] as number)
  t.equal((await items()).length, 10)
})

t.test('a preview says of the first rows what the import would', async (t) => {
  const { api, folder, run } = await begin(t)
  const content = 'dcterms:title,Class,Item set\nOne,dctype:Image,\nTwo,dctype:Imagge,\nThree,,\nFour,,\n'
  const { problems } = await run(content, { isDryRun: true })
  const file = path.join(folder, 'objects.csv')
  const mapping = await api.tables.guess(await api.tables.read(file))
  const records = await api.imports.preview({ file, format: 'table', formatOptions: { mapping } }, 3)
  t.match(records, [
    { number: 2, title: 'One', outcome: 'created', problems: [] },
    { number: 3, record: { 'dcterms:title': [{ '@value': 'Two' }] }, title: null, outcome: 'error' },
    { number: 4, title: 'Three', outcome: 'created', problems: [] }
  ])
  t.equal(records.length, 3)
  t.same(records[1]!.problems.map(({ line, unit, message }) => `${unit} ${line}: ${message}`), problems)
  t.match(problems, [/^row 3: column Class: /])
})
