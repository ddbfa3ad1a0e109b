import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { open } from '../../app.js'
import { picture } from '../api/move/import/fixtures/importing.js'
import { rowsOf, writeWorkbook } from '../api/move/import/tables/fixtures/zip.js'
import { vitrine } from './program.js'
import { keptIn } from '../database.js'
import { temporaryFolder, type Ending } from '../helper.js'

type Json = Record<string, unknown>

const TABLE = 'Inventarnr.;Titel;Künstler;Foo;Schlagworte\nA1;Nocturne;Whistler;x;night|river\n\nA2;"Two\nlines";Müller;;\n'

async function prepare (
  t: Ending, content: string | Buffer, name = 'objects.csv'
): Promise<{ data: string, folder: string, file: string }> {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, name)
  await writeFile(file, content)
  return { data: path.join(folder, 'data'), folder, file }
}

async function items (data: string): Promise<Json[]> {
  const api = await open(await keptIn(data))
  try {
    const answer = await api.items.search({ sort_by: 'id', sort_order: 'asc' }, { actor: { id: null, role: 'global_admin' } })
    return answer.json() as unknown as Json[]
  } finally {
    await api.close()
  }
}

t.test('a table is imported as it is guessed, which is shown with the first records', async (t) => {
  const { data, file } = await prepare(t, Buffer.from(TABLE, 'latin1'))
  const dry = await vitrine(t, ['import', file, '--data', data, '--dry-run'])
  t.equal(dry.code, 0, dry.stderr)
  t.match(dry.stdout, /objects\.csv: CSV, windows-1252, delimiter ;, headers in row 1, 5 columns/)
  t.match(dry.stdout, /^A {2}Inventarnr\. {2}dcterms:identifier, identifies the rows +A1 · A2$/m)
  t.match(dry.stdout, /^C {2}Künstler +dcterms:creator +Whistler · Müller$/m)
  t.match(dry.stdout, /^E {2}Schlagworte +dcterms:subject, separated by \| /m)
  t.match(dry.stdout, /^Left out: Foo\.$/m)
  t.match(dry.stdout, /^ {2}row 4\n {4}dcterms:identifier {2}A2\n {4}dcterms:title {2}Two lines$/m)
  t.match(dry.stdout, /2 records with 8 values can be imported\. Nothing was written\.\n$/)
  const wet = await vitrine(t, ['import', file, '--data', data])
  t.match(wet, { code: 0, stdout: /Imported 2 records with 8 values/ })
  t.match((await items(data))[1], { 'dcterms:title': [{ '@value': 'Two\nlines' }], 'dcterms:creator': [{ '@value': 'Müller' }] })
})

t.test('a mapping can be saved, edited and used', async (t) => {
  const { data, file, folder } = await prepare(t, TABLE)
  const mapping = path.join(folder, 'mapping.json')
  const saved = await vitrine(t, ['import', file, '--data', data, '--save-mapping', mapping])
  t.match(saved, { code: 0, stdout: /The mapping was written to .*mapping\.json\. Edit it/ })
  t.match(await vitrine(t, ['import', file, '--data', data, '--save-mapping', mapping]), { code: 1, stderr: /is there already/ })
  const text = await readFile(mapping, 'utf8')
  await writeFile(mapping, text.replace('"to":null', '"to":"dcterms:titel"'))
  t.match(await vitrine(t, ['import', file, '--data', data, '--mapping', mapping]), {
    code: 1, stderr: /column Foo: "dcterms:titel" is unknown; the nearest is dcterms:title/
  })
  await writeFile(mapping, text.replace('"to":null', '"to":"dcterms:description","language":"en"').replace(',"separator":"|"', ''))
  t.match(await vitrine(t, ['import', file, '--data', data, '--mapping', mapping]), { code: 0, stdout: /Imported 2 records/ })
  t.match((await items(data))[0], {
    'dcterms:description': [{ '@value': 'x', '@language': 'en' }], 'dcterms:subject': [{ '@value': 'night|river' }]
  })
  await writeFile(mapping, '{')
  t.match(await vitrine(t, ['import', file, '--data', data, '--mapping', mapping]), { code: 1, stderr: /mapping\.json is not JSON/ })
})

t.test('problems name the file, the row and the column', async (t) => {
  const { data, file } = await prepare(t, 'Title,Public\nOne,yes\nTwo,perhaps\n')
  const { code, stdout, stderr } = await vitrine(t, ['import', file, '--data', data])
  t.equal(code, 1)
  t.match(stdout, /row 3\n.*\n {4}error: column Public: "perhaps" is neither yes nor no/)
  t.match(stderr, /^objects\.csv, row 3: column Public: "perhaps" is neither yes nor no\n/m)
  t.match(stderr, /nothing was imported/)
  t.same(await items(data), [])
})

