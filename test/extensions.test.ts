import Fastify from 'fastify'
import t from 'tap'
import { ANONYMOUS, OPERATOR } from '../api/core/calls/actor.js'
import type { Representation } from '../api/core/answers/answer.js'
import vitrine, { computedMembers, hasValueThat, open, sql, values, type DataType, type Extensions, type Filter } from '../app.js'
import { keptIn } from './database.js'
import { build, temporaryFolder, unchecked } from './helper.js'

/** The example of the README. */
const integer: DataType = {
  name: 'numeric:integer',
  label: 'Integer',
  hydrate: ({ '@value': given }) => /^-?\d{1,15}$/.test(String(given)) ? { text: String(given) } : '"@value" must be a whole number',
  represent: ({ text }) => ({ '@value': Number(text), '@type': 'xsd:integer' })
}
const above: Filter = (given, { viewer }) => Number.isFinite(Number(given))
  ? hasValueThat(sql`${values.type} = 'numeric:integer' AND CAST(${values.text} AS INTEGER) > ${Number(given)}`, viewer)
  : undefined
const NUMERIC: Extensions = {
  dataTypes: [integer],
  filters: { items: { number_above: above } },
  context: { xsd: 'http://www.w3.org/2001/XMLSchema#', dcterms: 'http://example.org/not-taken' }
}

const extent = (...numbers: unknown[]) => ({ 'dcterms:extent': numbers.map((number) => ({ type: 'numeric:integer', '@value': number })) })
const admin = { actor: OPERATOR }

t.test('a numeric data type is checked, shown and searched', async (t) => {
  const { api, send, account } = await build(t, {}, {}, NUMERIC)
  const as = await account('editor')
  const make = async (payload: object) => await send({ method: 'POST', url: '/api/items', as, payload })
  t.match((await make(extent('12', 'twelve', 1.5, 3))).json()['dcterms:extent'], [
    { type: 'numeric:integer', '@value': 12, '@type': 'xsd:integer' }, { type: 'numeric:integer', '@value': 3, '@type': 'xsd:integer' }
  ])
  const refused = await send({ method: 'POST', url: '/api/items', as, payload: extent('twelve'), headers: { prefer: 'handling=strict' } })
  t.same([refused.statusCode, refused.json()], [422, { errors: { 'dcterms:extent': ['"@value" must be a whole number.'] } }])
  t.match((await send({ url: '/api/data_types/numeric:integer' })).json(), { 'o:label': 'Integer' })

  await make(extent(9))
  await make({ 'dcterms:extent': [{ ...extent(100)['dcterms:extent'][0], is_public: false }] })
  const found = async (query: string, key?: typeof as): Promise<number[]> => (await send({ url: `/api/items?${query}`, ...(key !== undefined && { as: key }) })).json().map((item: Representation) => item['o:id'])
  t.same(await found('number_above=8'), [1, 2])
  t.same(await found('number_above=9'), [1])
  t.same(await found('number_above=9', as), [1, 3])
  t.same(await found('number_above=many'), [1, 2, 3])
  t.same(await found('property[0][property]=dcterms:extent&property[0][type]=dt&property[0][text]=numeric:integer'), [1, 2])
  t.match((await send({ url: '/api/items/2?format=ntriples' })).payload, '<http://purl.org/dc/terms/extent> "9"^^<http://www.w3.org/2001/XMLSchema#integer> .\n')
  t.match((await api.context()).json(), { '@context': { xsd: String, dcterms: 'http://purl.org/dc/terms/' } })
})

t.test('a filter of the application finds no value that leads to what is hidden', async (t) => {
  const links: Filter = (_given, { viewer }) => hasValueThat(sql`${values.linkedId} IS NOT NULL`, viewer)
  const { api } = await build(t, {}, {}, { filters: { items: { links } } })
  const link = (id: number) => ({ 'dcterms:relation': [{ type: 'resource', value_resource_id: id }] })
  await api.items.create({ 'o:is_public': false }, admin)
  await api.items.create({}, admin)
  for (const target of [1, 2]) await api.items.create(link(target), admin)
  const found = async (call: object): Promise<unknown> =>
    Object.values((await api.items.search({ links: '1' } as object, call)).json() as Representation[]).map((item) => item['o:id'])
  t.same(await found({ actor: ANONYMOUS }), [4])
  t.same(await found(admin), [3, 4])
})

t.test('values of a data type that is no longer registered are shown by their content', async (t) => {
  const data = await temporaryFolder(t)
  const before = await open(await keptIn(data), NUMERIC)
  await before.items.create(extent(7), admin)
  await before.close()
  const after = await open(await keptIn(data))
  t.teardown(async () => { await after.close() })
  t.match((await after.items.read(1, admin)).json(), { 'dcterms:extent': [{ type: 'literal', '@value': '7' }] })
})

