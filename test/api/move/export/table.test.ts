import { parse } from 'csv-parse/sync'
import t from 'tap'
import { ANONYMOUS, OPERATOR, type Actor } from '../../../../api/core/calls/actor.js'
import type { ExportOptions } from '../../../../api/move/export/exporter.js'
import type { Json } from '../../../files/fixtures/uploads.js'
import { build, type Server } from '../../../helper.js'
import { literal, refusal, titled, uri } from '../../collection.js'
import { mixed, SECRETS } from './fixtures/mixed.js'

async function text (
  { api }: Server, options: ExportOptions, actor: Actor = OPERATOR
): Promise<string> {
  const source = await api.export({ format: 'csv', resource: 'items', base: 'http://localhost', ...options }, { actor })
  let written = ''
  for await (const chunk of source.chunks) written += chunk.text
  return written
}

/** The rows of a table, read by another program than ours, by the names of columns. */
async function rows (server: Server, options: ExportOptions = {}, actor: Actor = OPERATOR): Promise<Json[]> {
  const delimiter = options.format === 'tsv' ? '\t' : ','
  return parse(await text(server, options, actor), { columns: true, delimiter, bom: true }) as Json[]
}

t.test('a table has a row for each item and a column for each property, language, data type and visibility', async (t) => {
  const server = await build(t)
  const { rich, set, owner } = await mixed(server)
  const table = await rows(server)
  t.equal(table.length, ((await server.api.items.search({}, { actor: OPERATOR })).json()).length)
  const { email } = await server.api.accounts.get(owner.id!, OPERATOR)
  const found = table.find((row) => row['o:id'] === String(rich))!
  t.match(found, {
    'o:is_public': 'true',
    'o:resource_class': 'dcterms:Agent',
    'o:resource_template': 'Prints',
    'o:item_set': String(set),
    'o:owner': email,
    'dcterms:title': 'View \\| of\r\nthe sea',
    'dcterms:title@fr': 'Vue de la "mer", \u00e9t\u00e9',
    'dcterms:subject@en^^uri': 'https://example.org/sea Sea, the',
    'dcterms:subject (private)': 'secret value',
    'dcterms:relation^^resource': [rich - 2, rich - 1, set].join('|'),
    'dcterms:extent': "'-12.5|C:\\\\prints"
  })
  t.same(JSON.parse(found['dcterms:subject^^json'] as string), [{
    type: 'literal',
    is_public: true,
    '@annotation': {
      'dcterms:date': [{
        type: 'literal',
        is_public: true,
        '@annotation': { 'dcterms:title': [{ type: 'literal', is_public: true, '@value': 'Nested' }] },
        '@value': '1900'
      }],
      'dcterms:source': [{ type: 'literal', is_public: false, '@value': 'secret annotation' }]
    },
    '@value': '=1+1'
  }])
  const pictured = table.find((row) => /original/.test(row['o:media'] as string))!
  t.equal((await server.send({ url: new URL(pictured['o:media'] as string).pathname })).statusCode, 200)
})

t.test('values that an account may not see get no column either', async (t) => {
  const server = await build(t)
  const { owner } = await mixed(server)
  const anonymous = await text(server, {}, ANONYMOUS)
  for (const secret of SECRETS) t.notMatch(anonymous, secret)
  t.notMatch(anonymous, /private\)|@example\.org/)
  t.match(await text(server, {}, owner), /dcterms:subject \(private\).*secret value/s)
  t.equal((await rows(server, {}, ANONYMOUS)).length, (await server.api.items.search()).total)
})

t.test('no value is left out that no plain cell can hold', async (t) => {
  const server = await build(t)
  const odd = [
    uri('https://example.org/a b', 'Label'), literal('x', { '@language': 'not a tag!' }), literal('plain'),
    uri('urn:x', 'two  words')
  ]
  await server.api.items.create({ 'dcterms:subject': odd }, { actor: OPERATOR })
  const [row] = await rows(server)
  t.same(JSON.parse(row!['dcterms:subject^^json'] as string), [
    { type: 'uri', is_public: true, '@id': 'https://example.org/a b', 'o:label': 'Label' },
    { type: 'literal', is_public: true, '@value': 'x', '@language': 'not a tag!' }
  ])
  t.match(row, { 'dcterms:subject': 'plain', 'dcterms:subject^^uri': 'urn:x two  words' })
})

