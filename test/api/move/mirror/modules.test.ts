import { readFileSync } from 'node:fs'
import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import type { ValueInput } from '../../../../schemas/shared/values.js'
import { build } from '../../../helper.js'
import type { DifferentRecord, Verification } from '../../../../api/move/mirror/run/verify.js'
import { item, media, replay, terms, type Recorded } from './fixtures/replay.js'

const quick = { backoff: 1, attempts: 3 }

const value = (type: string, id: number, more: object): object =>
  ({ type, property_id: id, property_label: 'Label', is_public: true, ...more })

/** Items of an installation with the modules for numbers, places, suggested values and maps. */
const measured = item(5, {
  'dcterms:date': [value('numeric:timestamp', 7, { '@value': '1830-04', '@type': 'http://www.w3.org/2001/XMLSchema#gYearMonth' })],
  'dcterms:extent': [
    value('numeric:integer', 25, { '@value': 420, '@type': 'http://www.w3.org/2001/XMLSchema#integer' }),
    value('numeric:integer', 25, { '@value': 0, '@type': 'http://www.w3.org/2001/XMLSchema#integer' }),
    value('numeric:timestamp', 25, { '@value': 1830, '@type': 'http://www.w3.org/2001/XMLSchema#gYear' })
  ],
  'dcterms:provenance': [value('boolean', 51, { '@value': false, '@type': 'http://www.w3.org/2001/XMLSchema#boolean' })],
  'dcterms:spatial': [value('geography:coordinates', 40, { '@value': { latitude: 48.85, longitude: 2.35 } })],
  'dcterms:subject': [value('valuesuggest:lc:subjects', 3, { '@id': 'https://example.org/sea', 'o:label': 'Sea' })],
  'dcterms:relation': [value('customvocab:3', 13, {
    '@id': '<base>/api/items/6', value_resource_id: 6, value_resource_name: 'items', url: null, display_title: 'Item 6', thumbnail_url: null
  })],
  'o-module-mapping:mapping': { '@id': '<base>/api/mappings/1', 'o:id': 1 },
  'o-module-mapping:marker': [{ '@id': '<base>/api/mapping_markers/7', 'o:id': 7 }],
  'o-module-folksonomy:tag': []
})

const linked = item(6, {
  '@reverse': { 'dcterms:relation': [{ '@id': '<base>/api/resources/5', 'o:title': 'Item 5' }] }
})

const CONVERTED = {
  'numeric:timestamp': 2, 'numeric:integer': 2, boolean: 1, 'geography:coordinates': 1, 'valuesuggest:lc:subjects': 1, 'customvocab:3': 1
}

t.test('values of modules become texts, addresses and links, and are counted', async (t) => {
  const own = await build(t)
  const source = await replay(t, { ...await terms(own), items: [measured, linked] })
  const call = { ...quick, address: source.address }
  const summary = await own.api.mirrors.run(call)
  t.same({ ...summary.converted }, CONVERTED)
  const report = readFileSync(summary.report!, 'utf8')
  t.match((JSON.parse(report.split('\n', 1)[0]!) as object), { converted: CONVERTED })
  t.match(report, /dcterms:extent: the data type \\"numeric:integer\\" is unknown here; the value became one of the type literal/)
  t.match((await own.api.jobs.report(1, OPERATOR)).log.join('\n'), /data type numeric:integer: unknown here, 2 values became text, address or link/)
  const literals = (...texts: string[]): object[] => texts.map((text) => ({ type: 'literal', '@value': text }))
  const here = (await own.api.items.read(5, { actor: OPERATOR })).json()
  t.match(here, {
    'dcterms:date': literals('1830-04'),
    'dcterms:extent': literals('420', '0', '1830'),
    'dcterms:provenance': literals('false'),
    'dcterms:spatial': literals('{"latitude":48.85,"longitude":2.35}'),
    'dcterms:subject': [{ type: 'uri', '@id': 'https://example.org/sea', 'o:label': 'Sea' }],
    'dcterms:relation': [{ type: 'resource', value_resource_id: 6, display_title: 'Item 6' }]
  })

  const verify = async (): Promise<Verification & { records: DifferentRecord[] }> => {
    const records: DifferentRecord[] = []
    return { ...await own.api.mirrors.verify(call, (record) => { records.push(record) }), records }
  }
  const verified = await verify()
  t.same(verified.records, [])
  t.same({ ...verified.converted }, CONVERTED)
  t.match(verified.keys, { 'o-module-mapping:mapping': 1, 'o-module-mapping:marker': 1 })

  const extent = here['dcterms:extent'] as ValueInput[]
  await own.api.items.update(5, { ...here, 'dcterms:extent': [{ ...extent[0], '@value': '421' }, ...extent.slice(1)] }, { actor: OPERATOR })
  const { records: [record, ...others] } = await verify()
  t.same(others, [])
  t.match(record, { resource: 'items', id: 5, localId: 5 })
  t.match(record!.differences, [{ path: 'o:modified.@value' }, { path: 'dcterms:extent[0].@value', there: 420, here: '421' }])
  t.equal(record!.differences.length, 2)
})

