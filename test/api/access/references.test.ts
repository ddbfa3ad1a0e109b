import t from 'tap'
import type { Query } from '../../../api/core/calls/call.js'
import { collection, link, refs, refusal, titled, type Collection } from '../collection.js'

/** A private item of an editor, with a media that is public by itself, and a public item of an author. */
async function two (c: Collection) {
  const hidden = await c.make('items', { 'o:is_public': false })
  const page = await c.page(hidden, titled('Secret'))
  const own = await c.make('items', titled('Own'), c.as.author)
  return { hidden, page, own }
}

t.test("media of a private item cannot become the picture of another user's item", async (t) => {
  const c = await collection(t)
  const { page, own } = await two(c)
  const reference = { 'o:id': page }
  const refused = {
    kind: 'not-found',
    errors: { error: `Media ${page} was not found.` }
  }
  t.same(await refusal(c.patch('items', own, { 'o:primary_media': reference }, c.as.author)), refused)
  t.same(await refusal(c.make('items', { 'o:primary_media': reference }, c.as.author)), refused)
  t.same(await refusal(c.patch('items', own, { 'o:media': [reference] }, c.as.author)), refused)
  t.match(await c.get('items', own, c.as.author), { 'o:primary_media': null, thumbnail_display_urls: { square: null } })
  await t.resolves(c.patch('items', own, { 'o:primary_media': reference }, c.as.editor))
})

t.test('a picture whose item has become private is shown no more', async (t) => {
  const c = await collection(t)
  const other = await c.make('items', {})
  const page = await c.page(other)
  const own = await c.make('items', { 'o:primary_media': { 'o:id': page } }, c.as.author)
  t.equal((await c.get('items', own, c.as.anonymous))['o:primary_media']['o:id'], page)
  await c.patch('items', other, { 'o:is_public': false })
  for (const call of [c.as.anonymous, c.as.author]) {
    t.match(await c.get('items', own, call), { 'o:primary_media': null, thumbnail_display_urls: { square: null } })
  }
  t.equal((await c.get('items', own, c.as.editor))['o:primary_media']['o:id'], page)
})

t.test('a link to a media of a private item is shown to users who may read that media', async (t) => {
  const c = await collection(t)
  const { hidden, page } = await two(c)
  const item = await c.make('items', { 'dcterms:relation': [link(page)] })
  const collecting = await c.make('item_sets', {
    'dcterms:relation': [link(page, { '@annotation': { 'dcterms:relation': [link(page)] } })]
  })
  const texts = async (call: Collection['as']['anonymous']): Promise<string> => (await Promise.all([
    c.api.items.read(item, call),
    c.api.itemSets.read(collecting, call),
    c.api.resource('resources').search({}, call),
    c.api.items.facets({ facets: 'dcterms:relation' }, call)
  ])).map((answer) => answer.template).join()
  for (const call of [c.as.anonymous, c.as.author]) {
    t.notMatch(await texts(call), /Secret|dcterms:relation":\[\{/)
    const row = { property: [{ property: 'dcterms:relation', type: 'eq', text: 'Secret' }] }
    t.same(await c.find('items', row, call), [])
    t.match(await refusal(c.make('items', { 'dcterms:relation': [link(page)] }, c.as.author)), {
      errors: { error: `Resource not found with id ${page}.` }
    })
  }
  t.match(await texts(c.as.editor), /Secret/)
  await c.patch('items', hidden, { 'o:is_public': true })
  t.match(await texts(c.as.anonymous), /Secret/)
})

t.test('resources do not name sites, pages and item sets that the viewer cannot see', async (t) => {
  const c = await collection(t)
  const hidden = await c.site({ isPublic: false })
  const shared = await c.site({ isPublic: false, permissions: [[c.id('researcher'), 'viewer']] })
  const item = await c.make('items', { 'o:site': [hidden, shared] })
  const seen = async (role: 'anonymous' | 'researcher' | 'author' | 'editor' | 'site_admin') =>
    refs((await c.get('items', item, c.as[role]))['o:site'])
  t.same(await seen('anonymous'), [])
  t.same(await seen('author'), [])
  t.same(await seen('researcher'), [shared])
  t.same(await seen('site_admin'), [hidden, shared])
  const queries: Query[] = [{ site_id: `${hidden}` }, { in_sites: '1' }]
  for (const query of queries) t.same(await c.find('items', query, c.as.anonymous), [], JSON.stringify(query))
  t.same(await c.find('items', { site_id: `${hidden}` }), [item])

  const set = await c.make('item_sets', { 'o:is_public': false })
  const made = await c.make('sites', {
    'o:title': 'Open',
    'o:theme': 'default',
    'o:site_item_set': [{ 'o:item_set': { 'o:id': set } }]
  })
  const [page] = refs((await c.get('sites', made))['o:page'])
  await c.patch('sites', made, { 'o:homepage': { 'o:id': page } })
  await c.patch('site_pages', page!, { 'o:is_public': false })
  t.match(await c.get('sites', made, c.as.anonymous), {
    'o:homepage': null,
    'o:site_item_set': { length: 0 },
    'o:page': { length: 0 }
  })
  const homepages = async (call: typeof c.as.anonymous) =>
    (await c.api.resource('sites').search({ return_scalar: 'homepage', id: `${made}` }, call)).template
  t.equal(await homepages(c.as.anonymous), `{"${made}":null}`)
  t.equal(await homepages(c.as.global_admin), `{"${made}":${page}}`)
  t.match(await c.get('sites', made), { 'o:homepage': { 'o:id': page }, 'o:site_item_set': { length: 1 } })
})

t.test('the roles on a private site are shown to those who see the site', async (t) => {
  const c = await collection(t)
  const hidden = await c.site({ isPublic: false, permissions: [[c.id('researcher'), 'viewer']] })
  const query = { site_permission_site_id: `${hidden}` }
  t.same(await c.find('users', query, c.as.author), [])
  t.same(await c.find('users', query, c.as.editor), [])
  t.same(await c.find('users', query, c.as.researcher), [c.id('researcher')])
  t.same(await c.find('users', query), [c.id('researcher')])
})
