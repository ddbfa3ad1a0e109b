import t from 'tap'
import type { Query } from '../../../api/core/calls/call.js'
import {
  collection,
  EVERYONE,
  link,
  literal,
  refs,
  refusal,
  valuesOf,
  titled,
  type Collection,
  type TypeName
} from '../collection.js'
import { unchecked } from '../../helper.js'

const SEES_ALL = ['global_admin', 'site_admin', 'editor', 'reviewer']
const canRead = async (
  { get, as }: Collection,
  type: TypeName,
  id: number,
  role: keyof Collection['as']
): Promise<boolean> =>
  await get(type, id, as[role]).then(() => true, () => false)

t.test('a private resource is visible to its owner and to users who see everything', async (t) => {
  const c = await collection(t)
  for (const type of ['items', 'item_sets'] as const) {
    const others = await c.make(type, { 'o:is_public': false })
    for (const role of EVERYONE) {
      t.equal(await canRead(c, type, others, role), SEES_ALL.includes(role), `${role} reads ${type}`)
      t.equal((await c.find(type, {}, c.as[role])).includes(others), SEES_ALL.includes(role), `${role} lists ${type}`)
    }
    const own = await c.make(type, { 'o:is_public': false, 'o:owner': { 'o:id': c.id('researcher') } })
    t.ok(await canRead(c, type, own, 'researcher'))
    t.notOk(await canRead(c, type, own, 'author'))
  }
})

t.test('hidden resources are not counted', async (t) => {
  const { api, make, as } = await collection(t)
  for (const isPublic of [true, false, true, false]) await make('items', { 'o:is_public': isPublic })
  const queries: Query[] = [
    { page: '1' },
    { page: '1', per_page: '1' },
    { page: '2', per_page: '1' },
    {},
    { limit: '0' }
  ]
  for (const query of queries) {
    t.equal((await api.items.search(query, as.anonymous)).total, 2, JSON.stringify(query))
    t.equal((await api.items.search(query, as.reviewer)).total, 4, JSON.stringify(query))
  }
})

t.test('a hidden resource answers like a missing one: not found, never forbidden', async (t) => {
  const { api, make, as } = await collection(t)
  const id = await make('items', { 'o:is_public': false })
  const answer = {
    kind: 'not-found',
    errors: { error: `Item ${id} was not found.` }
  }
  t.same(await refusal(api.items.read(`${id}`, as.anonymous)), answer)
  t.same(await refusal(api.items.read(`${id}`, as.author)), answer)
  t.same(await refusal(api.items.update(`${id}`, {}, as.author)), answer)
  t.same(await refusal(api.items.delete(`${id}`, as.author)), answer)
})

t.test('a resource read under the name of another kind is not there', async (t) => {
  const { api, make, as } = await collection(t)
  const [item, set] = [await make('items', {}), await make('item_sets', {})]
  t.match(await refusal(api.itemSets.read(item, as.global_admin)), { kind: 'not-found' })
  t.match(await refusal(api.items.delete(set, as.global_admin)), { kind: 'not-found' })
  t.match(await refusal(api.media.update(set, {}, as.global_admin)), { kind: 'not-found' })
})

t.test('a media is seen only together with its item, here and under /resources', async (t) => {
  const c = await collection(t)
  const hidden = await c.make('items', { 'o:is_public': false, 'o:owner': { 'o:id': c.id('author') } })
  const page = await c.page(hidden, titled('zebra'))
  for (const role of EVERYONE) {
    const expected = SEES_ALL.includes(role) || role === 'author'
    for (const type of ['media', 'resources'] as const) {
      t.equal(await canRead(c, type, page, role), expected, `${role} reads ${type}`)
      t.equal((await c.find(type, {}, c.as[role])).includes(page), expected, `${role} lists ${type}`)
      t.equal(
        (await c.find(type, { search: 'zebra' }, c.as[role])).includes(page),
        expected,
        `${role} searches ${type}`
      )
      t.equal((await c.find(type, { id: `${page}` }, c.as[role])).includes(page), expected, `${role} names ${type}`)
    }
  }
})

t.test("the owner of a media does not see it in another user's private item", async (t) => {
  const c = await collection(t)
  const hidden = await c.make('items', { 'o:is_public': false })
  const page = await c.page(hidden)
  await c.patch('media', page, { 'o:owner': { 'o:id': c.id('author') } })
  t.notOk(await canRead(c, 'media', page, 'author'))
  t.notOk(await canRead(c, 'resources', page, 'author'))
})

t.test('private media are missing from their item, and a chosen primary media is not replaced', async (t) => {
  const { make, page, patch, get, as } = await collection(t)
  const item = await make('items', {})
  const [hidden, open] = [await page(item, { 'o:is_public': false }), await page(item)]
  t.same(refs((await get('items', item, as.anonymous))['o:media']), [open])
  t.equal((await get('items', item, as.anonymous))['o:primary_media']['o:id'], open)
  await patch('items', item, { 'o:primary_media': { 'o:id': hidden } })
  t.match(await get('items', item, as.anonymous), {
    'o:primary_media': null,
    thumbnail_display_urls: { large: null, medium: null, square: null }
  })
  t.equal((await get('items', item))['o:primary_media']['o:id'], hidden)
})

t.test('has_media finds items by media that the searcher sees, or as the reference does by all', async (t) => {
  const { api, make, page, find, as } = await collection(t)
  const [open, hidden, bare] = [await make('items', {}), await make('items', {}), await make('items', {})]
  await page(open)
  await page(hidden, { 'o:is_public': false })
  t.same(await find('items', { has_media: '1' }, as.anonymous), [open])
  t.same(await find('items', { has_media: '0' }, as.anonymous), [hidden, bare])
  t.same(await find('items', { has_media: '0' }), [bare])
  t.same(await find('items', { has_media: 'true' }), [open, hidden, bare])
  await api.installation.set('discloses_private', '1')
  t.same(await find('items', { has_media: '1' }, as.anonymous), [open, hidden])
})