t.test('texts and addresses that begin with the address of the source come as they are, and are the same', async (t) => {
  const own = await build(t)
  const texts = ['<base>/s/old/page/about', '<base>/api/items/77', '<base>/files/original/x.pdf']
  const icon = '<base>/application/asset/thumbnails/default.png'
  const shown = { thumbnail_display_urls: { large: icon, medium: icon, square: icon } }
  const { record } = media(11, 5, Buffer.from('x'), {
    ...shown,
    'o:source': '<base>/files/original/x.pdf',
    'o:media_type': null,
    'o:filename': null,
    'o:sha256': null,
    'o:size': null,
    'o:original_url': null,
    'dcterms:source': texts.map((text) => value('uri', 11, { property_label: 'Source', '@id': text, 'o:label': text }))
  })
  const link = { '@id': '<base>/api/media/11', 'o:id': 11 }
  const source = await replay(t, {
    ...await terms(own),
    items: [item(5, {
      ...shown,
      'o:media': [link],
      'o:primary_media': link,
      'dcterms:source': texts.map((text) => value('uri', 11, { property_label: 'Source', '@id': text })),
      'dcterms:description': texts.map((text) => value('literal', 4, { property_label: 'Description', '@value': text }))
    })],
    media: [record]
  })
  // So that records have other ids here than there.
  for (let at = 0; at < 7; at++) await own.api.items.create({}, { actor: OPERATOR })
  const call = { ...quick, address: source.address }
  await own.api.mirrors.run(call)
  const records: DifferentRecord[] = []
  const verified = await own.api.mirrors.verify(call, (found) => { records.push(found) })
  t.same(records, [])
  t.match(verified, { compared: { items: 1, media: 1 } })
})

t.test('an account with a role that only a module knows is deactivated, and the report says how to activate it', async (t) => {
  const own = await build(t)
  const key = { identity: 'IDENTITY', credential: 'CREDENTIAL' }
  const user = (id: number, role: string): Recorded => ({
    'o:id': id,
    'o:name': role,
    'o:email': `${role}@example.org`,
    'o:role': role,
    'o:is_active': true,
    'o:created': '2024-05-06T07:08:09+00:00'
  })
  const source = await replay(t, { ...await terms(own), users: [user(1, 'guest'), user(2, 'author')] }, { key })
  const summary = await own.api.mirrors.run({ ...quick, address: source.address, key })
  t.match((await own.api.resource('users').search({ sort_by: 'id' }, { actor: OPERATOR })).json(), [
    { 'o:role': 'researcher', 'o:is_active': false }, { 'o:role': 'author', 'o:is_active': true }
  ])
  t.match(readFileSync(summary.report!, 'utf8'), /o:role: the role \\"guest\\" is unknown here; the account became a researcher and is deactivated\. To let it sign in: vitrine user edit --email guest@example\.org --activate/)
})