t.test('a listener adds to representations, which stay true whatever changes', async (t) => {
  const { api } = await build(t, {}, {}, {
    representations: {
      items: ({ 'dcterms:relation': related, ...representation }) => ({ ...representation, 'ex:related': ((related ?? []) as Representation[]).map((value) => value.display_title) }),
      item_sets: (representation) => ({ ...representation, 'ex:set': true })
    }
  })
  const title = (text: string) => ({ 'dcterms:title': [{ type: 'literal', '@value': text }] })
  await api.items.create(title('Old'), admin)
  await api.items.create({ 'dcterms:relation': [{ type: 'resource', value_resource_id: 1 }] }, admin)
  const shown = async (): Promise<unknown> => (await api.items.read(2, admin)).json()
  for (const text of ['Old', 'New']) {
    await api.items.update(1, title(text), admin)
    for (let times = 0; times < 2; times++) t.match(await shown(), { 'ex:related': [text], 'dcterms:relation': undefined })
  }
  await api.itemSets.create({}, admin)
  t.match((await api.resource('resources').search({}, admin)).json(), [{ 'ex:set': undefined }, { 'ex:related': ['New'] }, { 'ex:set': true }])
})

t.test('a listener rewrites searches, for each actor its own way', async (t) => {
  const { api } = await build(t, {}, {}, {
    queries: { items: ({ newest, ...query }, { role }) => newest === undefined ? query : { ...query, sort_by: 'id', sort_order: 'desc', limit: role === null ? '1' : '2' } }
  })
  for (let times = 0; times < 3; times++) await api.items.create({}, admin)
  const ids = async (actor = ANONYMOUS) => ((await unchecked(api, 'items').search({ newest: '1' }, { actor })).json() as Representation[]).map((item) => item['o:id'])
  t.same([await ids(), await ids(OPERATOR), await ids()], [[3], [3, 2], [3]])
})

t.test('a format is chosen by name or by Accept', async (t) => {
  const { api, send } = await build(t, {}, {}, {
    formats: [{
      name: 'ids',
      mediaType: 'text/x-ids',
      serialise: (body, context) => `${(Array.isArray(body) ? body : [body]).map((one: Representation) => one['o:id']).join(' ')} ${Object.keys(context).length}`
    }]
  })
  for (let times = 0; times < 2; times++) await api.items.create({}, admin)
  for (const request of [{ url: '/api/items?format=ids' }, { url: '/api/items', headers: { accept: 'text/turtle;q=0.5, text/x-ids' } }]) {
    const { headers, payload } = await send(request)
    t.same([headers['content-type'], payload], ['text/x-ids', '1 2 7'])
  }
  t.equal((await send({ url: '/api/items/2?format=ids' })).payload, '2 7')
  t.equal((await send({ url: '/api/items/9?format=ids' })).statusCode, 404)
})

t.test('a type of resources, an ingester and a job class are added', async (t) => {
  const { api, send, account } = await build(t, {}, {}, {
    resourceTypes: [
      { name: 'colours', entity: 'Colour', operations: ['search', 'read'], members: () => computedMembers('colours', 'ex:Colour', [['red', { 'ex:hue': 0 }]]) },
      { name: 'secrets', entity: 'Secret', operations: ['search'], members: () => new Map(), allows: (actor) => actor.role === 'editor' }
    ],
    ingesters: [{
      name: 'nothing',
      renderer: 'nothing',
      ingest: async () => ({
        mediaType: null,
        storageId: null,
        extension: null,
        sha256: null,
        size: null,
        hasOriginal: false,
        hasThumbnails: false,
        data: { empty: true }
      })
    }],
    jobs: [{ name: 'Test\\Job', run: async ({ log }) => { await log('Hello.') } }]
  })
  t.match((await send({ url: '/api/colours' })).json(), [{ '@id': 'http://localhost/api/colours/red', '@type': 'ex:Colour', 'ex:hue': 0 }])
  t.match((await send({ url: '/api/colours/red?format=turtle' })).statusCode, 200)
  t.equal((await send({ url: '/api/colours/blue' })).statusCode, 404)
  t.equal((await send({ method: 'POST', url: '/api/colours', payload: {} })).statusCode, 403)
  t.equal((await send({ method: 'POST', url: '/api/colours', as: await account('site_admin'), payload: {} })).statusCode, 405)
  t.equal((await send({ url: '/api/secrets' })).statusCode, 403)
  t.equal((await send({ url: '/api/secrets', as: await account('editor') })).statusCode, 200)
  t.ok(api.resourceNames.includes('colours'))

  t.match((await api.items.create({ 'o:media': [{ 'o:ingester': 'nothing' }] }, admin)).json(), { 'o:media': [{ 'o:id': 2 }] })
  t.match((await api.media.read(2, admin)).json(), { 'o:ingester': 'nothing', 'o:renderer': 'nothing', data: { empty: true } })
  t.match(await api.jobs.perform('Test\\Job', {}, OPERATOR), { status: 'completed' })
})

t.test('extensions are an option of the plugin, and belong to one collection', async (t) => {
  const [data, other, third] = [await temporaryFolder(t), await temporaryFolder(t), await temporaryFolder(t)]
  const app = Fastify()
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, { prefix: '/a', data, extensions: NUMERIC })
  await app.register(vitrine, { prefix: '/b', data: other })
  t.equal((await app.inject('/a/api/data_types')).json().length, 7)
  t.equal((await app.inject('/b/api/data_types')).json().length, 6)
  const api = await open(await keptIn(third))
  t.teardown(async () => { await api.close() })
  await t.rejects(async () => { await Fastify().register(vitrine, { api, extensions: NUMERIC }) }, /"extensions" must be given to Api.open/)
})