t.test('texts that a spreadsheet program would run are marked as text, numbers are not', async (t) => {
  const server = await build(t)
  const texts = ['=HYPERLINK("x")', '@SUM(A1)', '+1', '-12.5', '-rm', "'=x", "'quoted'", '\t=1', 'a=b', '\uff1d1']
  for (const one of texts) await server.api.items.create(titled(one), { actor: OPERATOR })
  const titles = (list: Json[]): string[] => list.map((row) => row['dcterms:title'] as string)
  t.same(titles(await rows(server)), [
    '\'=HYPERLINK("x")', "'@SUM(A1)", '+1', '-12.5', "'-rm", "''=x", "'quoted'", "'\t=1", 'a=b', "'\uff1d1"
  ])
  t.same(titles(await rows(server, { keepsFormulas: true })), texts)
})

t.test('tables of item sets and media, with tabs, with a byte order mark, with another separator', async (t) => {
  const server = await build(t)
  const { rich } = await mixed(server)
  const sets = await rows(server, { format: 'tsv', resource: 'item_sets', hasByteOrderMark: true })
  t.same(sets.map((row) => [row['dcterms:title'] as string, row['o:is_open'] as string]), [
    ['Prints', 'true'], ['Secret set', 'false']
  ])
  t.equal((await text(server, { hasByteOrderMark: true })).charCodeAt(0), 0xFEFF)
  t.not((await text(server, {})).charCodeAt(0), 0xFEFF)
  const media = await rows(server, { resource: 'media' })
  t.match(media[0], { 'o:item': String(rich), 'o:ingester': 'html', 'o:lang': 'fr', 'dcterms:title': 'Notes' })
  t.ok(media.some((row) => row['o:media_type'] === 'image/jpeg' && /^[0-9a-f]{64}$/.test(row['o:sha256'] as string)))
  const [row] = await rows(server, { query: { id: [rich] }, separator: ' ; '.trim() })
  t.match(row!['dcterms:relation^^resource'], /^\d+;\d+;\d+$/)
})

t.test('rows stand in the order of the search when it names one', async (t) => {
  const server = await build(t)
  for (const one of ['b', 'c', 'a']) await server.api.items.create(titled(one), { actor: OPERATOR })
  const titles = async (query: Json): Promise<string[]> =>
    (await rows(server, { query })).map((row) => row['dcterms:title'] as string)
  t.same(await titles({}), ['b', 'c', 'a'])
  t.same(await titles({ sort_by: 'title', sort_order: 'desc', per_page: 1 }), ['c', 'b', 'a'])
  t.same(await titles({ search: 'c' }), ['c'])
})

t.test('a resource type that cannot be a table is refused', async (t) => {
  const server = await build(t)
  const refused = async (options: ExportOptions): Promise<string> =>
    JSON.stringify((await refusal(text(server, options))).errors)
  t.match(await refused({ resource: 'users' }), /items, item_sets, media/)
  for (const separator of ['', '"', '\\', ' ', '01234567890', '\n']) {
    t.match(await refused({ separator }), /separator/, JSON.stringify(separator))
  }
})

t.test('an export in any format knows whether other installations can fetch the files that it names', async (t) => {
  const server = await build(t)
  await mixed(server)
  const lacksFiles = async (options: ExportOptions): Promise<boolean> => {
    const source = await server.api.export(options, { actor: OPERATOR })
    t.equal(source.hasUnreachableFiles, false, 'before it is read')
    for await (const { text } of source.chunks) t.type(text, 'string')
    return source.hasUnreachableFiles
  }
  for (const format of ['csv', 'tsv', 'nq', 'ndjson']) {
    t.equal(await lacksFiles({ format, resource: 'items' }), true, format)
    t.equal(await lacksFiles({ format, resource: 'items', base: 'https://museum.example' }), false, format)
  }
  t.equal(await lacksFiles({ filesFolder: 'files' }), false, 'the files come with it')
  t.equal(await lacksFiles({ format: 'nq', resource: 'vocabularies' }), false)
})
