import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import type { ImportOptions, ImportSummary } from '../../../../api/move/import/write/context.js'
import { open, type Api } from '../../../../app.js'
import type { ItemInput } from '../../../../schemas/resources/items.js'
import type { ValueInput } from '../../../../schemas/shared/values.js'
import { databaseOf } from '../../../database.js'
import { temporaryFolder, unchecked } from '../../../helper.js'

type Json = Record<string, unknown>

const ADMIN = { actor: { id: null, role: 'global_admin' as const } }

const text = (value: string): ValueInput[] => [{ type: 'literal', '@value': value }]
const item = (label: string | undefined, title: string, more: object = {}): ItemInput & Json => ({
  ...(label !== undefined && { '@id': label }),
  '@type': 'o:Item',
  'dcterms:title': text(title),
  ...more
})
const set = (label: string, title: string): Json => ({
  '@id': label,
  '@type': 'o:ItemSet',
  'dcterms:title': text(title)
})
const link = (label: string): ValueInput[] => [{ type: 'resource:item', value_resource_id: label }]
const lines = (...records: Json[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

interface Import {
  api: Api
  /** Imports `content`; problems as `line: message`. */
  run (content: string | Buffer, options?: Partial<ImportOptions>): Promise<ImportSummary & { problems: string[] }>
  /** Representations of all resources, as an administrator sees them. */
  all (type: 'items' | 'item_sets' | 'resources'): Promise<Json[]>
}

async function begin (t: Test): Promise<Import> {
  const data = await temporaryFolder(t)
  const api = await open({ data, ...await databaseOf(data) })
  t.teardown(async () => { await api.close() })
  return {
    api,
    async run (content, options = {}) {
      const file = path.join(data, 'records.ndjson')
      await writeFile(file, content)
      const problems: string[] = []
      const summary = await api.import({
        file,
        onProblem: ({ line, message }) => {
          problems.push(`${line}: ${message}`)
        },
        ...options
      })
      return { ...summary, problems }
    },
    async all (type) {
      return (await unchecked(api, type).search({}, ADMIN)).json() as Json[]
    }
  }
}

/** Everything in the database, table by table, but for the jobs that tell of it. */
const TABLES = process.env.DB === 'postgres'
  ? sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY name`
  : sql`SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`

/** Tables that are written beside an import: of jobs, of the last ids, and notes for other processes. */
const BESIDE = ['job', 'sqlite_sequence', 'id_sequence', 'write_note']

async function contentOf ({ store }: Api): Promise<string> {
  const all = await store.read.all<{ name: string }>(TABLES)
  const tables = all.filter(({ name }) => !BESIDE.includes(name))
  const rows = await Promise.all(
    tables.map(async ({ name }) => [name, await store.read.all(sql`SELECT * FROM ${sql.identifier(name)}`)])
  )
  return JSON.stringify(rows, (_, value: unknown) => Buffer.isBuffer(value) ? value.toString('hex') : value)
}

t.test('keys become properties, types become kind and class', async (t) => {
  const { run, all } = await begin(t)
  const summary = await run(lines({
    '@id': '_:a',
    '@type': ['o:Item', 'dctype:StillImage'],
    'o:is_public': false,
    'dcterms:title': text('Nocturne'),
    'dcterms:source': [{ type: 'uri', '@id': 'https://example.org/', 'o:label': 'Example' }],
    'http://purl.org/dc/terms/subject': [{ '@value': 'Night', '@language': 'en', is_public: false }]
  }))
  t.match(summary, { created: 1, values: 3, errors: 0, warnings: 0, source: 'records.ndjson' })
  const [found] = await all('items')
  t.match(found, {
    '@type': ['o:Item', 'dctype:StillImage'],
    'o:title': 'Nocturne',
    'o:is_public': false,
    'dcterms:source': [{ type: 'uri', property_id: 11, '@id': 'https://example.org/', 'o:label': 'Example' }],
    'dcterms:subject': [{ type: 'literal', '@value': 'Night', '@language': 'en', is_public: false }]
  })
})

t.test('an import makes the same resources as REST', async (t) => {
  const record = item(undefined, ' Café ', {
    'dcterms:creator': [
      {
        type: 'literal',
        '@value': 'A',
        '@annotation': { 'dcterms:date': [{ type: 'literal', property_id: 7, '@value': '1900' }] }
      }
    ]
  })
  const { api, run, all } = await begin(t)
  await run(lines(record))
  await api.items.create(record, ADMIN)
  const [imported, created] = (await all('items')).map(
    ({ '@id': _, 'o:id': __, 'o:created': ___, 'o:modified': ____, ...rest }) => rest
  )
  t.same(imported, created)
  for (const table of ['value', 'sort_text', 'resource']) {
    const rows = await api.store.read.all<Json>(sql`SELECT * FROM ${sql.identifier(table)} ORDER BY 1`)
    const bare = rows
      .map(({ id: _, resource_id: __, annotation_id: ___, created: ____, modified: _____, ...rest }) =>
        JSON.stringify(rest)
      )
      .sort()
    t.same(bare.filter((_, at) => at % 2 === 0), bare.filter((_, at) => at % 2 === 1), `${table} rows come in pairs`)
  }
})

t.test('records point to earlier and later ones, to themselves and in circles, in one batch or in many', async (t) => {
  const content = lines(
    item('_:a', 'A', { 'dcterms:relation': link('_:b'), 'o:item_set': [{ '@id': '_:set' }] }),
    item('_:c', 'C', { 'dcterms:relation': link('_:c') }),
    item('_:b', 'B', { 'dcterms:relation': link('_:a') }),
    set('_:set', 'Set')
  )
  for (const batchSize of [1, 2, 100]) {
    await t.test(`batches of ${batchSize}`, async (t) => {
      const { run, all } = await begin(t)
      t.match(await run(content, { batchSize }), { created: 4, values: 7, warnings: 0 })
      const items = await all('items')
      const titles = Object.fromEntries(
        items.map((found) => [found['o:title'], (found['dcterms:relation'] as Json[])[0]!.display_title])
      )
      t.same(titles, { A: 'B', B: 'A', C: 'C' })
      const [itemSet] = await all('item_sets')
      t.match(
        items.find((found) => found['o:title'] === 'A'),
        { 'o:item_set': [{ 'o:id': itemSet!['o:id'] }], 'o:is_public': true }
      )
      t.match(itemSet, { 'o:title': 'Set', 'o:is_public': true })
    })
  }
})

t.test('a record may point to a resource that is there by its id', async (t) => {
  const { api, run, all } = await begin(t)
  const { id } = await api.items.create(item(undefined, 'There'), ADMIN)
  await run(lines(item('_:a', 'A', { 'dcterms:relation': [{ type: 'resource', value_resource_id: id }] })))
  t.match((await all('items'))[1], { 'dcterms:relation': [{ display_title: 'There' }] })
})

t.test('a negative id is none', async (t) => {
  const { run } = await begin(t)
  const { problems } = await run(
    lines(
      item('_:a', 'A'),
      item('_:b', 'B', { 'o:item_set': [-1], 'dcterms:relation': [{ type: 'resource', value_resource_id: '-1' }] })
    )
  )
  t.same(problems, ['2: dcterms:relation: there is no resource -1', '2: o:item_set: there is no resource -1'])
})

t.test('ids stay right when others write between batches', async (t) => {
  const { api, run, all } = await begin(t)
  let others = 0
  const writes: Array<Promise<unknown>> = []
  await run(lines(item('_:a', 'A', { 'dcterms:relation': link('_:c') }), item('_:b', 'B'), item('_:c', 'C')), {
    batchSize: 1,
    onProgress: ({ phase }) => {
      if (phase === 'write') writes.push(api.items.create(item(undefined, `Other ${++others}`), ADMIN))
    }
  })
  await Promise.all(writes)
  const titles = (await all('items')).map((found) => found['o:title'])
  t.same([...titles].sort(), ['A', 'B', 'C', 'Other 1', 'Other 2', 'Other 3'])
})

t.test('every error is reported with its line, and nothing is written', async (t) => {
  const { api, run } = await begin(t)
  const before = await contentOf(api)
  const { problems, created, skipped } = await run([
    JSON.stringify(item('_:a', 'A')),
    '{"@id": "_:b", ',
    JSON.stringify(item('_:c', 'C', { 'dcterms:titel': text('x') })),
    JSON.stringify({ '@id': '_:d', '@type': 'o:Itme' }),
    JSON.stringify({ '@id': '_:e', '@type': ['o:Item', 'dctype:StilImage'] }),
    '',
    JSON.stringify(item('_:a', 'again')),
    JSON.stringify(item('_:f', 'F', { 'dcterms:relation': link('_:nowhere') })),
    JSON.stringify(item('_:g', 'G', { 'o:item_set': [{ '@id': '_:a' }] })),
    '[1]',
    JSON.stringify({ '@id': '_:h' }),
    JSON.stringify(item('_:i', 'I', { 'dcterms:relation': [{ type: 'resource', value_resource_id: 77 }] })),
    JSON.stringify({ '@id': '_:j', '@type': ['o:Item', { toString: 1, valueOf: 1 }] }),
    ''
  ].join('\n'))
  t.same([created, skipped], [0, 8])
  t.match(problems, [
    /^2: malformed JSON: /,
    '3: dcterms:titel: unknown term; the nearest is dcterms:title',
    '4: @type: "o:Itme" is unknown; the nearest is o:Item',
    '5: @type: "dctype:StilImage" is unknown; the nearest is dctype:StillImage',
    '7: @id: _:a is the label of line 1 already',
    '8: no record is labelled _:nowhere',
    '9: _:a is of the kind item, not item_set',
    '10: expected one JSON object a line',
    '11: @type must contain one of o:Item, o:ItemSet',
    '12: there is no resource 77',
    '13: @type: {"toString":1,"valueOf":1} is unknown'
  ])
  t.equal(await contentOf(api), before)
})

t.test('texts that not every database would keep alike are errors of their lines, and so are labels beyond measure', async (t) => {
  const { api, run } = await begin(t)
  const label = (bytes: number): string => `_:${'é'.repeat((bytes - 2) / 2)}`
  const { problems, skipped, created } = await run([
    '{"@id":"_:a","@type":"o:Item","dcterms:title":[{"type":"literal","@value":"half \\uD83D"}]}',
    '{"@id":"_:b","@type":"o:Item","dcterms:title":[{"type":"literal","@value":"whole \\uD83D\\uDE00"}]}',
    '{"@id":"_:c","@type":"o:Item","dcterms:title":[{"type":"literal","@value":"nothing \\u0000"}]}',
    '{"@id":"_:d","@type":"o:Item","x\\uDE00":[]}',
    JSON.stringify(item(label(2000), 'Long')),
    JSON.stringify(item(label(2002), 'Too long')),
    JSON.stringify(item('_:e', 'In a set', { 'o:item_set': [{ 'o:title': 'é'.repeat(1500) }] }))
  ].join('\n'), { continueOnError: true, createItemSets: true, source: 's'.repeat(500) })
  t.match(problems, [
    '1: dcterms:title: half a pair of surrogates (\\uD800 to \\uDFFF) is not a character',
    ...api.store.engine.allowsNul ? [] : ['3: dcterms:title: the character U+0000 cannot be stored in this database'],
    '4: x\\ude00: half a pair of surrogates (\\uD800 to \\uDFFF) is not a character',
    '6: @id is longer than 2000 bytes'
  ])
  t.same([created, skipped], api.store.engine.allowsNul ? [5, 3] : [4, 4])
  await t.rejects(run('', { source: 's'.repeat(501) }), { message: 'The name of the source is longer than 500 bytes.' })
})

t.test('invalid records can be left out, and are imported once they are corrected', async (t) => {
  const { run, all } = await begin(t)
  const first = [
    item('_:a', 'A', { 'dcterms:relation': link('_:b') }),
    item('_:b', 'B', { 'dcterms:titel': text('B') }),
    item('_:c', 'C')
  ]
  const broken = await run(lines(...first), { continueOnError: true })
  t.match(broken, { created: 2, skipped: 1, errors: 1, warnings: 1 })
  t.same(broken.problems[1], '1: dcterms:relation: _:b does not exist; the link is left out')
  t.match(await run(lines(first[0]!, item('_:b', 'B'), first[2]!)), { created: 1, present: 2, errors: 0 })
  t.same((await all('items')).map((found) => found['o:title']), ['A', 'C', 'B'])
})

t.test('values that REST would drop are left out with a warning', async (t) => {
  const { run, all } = await begin(t)
  const { problems, values } = await run(
    lines(
      item('_:a', 'A', {
        'dcterms:subject': [
          { type: 'literal', '@value': ' ' },
          { type: 'Literal', '@value': 'x' },
          { type: 'literal', '@value': 'kept' }
        ]
      })
    )
  )
  t.equal(values, 2)
  t.match(problems, [
    /^1: dcterms:subject: .*blank.*; the value is left out$/,
    /^1: dcterms:subject: .*"Literal".*; the value is left out$/
  ])
  t.match((await all('items'))[0], { 'dcterms:subject': [{ '@value': 'kept' }] })
})

t.test('a dry run checks everything and leaves the database as it is', async (t) => {
  const { api, run } = await begin(t)
  const before = await contentOf(api)
  t.match(await run(lines(set('_:set', 'S'), item('_:a', 'A')), { isDryRun: true }), {
    created: 2,
    values: 2,
    errors: 0
  })
  t.match(await run(lines(item('_:a', 'A', { 'o:foo': [] })), { isDryRun: true }), {
    errors: 1,
    problems: [/^1: o:foo: unknown term/]
  })
  t.equal(await contentOf(api), before)
})

t.test('another run brings in nothing twice, with labels and without', async (t) => {
  const { run, all } = await begin(t)
  const content = lines(item('_:a', 'A'), item(undefined, 'No label'))
  t.match(await run(content), { created: 2, present: 0 })
  t.match(await run(content), { created: 0, present: 2 })
  t.match(await run(content + lines(item('_:c', 'C'))), { created: 1, present: 2 })
  t.equal((await all('items')).length, 3)
  t.match(await run(content, { source: 'another' }), { created: 2 })
  const other = lines(item('_:a', 'A'), item(undefined, 'Another'), item('_:c', 'C'))
  t.match(await run(other), { created: 0, problems: [/^2: an earlier import of records\.ndjson imported other content under this label/] })
  t.match(await run(other, { continueOnError: true }), { created: 0, present: 2, skipped: 1 })
})

t.test('a placeholder is filled with the record as it is by then', async (t) => {
  const { run } = await begin(t)
  const linking = item('_:a', 'A', { 'dcterms:relation': link('_:b') })
  await t.rejects(run(lines(linking, item('_:b', 'B')), {
    batchSize: 1,
    onProgress: ({ phase }) => { if (phase === 'write') throw new Error('broken off') }
  }))
  const corrected = lines(linking, item('_:b', 'B, corrected'))
  t.match(await run(corrected), { created: 1, present: 1, problems: [] })
  t.match(await run(corrected), { created: 0, present: 2, problems: [] })
})

t.test('records that were deleted since are not imported again', async (t) => {
  const { api, run, all } = await begin(t)
  const content = lines(item('_:a', 'A'), item('_:b', 'B'))
  await run(content)
  await api.items.delete(1, ADMIN)
  const { problems } = await run(content + lines(item('_:c', 'C', { 'dcterms:relation': link('_:a') })))
  t.same(problems, ['3: dcterms:relation: _:a does not exist; the link is left out'])
  t.same((await all('items')).map((found) => found['o:title']), ['B', 'C'])
})

t.test('an interrupted run continues where it was, with the placeholders of later records', async (t) => {
  const { run, all } = await begin(t)
  const content = lines(item('_:a', 'A', { 'dcterms:relation': link('_:c') }), item('_:b', 'B'), item('_:c', 'C'))
  await t.rejects(
    run(content, {
      batchSize: 1,
      onProgress: ({ phase }) => {
        if (phase === 'write') throw new Error('broken off')
      }
    }),
    { message: 'broken off' }
  )
  t.same(
    (await all('items')).map((found) => found['o:title']),
    ['A', null],
    'one batch is there, and the place it points to'
  )
  t.match(await run(content, { batchSize: 1 }), { created: 2, present: 1 })
  const items = await all('items')
  t.same(items.map((found) => found['o:title']), ['A', 'C', 'B'])
  t.match(items[0], { 'dcterms:relation': [{ display_title: 'C' }] })
})

t.test('a placeholder that was deleted meanwhile is made again', async (t) => {
  const { api, run, all } = await begin(t)
  const content = lines(item('_:a', 'A', { 'dcterms:relation': link('_:b') }), item('_:b', 'B'))
  await t.rejects(
    run(content, {
      batchSize: 1,
      onProgress: ({ phase }) => {
        if (phase === 'write') throw new Error('broken off')
      }
    })
  )
  await api.items.delete(2, ADMIN)
  await run(content)
  t.match(await run(content), { created: 0, present: 2 })
  t.same((await all('items')).map((found) => found['o:title']), ['A'])
})

t.test('gzip is known by its content, not by its name', async (t) => {
  const { run } = await begin(t)
  t.match(await run(gzipSync(lines(item('_:a', 'A')))), { created: 1 })
})

t.test('a compressed file that is cut short or damaged is reported with its line, nothing is written', async (t) => {
  const { run, all } = await begin(t)
  const content = gzipSync(Array.from({ length: 2000 }, (_, at) => lines(item(`_:${at}`, `${Math.sin(at)}`))).join(''))
  const short = await run(content.subarray(0, content.length - 100))
  t.match(short, { created: 0, errors: 1, problems: [/^\d+: the compressed file ends too early$/] })
  const damaged = Buffer.from(content)
  damaged.fill(0xFF, 10_000, 10_050)
  t.match((await run(damaged)).problems.at(-1), /^\d+: the compressed file is damaged$/)
  t.same(await all('items'), [])
  const rest = await run(content.subarray(0, content.length - 100), { continueOnError: true })
  t.ok(rest.created > 1500, 'what can be read may be imported')
})

t.test('a last line may end without a line break, but not in the middle', async (t) => {
  const { run } = await begin(t)
  t.match((await run('{"@id":"_:a","@type":"o:It')).problems, ['1: the file ends in the middle of this record'])
  t.match(await run(lines(item('_:a', 'A')).trimEnd()), { created: 1 })
})

t.test('a byte order mark and Windows line ends are no obstacle, other encodings are', async (t) => {
  const { run } = await begin(t)
  t.match(await run(`\uFEFF${lines(item('_:a', 'A'), item('_:b', 'B')).replaceAll('\n', '\r\n')}`), { created: 2 })
  t.match((await run(Buffer.from(lines(item('_:c', 'Müller')), 'latin1'))).problems, ['1: this is not UTF-8 text'])
})

t.test('a required property of the template is asked for', async (t) => {
  const { api, run } = await begin(t)
  await api.store.write(async (database) => {
    await database.run(sql`UPDATE resource_template_property SET is_required = 1 WHERE property_id = 4`)
  })
  t.match((await run(lines(item('_:a', 'A', { 'o:resource_template': { 'o:id': 1 } })))).problems, [
    '1: The "Base Resource" resource template requires a "Description" value'
  ])
  t.match((await run(lines(item('_:a', 'A', { 'o:resource_template': { 'o:id': 9 } })))).problems, [
    '1: o:resource_template: there is none with the id 9'
  ])
})

t.test('a file that is not there, or is none, is refused', async (t) => {
  const { run } = await begin(t)
  const folder = await temporaryFolder(t)
  await t.rejects(run('', { file: path.join(folder, 'missing') }), { code: 'ENOENT' })
  await t.rejects(run('', { file: folder }), { message: /is not a file/ })
})

t.test('a record that nests too deep is reported like any other that cannot be read', async (t) => {
  const { run, all } = await begin(t)
  let value: ValueInput = { type: 'literal', '@value': 'x' }
  for (let depth = 0; depth < 300; depth++) {
    value = { type: 'literal', '@value': 'x', '@annotation': { 'dcterms:title': [value] } }
  }
  const deep = `{"@id":"_:b","@type":"o:Item","data":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`
  const file = lines(item('_:a', 'A'), { '@id': '_:c', '@type': 'o:Item', 'dcterms:title': [value] }) + deep
  const { problems, created } = await run(file, { continueOnError: true })
  t.same(problems, [2, 3].map((line) => `${line}: the JSON cannot be read: it nests deeper than 512 levels`))
  t.equal(created, 1)
  t.equal((await all('items')).length, 1)
})
