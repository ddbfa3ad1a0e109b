import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import type { Api } from '../../../../api/api.js'
import { build } from '../../../helper.js'
import type { Json } from '../../../files/fixtures/uploads.js'
import { collectionFile, everything, imported, writeLines, linesOf } from './fixtures/collections.js'

const CREATED = { '@value': '2020-01-01T00:00:00+00:00', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' }
const at = (day: number): Json => ({ ...CREATED, '@value': `2021-01-${String(day).padStart(2, '0')}T00:00:00+00:00` })

/** A record as REST shows it. */
function record (type: 'o:Item' | 'o:ItemSet', id: number, title: string, more: object = {}): Json {
  const name = type === 'o:Item' ? 'items' : 'item_sets'
  return {
    '@id': `https://old.example/api/${name}/${id}`,
    '@type': type,
    'o:id': id,
    'o:is_public': true,
    'o:created': CREATED,
    'o:modified': at(1),
    'dcterms:title': [{ type: 'literal', property_id: 1, is_public: true, '@value': title }],
    ...more
  }
}

async function item (api: Api, id: number): Promise<Json | undefined> {
  return (await api.items.read(id, { actor: OPERATOR }).catch(() => undefined))?.json() as Json | undefined
}

t.test('a newer file of the same source changes what is different, and nothing else', async (t) => {
  const server = await build(t)
  const set = record('o:ItemSet', 1, 'Set')
  const first = [set, record('o:Item', 2, 'Two', { 'o:item_set': [{ 'o:id': 1 }] }), record('o:Item', 3, 'Three')]
  await imported(server, await collectionFile(t, first))
  const before = await item(server.api, 3)
  const changed = record('o:Item', 2, 'Two, again', { 'o:modified': at(2) })
  const { counts, problems } = await imported(server, await collectionFile(t, [set, changed, first[2]!, record('o:Item', 9, 'Nine')]))
  t.same(problems, [])
  t.match(counts, { item_sets: { unchanged: 1 }, items: { updated: 1, unchanged: 1, created: 1 } })
  t.same(await item(server.api, 3), before)
  t.match(await item(server.api, 2), { 'o:title': 'Two, again', 'o:item_set': [], 'o:modified': at(2) })
  t.match(await item(server.api, 9), { 'o:title': 'Nine' })
})

t.test('local changes and deletions stay, and are reported, unless the source is to win', async (t) => {
  const server = await build(t)
  const first = [record('o:Item', 1, 'One'), record('o:Item', 2, 'Two'), record('o:Item', 3, 'Three')]
  await imported(server, await collectionFile(t, first))
  const title = [{ type: 'literal', property_id: 1, '@value': 'Mine' }]
  await server.api.items.update(1, { 'dcterms:title': title }, { actor: OPERATOR, partial: true })
  await server.api.items.update(2, { 'dcterms:title': title }, { actor: OPERATOR, partial: true })
  await server.api.items.delete(3, { actor: OPERATOR })
  const same = await imported(server, await collectionFile(t, first))
  t.match(same.counts.items, { unchanged: 3, conflicts: 0 })
  const changes = [record('o:Item', 1, 'Theirs'), first[1]!, record('o:Item', 3, 'Theirs')]
  const file = await collectionFile(t, changes, { moment: '2026-02-01T00:00:00Z' })
  const { counts, problems } = await imported(server, file)
  t.match(counts.items, { updated: 0, unchanged: 1, conflicts: 2 })
  t.same(problems, [
    'conflict 2: it was changed in the source and here since the last import; the record here stays as it is',
    'conflict 4: it was changed in the source and deleted here; it is not imported again'
  ])
  t.match(await item(server.api, 1), { 'o:title': 'Mine' })
  t.equal(await item(server.api, 3), undefined)
  await imported(server, file, { overwrite: true })
  t.match(await item(server.api, 1), { 'o:title': 'Theirs', 'o:modified': at(1) })
  t.match(await item(server.api, 2), { 'o:title': 'Two' })
  t.match(await item(server.api, 3), { 'o:title': 'Theirs' })
})

t.test('deletions of the source are made here, but not of what was changed here', async (t) => {
  const server = await build(t)
  const first = [1, 2, 3, 4].map((id) => record('o:Item', id, `Item ${id}`))
  await imported(server, await collectionFile(t, first))
  await server.api.items.update(2, { 'o:is_public': false }, { actor: OPERATOR, partial: true })
  const own = (await server.api.items.create({}, { actor: OPERATOR })).json() as Json
  const deletion = (id: number): object => ({ '@type': 'vitrine:Deletion', resource: 'items', 'o:id': id })
  const file = await collectionFile(t, [first[3]!, deletion(1), deletion(2), deletion(77)], { complete: false })
  const { counts, problems } = await imported(server, file)
  t.match(counts.items, { deleted: 1, conflicts: 1, unchanged: 1 })
  t.same(problems, ['conflict 4: deleted in the source; the record here stays, because it was changed'])
  t.equal(await item(server.api, 1), undefined)
  t.ok(await item(server.api, 2))
  await t.rejects(imported(server, file, { deleteMissing: true }), /only a part of its source/)
  const complete = await collectionFile(t, [first[3]!], { moment: '2026-03-01T00:00:00Z' })
  const { counts: missing } = await imported(server, complete, { deleteMissing: true })
  t.match(missing.items, { deleted: 1, conflicts: 1 })
  t.equal(await item(server.api, 3), undefined)
  t.ok(await item(server.api, 4))
  t.ok(await item(server.api, own['o:id'] as number), 'what did not come from the source stays')
})

t.test('a dry run says what would happen, and writes nothing', async (t) => {
  const server = await build(t)
  const file = await collectionFile(t, [record('o:Item', 1, 'One'), record('o:Item', 2, 'Two')])
  const { counts, isWritten } = await imported(server, file, { isDryRun: true })
  t.match(counts.items, { created: 2 })
  t.notOk(isWritten)
  t.equal(await item(server.api, 1), undefined)
  await imported(server, file)
  const [header, ...lines] = await linesOf(file)
  lines[0]!['o:is_public'] = false
  await writeLines(file, [header!, ...lines])
  t.match((await imported(server, file, { isDryRun: true })).counts.items, { updated: 1, unchanged: 1 })
  t.match(await item(server.api, 1), { 'o:is_public': true })
})

t.test('data types that are unknown here become texts, addresses and links, and links forward arrive', async (t) => {
  const server = await build(t)
  const { problems, converted } = await imported(server, await collectionFile(t, [
    record('o:Item', 1, 'One', {
      'dcterms:date': [{ type: 'numeric:timestamp', property_id: 7, '@value': '1900', '@type': 'xsd:gYear' }],
      'dcterms:extent': [
        { type: 'numeric:integer', property_id: 25, '@value': 0, '@type': 'xsd:integer' },
        { type: 'boolean', property_id: 25, '@value': false },
        { type: 'toString', property_id: 25, '@value': { latitude: 48.5 } },
        { type: 'numeric:integer', property_id: 25, '@value': null }
      ],
      'dcterms:subject': [{ type: 'valuesuggest:lc', property_id: 3, '@id': 'https://example.org/1', 'o:label': 'One' }],
      'dcterms:relation': [
        { type: 'customvocab:1', property_id: 13, value_resource_id: 2, value_resource_name: 'items' },
        { type: 'resource', property_id: 13, value_resource_id: 55 }
      ],
      'o-module-mapping:marker': [{ 'o:id': 1 }]
    }),
    record('o:Item', 2, 'Two', { 'o:is_public': false })
  ]))
  t.match(problems.sort(), [
    /conflict|dcterms:date: the data type "numeric:timestamp" is unknown here; the value became one of the type literal/,
    /dcterms:extent: "@value" must be a text that is not blank; the value is left out/,
    /dcterms:extent: the data type "boolean" is unknown here; the value became one of the type literal/,
    /dcterms:extent: the data type "numeric:integer" is unknown here; the value became one of the type literal/,
    /dcterms:extent: the data type "toString" is unknown here; the value became one of the type literal/,
    /dcterms:relation: the data type "customvocab:1" is unknown here; the value became one of the type resource/,
    /dcterms:subject: the data type "valuesuggest:lc" is unknown here; the value became one of the type uri/,
    /items or item_sets or media 55: the file does not contain it, and it was not imported before; it is left out/
  ])
  t.same({ ...converted }, {
    'numeric:timestamp': 1, 'valuesuggest:lc': 1, 'customvocab:1': 1, 'numeric:integer': 1, boolean: 1, toString: 1
  })
  t.match(await item(server.api, 1), {
    'dcterms:date': [{ type: 'literal', '@value': '1900' }],
    'dcterms:extent': ['0', 'false', '{"latitude":48.5}'].map((text) => ({ type: 'literal', '@value': text })),
    'dcterms:subject': [{ type: 'uri', '@id': 'https://example.org/1', 'o:label': 'One' }],
    'dcterms:relation': [{ type: 'resource', value_resource_id: 2, display_title: 'Two' }]
  })
})

t.test('an import that is stopped while its file is checked ends at once, and can be run again', async (t) => {
  const server = await build(t)
  const file = await collectionFile(t, [record('o:Item', 1, 'One')])
  const stopping = new AbortController()
  const phases: string[] = []
  await t.rejects(server.api.importCollection({
    file,
    signal: stopping.signal,
    onProgress ({ phase }) {
      phases.push(phase)
      stopping.abort()
    }
  }), { message: 'The import was stopped. Records that it has written stay. Run it again to continue.' })
  t.same(phases, ['check'])
  t.equal(await item(server.api, 1), undefined)
  t.match((await imported(server, file)).counts.items, { created: 1 })
})

t.test('a media whose file is not part of the collection is imported without it, and the import says so', async (t) => {
  const server = await build(t)
  const file = await collectionFile(t, [
    record('o:Item', 1, 'Nocturne'),
    {
      ...record('o:Item', 2, 'Picture'),
      '@id': 'https://old.example/api/media/2',
      '@type': 'o:Media',
      'o:item': { 'o:id': 1 },
      'o:ingester': 'upload',
      'o:renderer': 'file',
      'o:filename': 'a.jpg',
      'o:original_url': 'file:///a.jpg'
    }
  ])
  const summary = await imported(server, file)
  t.match(summary, { isWritten: true, errors: 1, problems: [/^error 3: .*a\.jpg is not part of the collection/] })
  t.match((await everything(server.api)).media, [{ 'o:id': 2, 'o:filename': null }])
})