t.test('private values are visible to the owner of the resource and to users who see everything', async (t) => {
  const { make, get, as, id } = await collection(t)
  const item = await make('items', {
    'o:owner': { 'o:id': id('researcher') },
    'dcterms:title': [literal('open'), literal('secret', { is_public: false })],
    'dcterms:date': [literal('1900', { is_public: false })]
  })
  for (const role of EVERYONE) {
    const found = await get('items', item, as[role])
    const expected = SEES_ALL.includes(role) || role === 'researcher'
    t.same(valuesOf(found, 'dcterms:title'), expected ? ['open', 'secret'] : ['open'], role)
    t.equal('dcterms:date' in found, expected, role)
  }
})

t.test('a link to a hidden resource is left out, with its title', async (t) => {
  const { make, get, as } = await collection(t)
  const hidden = await make('items', { 'o:is_public': false, ...titled('Secret') })
  const id = await make('items', { 'dcterms:relation': [link(hidden)] })
  t.notMatch(JSON.stringify(await get('items', id, as.anonymous)), /Secret|dcterms:relation/)
  t.match(await get('items', id, as.editor), { 'dcterms:relation': [{ display_title: 'Secret' }] })
})

t.test('a link shows no thumbnail of a hidden media', async (t) => {
  const { make, page, get, as } = await collection(t)
  const target = await make('items', {})
  await page(target, { 'o:is_public': false, ...titled('Secret') })
  const id = await make('items', { 'dcterms:relation': [link(target)] })
  t.notMatch(JSON.stringify(await get('items', id, as.anonymous)), /Secret|thumbnail_url"/)
})

t.test('@reverse shows links in visible values of visible resources', async (t) => {
  const { make, page, get, as } = await collection(t)
  const target = await make('items', titled('Target'))
  const open = await make('item_sets', {
    ...titled('Open'),
    'dcterms:relation': [link(target), link(target)],
    'dcterms:source': [link(target)]
  })
  const hidden = await make('items', { 'o:is_public': false, ...titled('Hidden'), 'dcterms:relation': [link(target)] })
  await make('items', { 'dcterms:relation': [link(target, { is_public: false })] })
  await page(hidden, { 'dcterms:relation': [link(target)] })
  const entry = { '@id': `/api/resources/${open}`, 'o:title': 'Open' }
  t.same((await get('items', target, as.anonymous))['@reverse'], {
    'dcterms:relation': [entry, entry],
    'dcterms:source': [entry]
  })
  t.equal((await get('items', target))['@reverse']['dcterms:relation'].length, 5)
})

t.test('@reverse is absent without links to the resource, and when the installation turns it off', async (t) => {
  const { api, make, get } = await collection(t)
  const target = await make('items', {})
  t.notOk('@reverse' in await get('items', target))
  await make('items', { 'dcterms:relation': [link(target)] })
  await api.installation.set('disable_jsonld_reverse', '1')
  t.notOk('@reverse' in await get('items', target))
  await api.installation.set('disable_jsonld_reverse', '0')
  t.ok('@reverse' in await get('items', target))
})

t.test('scalars are given for visible resources, in the requested order', async (t) => {
  const { api, make, page, as } = await collection(t)
  const b = await make('items', titled('b'))
  const hidden = await make('items', { 'o:is_public': false, ...titled('secret') })
  const a = await make('items', titled('a'))
  await page(hidden, titled('page'))
  const search = async (type: TypeName, query: Record<string, string>) =>
    (await unchecked(api, type).search(query, as.anonymous)).text('')
  t.equal(await search('items', { return_scalar: 'title', sort_by: 'title' }), `{"${a}":"a","${b}":"b"}`)
  t.equal(
    await search('items', { return_scalar: 'title', sort_by: 'title', sort_order: 'desc' }),
    `{"${b}":"b","${a}":"a"}`
  )
  t.equal(await search('media', { return_scalar: 'item' }), '[]')
  t.equal(await search('items', { return_scalar: '', id: '999' }), '[]')
  t.match(await refusal(search('items', { return_scalar: 'nope' })), {
    kind: 'bad-request',
    errors: { error: /^Of items there is no "nope" to return\. Available: / }
  })
  t.match(await refusal(search('items', { return_scalar: 'constructor' })), { kind: 'bad-request' })
  t.match(await refusal(search('resources', { return_scalar: 'title' })), { kind: 'bad-request' })
})

t.test('/resources gives each kind in its own form', async (t) => {
  const { api, make, page, get, as } = await collection(t)
  const item = await make('items', titled('a'))
  const [set, media] = [await make('item_sets', {}), await page(item)]
  const list = (await api.resource('resources').search({}, as.anonymous)).json()
  t.same(list, [
    await get('items', item, as.anonymous),
    await get('item_sets', set, as.anonymous),
    await get('media', media, as.anonymous)
  ])
  t.same(await get('resources', media, as.anonymous), await get('media', media, as.anonymous))
})

t.test('the picture of a set is that of its first visible item', async (t) => {
  const { make, page, get, as } = await collection(t)
  const set = await make('item_sets', {})
  const hidden = await make('items', { 'o:is_public': false, 'o:item_set': [set] })
  await page(hidden)
  const bare = await make('items', { 'o:item_set': [set] })
  t.type((await get('item_sets', set))['thumbnail_display_urls'].square, 'string')
  t.equal((await get('item_sets', set, as.anonymous))['thumbnail_display_urls'].square, null)
  await page(bare)
  t.type((await get('item_sets', set, as.anonymous))['thumbnail_display_urls'].square, 'string')
})
