// Compiled by types.test.ts as an application compiles it; nothing here runs.
import vitrine, {
  ANONYMOUS, ApiError, described, hasValueThat, NotFoundError, open, parameter, resourceType, sql, ValidationError,
  values, type Actor, type Answer,
  type Api, type Call, type DeletedItem, type Filter, type Item, type ItemInput, type ItemQuery, type ItemSet,
  type Media, type Query,
  type ResourceApi, type Role, type Scalars, type Site, type Value
} from 'vitrine'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false
const same = <A, B>(_: Same<A, B>): void => {}

const api: Api = await open({ data: './data' })
const actor: Actor = { id: 1, role: 'editor' }
const role: Role | null = actor.role

// A read gives an Item, for every actor.
const answer: Answer<Item> = await api.items.read(1)
const item = (await api.items.read(1, { actor })).json()
same<typeof item, Item>(true)
same<typeof item['o:id'], number>(true)
same<typeof item['o:title'], string | null>(true)
const owner: number | undefined = item['o:owner']?.['o:id']
const value: Value | undefined = item['dcterms:title']?.[0]
if (value?.type === 'literal') console.log(value['@value'].length, value['@annotation']?.['dcterms:date']?.[0]?.property_label)
if (value?.type === 'resource:item') console.log(value.value_resource_id)
const text: string | undefined = item['dcterms:title']?.[0]?.['@value']
// @ts-expect-error: there is no such member
console.log(item.owner)

// Every type by its name.
const set: ItemSet = (await api.resource('item_sets').read(2)).json()
const media: Media = (await api.media.read(3)).json()
const site: Site = (await api.resource('sites').read('4')).json()
const types: string[] = (await api.resource('data_types').search()).json().map((type) => type['o:label'])
const unknownType: ResourceApi = api.resource(String(types[0]))
const title: unknown = (await unknownType.read(1)).json()['o:title']
// @ts-expect-error: data types cannot be written
await api.resource('data_types').create({ 'o:label': 'x' })

// Searches take numbers and booleans.
const query: ItemQuery = { per_page: 10, has_media: true, item_set_id: [1, 2], sort_by: 'title', property: [{ property: 1, type: 'ex' }] }
const found: Item[] = (await api.items.search(query)).json()
const page = await api.items.search({ per_page: 10, page: 2, is_public: true, sort_by: 'dcterms:date' }, { actor: ANONYMOUS })
const total: number | null = page.total
const scalars: Scalars = (await api.items.search({ return_scalar: 'title' })).json()
const part: Array<Partial<Item>> = (await api.items.search({ fields: ['o:title'] })).json()
const received: Query = { has_media: '1', property: [{ property: '1', type: 'ex' }] }
await api.items.search(received)
const counts = (await api.items.facets({ facets: 'dcterms:creator', facet_limit: 5 })).json().facets['dcterms:creator']?.[0]?.count
// @ts-expect-error: items are not filtered by this
await api.items.search({ has_medea: true })
// @ts-expect-error: items have no such raw column
await api.items.search({ return_scalar: 'ingester', per_page: 1 })

// What is misspelt does not compile, but any query as parsed from a URL does.
// @ts-expect-error: there is no such parameter
await api.items.search({ serach: 'x' })
// @ts-expect-error: a number
await api.items.search({ per_page: 'ten' })
// @ts-expect-error: a flag
await api.items.search({ has_media: 'yes' })
// @ts-expect-error: there is no such comparison
await api.items.search({ property: [{ property: 'dcterms:title', type: 'equals', text: 'x' }] })
// @ts-expect-error: there is no such order
await api.items.search({ sort_order: 'down' })
await api.items.search({ sort_by: 'title,dcterms:date', sort_order: 'desc,asc' })
await api.items.search({ sort_by: 'owner_name,id' })
await api.resource('item_sets').search({ sort_by: 'item_count' })
// @ts-expect-error: there is no such sort key
await api.items.search({ sort_by: 'titel' })
// @ts-expect-error: there is no such sort key
await api.items.search({ sort_by: 'title,dte' })
// @ts-expect-error: of item sets only
await api.items.search({ sort_by: 'item_count' })
await api.items.facets({ facets: ['resource_class_id', 'dcterms:creator'], search: 'sea' })
await api.items.facets({ facets: 'item_set_id,dcterms:creator' })
await api.items.facets(received)
// @ts-expect-error: there is no such facet
await api.items.facets({ facets: ['resource_clas_id', 'dcterms:creator'] })
// @ts-expect-error: there is no such facet
await api.items.facets({ facets: 'creator' })
// @ts-expect-error: a facet of items only
await api.media.facets({ facets: 'item_set_id' })
// @ts-expect-error: there is no such parameter
await api.items.facets({ facets: 'dcterms:creator', serach: 'sea' })
// @ts-expect-error: accounts have no facets
await api.resource('users').facets({ facets: 'role' })

// Filters of its own are declared.
declare module 'vitrine' {
  interface AddedFilters { items: { above: number } }
}
await api.items.search({ above: 5, per_page: 10 })
// @ts-expect-error: of items only
await api.media.search({ above: 5 })

// Payloads are checked.
// @ts-expect-error: there is no such key
await api.items.create({ 'o:ispublic': false })
await api.items.create({ 'dcterms:title': [{ '@value': 'x' }], 'schema:name': [{ '@value': 'x' }], 'o:is_public': true })
const input: ItemInput = { 'dcterms:title': [{ '@value': 'Amphora' }], 'o:item_set': [1], 'o:media': [{ 'o:ingester': 'html', html: '<p>x</p>' }] }
const created: Answer<Item> = await api.items.create(input, { actor })
await api.items.update(1, item, { actor })
await api.items.update(1, { ...item, 'o:is_public': false }, { actor, partial: true })
// @ts-expect-error: values are lists
await api.items.create({ 'dcterms:title': 'Amphora' })
// @ts-expect-error: a flag
await api.items.create({ 'o:is_public': 'yes' })
// @ts-expect-error: there is no such role
await api.resource('users').create({ 'o:role': 'owner' })
const deleted: DeletedItem = (await api.items.delete(1, { actor })).json()
const noId: null = deleted['o:id']

// Errors can be distinguished by their class.
try {
  await api.items.read(999)
} catch (error) {
  if (error instanceof NotFoundError) console.log(error.kind)
  if (error instanceof ValidationError || error instanceof ApiError) console.log(Object.keys(error.errors))
}

// An application adds filters, described or not.
const above: Filter = (given, { viewer }) => hasValueThat(sql`${values.text} > ${String(given)}`, viewer)
await open({}, { filters: { items: { above, below: described(parameter.integer('Less than this'), above) } } })

// Settings of the collection have names and types.
await api.collectionSettings.set('mediaTypes', [...await api.collectionSettings.get('mediaTypes'), 'audio/flac'])
// @ts-expect-error: there is no such setting
await api.collectionSettings.set('titel', 'Museum')
// @ts-expect-error: a number
await api.collectionSettings.set('pageSize', 'many')

const call: Call = { actor }
console.log(vitrine.name, resourceType.name, role, answer, owner, set, media, site, title, found, total, scalars, part)
console.log(text, counts, created, call, noId)
