import { createHash } from 'node:crypto'
import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import type { Api } from '../../../../api/api.js'
import { build, unchecked } from '../../../helper.js'
import { serve } from '../../../files/fixtures/servers.js'
import { stored, type Json } from '../../../files/fixtures/uploads.js'
import { collectionFile, everything, imported, linesOf, SOURCE, writeLines } from './fixtures/collections.js'

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

/** A record of an uploaded picture. */
const picture = (id: number, item: number, more: object): Json => ({
  ...record('o:Item', id, 'Picture'),
  '@id': `https://old.example/api/media/${id}`,
  '@type': 'o:Media',
  'o:item': { 'o:id': item },
  'o:ingester': 'upload',
  'o:renderer': 'file',
  'o:media_type': 'text/plain',
  ...more
})

t.test('files that do not come with a collection are fetched from their addresses, if they are what the records say', async (t) => {
  const server = await build(t, { allowPrivateAddresses: true })
  const text = 'A letter'
  const address = await serve(t, (_request, response) => { response.end(text) })
  const at = (name: string, sha256: string): object => ({
    'o:filename': name, 'o:original_url': `${address}/${name}`, 'o:sha256': sha256, 'o:size': text.length
  })
  const digest = createHash('sha256').update(text).digest('hex')
  const { problems } = await imported(server, await collectionFile(t, [
    record('o:Item', 1, 'Letters'), picture(2, 1, at('same.txt', digest)), picture(3, 1, at('other.txt', '0'.repeat(64)))
  ]))
  t.same(problems, [`error 4: o:filename: ${address}/other.txt answers another file than the record says`])
  const [same, other] = (await everything(server.api)).media!
  t.match(same, { 'o:filename': 'same.txt', 'o:sha256': digest })
  t.match(other, { 'o:filename': null })
  t.same(await stored(server), ['original/same.txt'])
})

t.test('what needs a record that is not here is left out, and named', async (t) => {
  const server = await build(t)
  const { problems } = await imported(server, await collectionFile(t, [
    record('o:Item', 1, 'One', { 'foaf:nose': 'Long' }),
    record('o:Item', 5, 'Five', { 'foaf:nose': [{ type: 'literal', property_id: 1, '@value': 'x' }] }),
    record('o:Item', 4, 'Four', { 'dcterms:subject': [{ type: 'literal', property_id: 'three', '@value': 'x' }] }),
    picture(2, 9, { 'o:filename': null, 'o:original_url': null }),
    { ...record('o:Item', 3, 'Three'), '@id': null, '@type': 'o:ValueAnnotation' }
  ]), { continueOnError: true })
  t.match(problems.sort(), [
    /^error 3: foaf:nose: there is no such property$/,
    /^error 4: dcterms:subject: property_id: expected an id, not "three"$/,
    /^error 5: o:item: items 9: the file does not contain it, and it was not imported before$/,
    /^warning 2: foaf:nose: there is no such property; it is left out$/,
    /^warning 6: no value has this annotation; it is left out$/
  ])
  const { items, media } = await everything(server.api)
  t.match([items, media], [[{ 'o:title': 'One' }], []])
  t.equal(items!.length, 1)
})

t.test('what resources here use stays, though its source has deleted it', async (t) => {
  const server = await build(t)
  const vocabulary = {
    '@id': `${SOURCE}/vocabularies/90`,
    '@type': 'o:Vocabulary',
    'o:id': 90,
    'o:namespace_uri': 'https://example.org/terms#',
    'o:prefix': 'ex',
    'o:label': 'Example',
    'o:comment': null,
    'o:owner': null
  }
  const member = (type: string, name: string, id: number): object => ({
    '@id': `${SOURCE}/${name}/${id}`,
    '@type': type,
    'o:id': id,
    'o:local_name': `member${id}`,
    'o:label': 'Member',
    'o:comment': null,
    'o:term': `ex:member${id}`,
    'o:vocabulary': { 'o:id': 90 },
    'o:owner': null
  })
  const terms = [
    vocabulary, member('o:Property', 'properties', 901), member('o:Property', 'properties', 902),
    member('o:ResourceClass', 'resource_classes', 903)
  ]
  await imported(server, await collectionFile(t, terms))
  const idOf = async (type: string, term: string): Promise<number> =>
    ((await unchecked(server.api, type).search({ term }, { actor: OPERATOR })).json() as Json[])[0]!['o:id'] as number
  const used = await idOf('properties', 'ex:member901')
  await server.api.items.create({
    'ex:member901': [{ type: 'literal', property_id: used, '@value': 'x' }],
    'o:resource_class': { 'o:id': await idOf('resource_classes', 'ex:member903') }
  }, { actor: OPERATOR })
  const deletion = (resource: string, id: number): object => ({ '@type': 'vitrine:Deletion', resource, 'o:id': id })
  const { problems, counts } = await imported(server, await collectionFile(t, [
    deletion('properties', 901), deletion('properties', 902), deletion('resource_classes', 903), deletion('vocabularies', 90)
  ], { complete: false }))
  t.same(problems.sort(), [2, 4, 5].map((line) =>
    `conflict ${line}: deleted in the source; the record here stays, because something uses it`))
  t.match(counts, { properties: { deleted: 1 }, resource_classes: { deleted: 0 }, vocabularies: { deleted: 0 } })
})

t.test('nothing is deleted because a file does not have it, if other records of the file have errors', async (t) => {
  const server = await build(t)
  await imported(server, await collectionFile(t, [record('o:Item', 1, 'One'), record('o:Item', 2, 'Two')]))
  const { problems } = await imported(
    server,
    await collectionFile(t, [record('o:Item', 1, 'One', { 'o:is_public': 'perhaps' })], { moment: '2026-02-01T00:00:00Z' }),
    { continueOnError: true, deleteMissing: true }
  )
  t.match(problems, [/^error 2: o:is_public/, 'warning 0: nothing was deleted, because there were errors'])
  t.ok(await item(server.api, 2))
})
