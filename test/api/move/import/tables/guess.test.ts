import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import t, { type Test } from 'tap'
import { open } from '../../../../../app.js'
import type { TableColumn } from '../../../../../schemas/exchange/table-mapping.js'
import { databaseOf } from '../../../../database.js'
import { temporaryFolder } from '../../../../helper.js'

const folder = await temporaryFolder(t)
const data = path.join(folder, 'data')
const api = await open({ data, searchThreads: 0, ...await databaseOf(data) })
t.teardown(async () => { await api.close() })

/** The guessed columns of a table of these rows, without their headers. */
async function guess (rows: string[][]): Promise<Array<Omit<TableColumn, 'column' | 'header'>>> {
  const file = path.join(folder, 'table.csv')
  await writeFile(file, stringify(rows))
  const { columns } = await api.tables.guess(await api.tables.read(file))
  return columns.map(({ column, header, ...rest }) => rest)
}

/** What single headers are guessed to be, each above a cell that says nothing. */
async function targets (headers: string[], cell = 'x'): Promise<Array<string | null>> {
  const guessed = await Promise.all(headers.map(async (_, at) => at))
  const columns = await guess([headers, guessed.map(() => cell)])
  return columns.map(({ to }) => to)
}

async function expect (t: Test, expected: Record<string, string | null>, cell?: string): Promise<void> {
  const found = await targets(Object.keys(expected), cell)
  t.same(Object.fromEntries(Object.keys(expected).map((header, at) => [header, found[at]])), expected)
}

t.test('terms, URIs and labels', async (t) => {
  await expect(t, {
    'dcterms:title': 'dcterms:title',
    'DCTERMS:title': 'dcterms:title',
    'http://purl.org/dc/terms/creator': 'dcterms:creator',
    Title: 'dcterms:title',
    ' date  created ': 'dcterms:created',
    isPartOf: 'dcterms:isPartOf',
    Is_Part_Of: 'dcterms:isPartOf',
    'foaf:familyName': 'foaf:familyName',
    Subjects: 'dcterms:subject',
    Maker: 'dcterms:creator',
    Name: 'dcterms:title',
    'foaf:maker': 'foaf:maker',
    'FOAF: maker': 'foaf:maker',
    'bibo:isbn13': 'bibo:isbn13',
    Gibberish: null,
    '': null
  })
})

t.test('labels in the languages of the pages, and usual words', async (t) => {
  await expect(t, {
    Titel: 'dcterms:title',
    Urheber: 'dcterms:creator',
    Künstler: 'dcterms:creator',
    Erscheinungsdatum: 'dcterms:issued',
    Inventarnummer: 'dcterms:identifier',
    Maße: 'dcterms:extent',
    'Mots-clés': 'dcterms:subject',
    Créateur: 'dcterms:creator',
    "N° d'inventaire": 'dcterms:identifier',
    Título: 'dcterms:title',
    Fecha: 'dcterms:date',
    'Accession Number': 'dcterms:identifier',
    Artist: 'dcterms:creator',
    Keywords: 'dcterms:subject'
  })
})

t.test('headers of Omeka and of other programs', async (t) => {
  await expect(t, {
    'Dublin Core:Title': 'dcterms:title',
    'Dublin Core : Date Created': 'dcterms:created',
    'Dublin Core Terms: Spatial Coverage': 'dcterms:spatial',
    'dc.title': 'dcterms:title',
    'dc.date.issued': 'dcterms:issued',
    'dc.contributor.author': 'dcterms:contributor',
    'DC.description.abstract': 'dcterms:abstract',
    'o:resource_class': 'o:resource_class',
    'Resource Template': 'o:resource_template',
    'o:item_set[dcterms:title]': 'o:item_set',
    'Item Set': 'o:item_set',
    item_set: 'o:item_set',
    'Is public': 'o:is_public',
    'o:is_public': 'o:is_public',
    'Owner Email': 'o:owner',
    'o:id': 'o:id',
    'media:dcterms:title': 'media:dcterms:title'
  })
})

t.test('languages, data types and visibility in headers', async (t) => {
  t.same(await guess([[
    'Title@de', 'dcterms:title@en-GB', 'Titel (fr)', 'Notes [English]', 'dcterms:title ^^literal @fra §private',
    'dcterms:subject ^^uri', 'dcterms:relation^^resource:item', 'Creator (item)', 'Extent (cm)', 'Titel@de (private)'
  ], []]), [
    { to: 'dcterms:title', language: 'de' },
    { to: 'dcterms:title', language: 'en-GB' },
    { to: 'dcterms:title', language: 'fr' },
    { to: 'dcterms:description', language: 'en' },
    { to: 'dcterms:title', isPublic: false, language: 'fra', type: 'literal' },
    { to: 'dcterms:subject', type: 'uri' },
    { to: 'dcterms:relation', type: 'resource:item', by: 'o:id' },
    { to: 'dcterms:creator', type: 'resource:item', by: 'o:id' },
    { to: null },
    { to: 'dcterms:title', language: 'de', isPublic: false }
  ])
})

t.test('separators and addresses are guessed from cells', async (t) => {
  t.same(await guess([
    ['Subject', 'Creator', 'Description', 'Source', 'Relation', 'Title'],
    ['a; b', 'Turner, J. M. W.|Ruskin', 'One; two; three.', 'https://a.example/', 'https://a.example/ Label', 'x | y'],
    ['c', 'Turner', 'Four.', 'http://b.example/?a;b', 'none', 'z']
  ]), [
    { to: 'dcterms:subject', separator: ';' },
    { to: 'dcterms:creator', separator: '|' },
    { to: 'dcterms:description' },
    { to: 'dcterms:source', type: 'uri' },
    { to: 'dcterms:relation', type: 'auto' },
    { to: 'dcterms:title', separator: '|' }
  ])
  const prose = `A long sentence; ${'with many words '.repeat(8)}`
  t.same(await guess([['Subject', 'Date'], [prose, '1800'], [prose, '1801']]), [{ to: 'dcterms:subject' }, { to: 'dcterms:date' }])
})

t.test('media by path and by address', async (t) => {
  await expect(t, { Image: 'file', Datei: 'file', Photos: 'file', URL: 'file' }, 'pictures/1.jpg')
  await expect(t, { Image: 'url', 'Media URL': 'url', URL: 'url' }, 'https://example.org/1.jpg?size=full')
  await expect(t, { 'Image URL': 'url', URL: null, Link: null }, 'https://example.org/page')
  await expect(t, { Image: null }, 'yes, a nice one')
  t.match(await guess([['File'], ['a.jpg, b.jpg']]), [{ to: 'file', separator: ',' }])
})

t.test('a column of identifiers identifies the rows if all are different', async (t) => {
  const marked = async (...cells: string[]): Promise<boolean> =>
    (await guess([['Identifier', 'Title'], ...cells.map((cell) => [cell, 'x'])]))[0]!.isIdentifier === true
  t.ok(await marked('1', '2'))
  t.notOk(await marked('1', '1'))
  t.notOk(await marked('1', ''))
  t.match(await guess([['ID', 'Is Part Of (item)'], ['1', '']]), [{ isIdentifier: true }, { by: 'dcterms:identifier' }])
})

t.test('a thousand columns and odd headers are guessed without delay', async (t) => {
  const headers = Array.from({ length: 1000 }, (_, at) => at % 2 === 0 ? `Field ${at}` : '('.repeat(1000))
  t.equal((await guess([headers, headers])).length, 1000)
})