t.test('another file of the same name is not skipped in silence', async (t) => {
  const { data, folder, file } = await prepare(t, 'Title,Creator\nAlpha lamp,Ann\nBeta jar,Ben\n')
  await vitrine(t, ['import', file, '--data', data])
  const second = path.join(folder, 'second', 'objects.csv')
  await mkdir(path.dirname(second))
  await writeFile(second, 'Title,Creator\nGamma vase,Cara\nDelta bowl,Dan\n')
  const refused = await vitrine(t, ['import', second, '--data', data])
  t.match(refused, { code: 1, stderr: /objects\.csv, row 3: an earlier import of objects\.csv .*--source.*--update-by/ })
  const taken = await vitrine(t, ['import', second, '--data', data, '--source', 'second'])
  t.match(taken, { code: 0, stdout: /Imported 2 records/, stderr: /^(?!.*earlier import)/ })
  t.equal((await items(data)).length, 4)
})

t.test('a text that a spreadsheet program has cut is not taken for a correction', async (t) => {
  const whole = 'harbour lamp '.repeat(3000).trim()
  const { data, folder, file } = await prepare(t, `Identifier,Title,Description\nL1,A transcript,${whole}\n`)
  await vitrine(t, ['import', file, '--data', data])
  const cut = path.join(folder, 'cut.xlsx')
  await writeWorkbook(cut, { rows: rowsOf([['Identifier', 'Title', 'Description'], ['L1', 'A transcript', whole.slice(0, 32_767)]]) })
  const refused = await vitrine(t, ['import', cut, '--data', data, '--update-by', 'dcterms:identifier'])
  t.match(refused, {
    code: 1,
    stderr: /cut\.xlsx, row 2: column Description: a spreadsheet program has cut the text after 32767 characters; 38999 are/
  })
  t.equal(((await items(data))[0]!['dcterms:description'] as Json[])[0]!['@value'], whole)
  const exported = await vitrine(t, ['export', path.join(folder, 'items.csv'), '--data', data])
  t.match(exported, {
    code: 0,
    stdout: '1 record exported.\n',
    stderr: 'warning: 1: dcterms:description has 38999 characters; spreadsheet programs allow 32767\n' +
      'Do not save the table in a spreadsheet program: it would cut these texts.\n'
  })
})

t.test('a folder of a table and pictures', async (t) => {
  const { data, folder } = await prepare(t, '')
  const shoot = path.join(folder, 'shoot')
  await mkdir(shoot)
  await writeFile(path.join(shoot, 'list.tsv'), 'Identifier\tTitle\nB1\tA building\nB2\tAnother\n')
  for (const name of ['B1.jpg', 'B1_2.jpg', 'C.jpg']) await writeFile(path.join(shoot, name), await picture('red'))
  const first = await vitrine(t, ['import', shoot, '--data', data])
  t.match(first, { code: 0, stdout: /Imported 2 records with 4 values and 2 media/, stderr: /1 files? belongs? to no row: C\.jpg/ })
  t.match((await items(data))[0], { 'o:media': [{}, {}] })
  await writeFile(path.join(shoot, 'more.csv'), 'A\n')
  t.match(await vitrine(t, ['import', shoot, '--data', data]), { code: 1, stderr: /holds 2 tables\. Name one of them/ })
})

t.test('a file that is no table, and flags that do not fit, are refused', async (t) => {
  const { data, file } = await prepare(t, 'A;B\n1;2\n')
  const run = async (...flags: string[]): Promise<{ code: number | null, stderr: string }> =>
    await vitrine(t, ['import', file, '--data', data, ...flags])
  t.match(await run('--sheet', 'x'), { code: 1, stderr: /only spreadsheets have sheets/ })
  t.match(await run('--encoding', 'utf-9'), { code: 1, stderr: /utf-9 is an unknown encoding/ })
  t.match(await run('--delimiter', ';;'), { code: 2, stderr: /one character/ })
  t.match(await run('--header-row', '0'), { code: 2, stderr: /whole number/ })
  t.match(await run('--header-row', '9'), { code: 1, stderr: /row 9, which should contain the headers/ })
  await writeFile(file, '')
  t.match(await run(), { code: 1, stderr: /the table is empty/ })
  await writeFile(file, 'Title\tExtent\n"Blue bowl\t5 cm\nPlate\t6 cm\n')
  t.match(await run(), { code: 1, stderr: /objects\.csv, row 2: a quotation mark .*\(--no-quotes\)/ })
  t.match(await run('--no-quotes'), { code: 0 })
  await writeFile(file, 'Museum of Fictional Boats,,\nExported 2024-05-01,,\nIdentifier,Title,Subject\nR1,Canoe,boats\n')
  t.match(await run('--source', 'boats'), {
    code: 1, stderr: /uses no column of the table: .*"Museum of Fictional Boats"\. .*--header-row/
  })
  t.match(await run('--source', 'boats', '--header-row', '3'), { code: 0 })
})
