import t from 'tap'
import { collection, refs, refusal, titled, type Collection, type Json } from '../collection.js'

const NEW = { 'o:title': 'First site', 'o:theme': 'default' }

async function toldOf ({ make }: Collection, more: Json): Promise<unknown> {
  return (await refusal(make('sites', { ...NEW, ...more }))).errors
}

t.test('a new site belongs to who made it, and welcomes with a page', async (t) => {
  const { make, get, id, as } = await collection(t)
  const made = await make('sites', NEW, as.editor)
  const site = await get('sites', made, as.anonymous)
  t.match(site, {
    '@type': 'o:Site',
    'o:slug': 'first-site',
    'o:summary': null,
    'o:navigation': [{ type: 'browse', data: { label: 'Browse', query: '' }, links: [] }],
    'o:homepage': null,
    'o:item_pool': [],
    'o:owner': { 'o:id': id('editor') },
    'o:is_public': true,
    'o:assign_new_items': false,
    'o:site_permission': [{ 'o:user': { 'o:id': id('editor') }, 'o:role': 'admin' }],
    'o:site_item_set': []
  })
  t.ok(site['o:site_item']['@id'].endsWith(`/api/items?site_id=${made}`))
  const page = await get('site_pages', refs(site['o:page'])[0]!, as.anonymous)
  t.match(page, { 'o:title': 'Welcome', 'o:slug': 'welcome', 'o:is_public': true })
  t.same(page['o:block'].map((block: Json) => block['o:layout']), ['html', 'lineBreak', 'html'])
})

t.test('a user who may not create sites is refused before the payload is validated', async (t) => {
  const { make, as } = await collection(t)
  for (const role of ['anonymous', 'researcher', 'author', 'reviewer'] as const) {
    t.match(await refusal(make('sites', {}, as[role])), {
      kind: 'forbidden',
      errors: { error: /to create such a site\.(?: No API key was sent with the request\.)?$/ }
    })
  }
})

t.test('title, slug and theme are reported together', async (t) => {
  const { make } = await collection(t)
  t.same(await refusal(make('sites', {})), {
    kind: 'invalid',
    errors: {
      'o:title': ['A site must have a title.'],
      'o:slug': ['The slug cannot be empty.'],
      'o:theme': ['A site must have a theme.']
    }
  })
})

t.test('slugs are derived from titles, and numbered when they are taken', async (t) => {
  const { make, get } = await collection(t)
  const slugFor = async (title: string): Promise<unknown> =>
    (await get('sites', await make('sites', { ...NEW, 'o:title': title })))['o:slug']
  t.equal(await slugFor('Été à la plage!'), 'ete-a-la-plage')
  t.equal(await slugFor('-a -- b-'), '-a-b')
  t.equal(await slugFor('École'), 'ecole')
  t.equal(await slugFor('ecole'), 'ecole1')
  t.equal(await slugFor('ÉCOLE'), 'ecole2')
})

t.test('a title without Latin letters gives no slug', async (t) => {
  t.same(await toldOf(await collection(t), { 'o:title': '日本' }), { 'o:slug': ['The slug cannot be empty.'] })
})

t.test('a title that is refused is not also reported as a missing slug', async (t) => {
  const c = await collection(t)
  const tooLong = { 'o:title': ['The text has more than 190 characters.'] }
  t.same(await toldOf(c, { 'o:title': 'x'.repeat(191) }), tooLong)
  t.same(await toldOf(c, { 'o:title': {} }), { 'o:title': ['A text is expected.'] })
  const site = await c.make('sites', NEW)
  const page = { 'o:title': 'x'.repeat(191), 'o:site': { 'o:id': site } }
  t.same((await refusal(c.make('site_pages', page))).errors, tooLong)
  t.match((await refusal(c.patch('sites', site, { 'o:title': 'x'.repeat(191), 'o:slug': '' }))).errors, {
    ...tooLong, 'o:slug': ['The slug cannot be empty.']
  })
})

t.test('slugs have few characters and belong to one site, in any case', async (t) => {
  const c = await collection(t)
  await c.make('sites', { ...NEW, 'o:slug': 'Taken' })
  t.same(await toldOf(c, { 'o:slug': 'bad slug!' }), {
    'o:slug': ['A slug can only contain letters, numbers, underscores, and hyphens.']
  })
  t.same(await toldOf(c, { 'o:slug': 'TAKEN' }), { 'o:slug': ['The slug "TAKEN" is already taken.'] })
  t.match(await toldOf(c, { 'o:slug': 'x'.repeat(191) }), { 'o:slug': [/190/] })
})

t.test('the first defect of a navigation is reported', async (t) => {
  const c = await collection(t)
  const defects: Array<[navigation: unknown, ...messages: string[]]> = [
    ['x', 'navigation must be an array'],
    [[{}], 'link missing type'],
    [[{ type: 'browse' }], 'link missing data'],
    [[{ type: 'page', data: { id: 'x' } }], 'page link missing page ID', 'invalid link data'],
    [[{ type: 'url', data: { label: ' ', url: 'x' } }], 'URL link missing label', 'invalid link data'],
    [[{ type: 'url', data: { label: 'x' } }], 'URL link missing URL', 'invalid link data'],
    [[{ type: 'page', data: { id: 1 } }, { type: 'page', data: { id: '1' } }], 'page links must be unique'],
    [[{ type: 'browse', data: {}, links: 'x' }], 'links must be an array'],
    [[{ type: 'browse', data: {}, links: [{}] }, {}], 'link missing type']
  ]
  for (const [navigation, ...messages] of defects) {
    t.same(await toldOf(c, { 'o:navigation': navigation }), {
      'o:navigation': messages.map((message) => `Invalid navigation: ${message}`)
    })
  }
})

t.test('a navigation is stored with unknown members, and empty objects as empty lists', async (t) => {
  const { make, get } = await collection(t)
  const navigation = [
    { type: 'page', data: { id: 999, label: '' }, links: [{ type: 'custom', data: { b: 1, a: 2 }, links: [] }] }
  ]
  t.same((await get('sites', await make('sites', { ...NEW, 'o:navigation': navigation })))['o:navigation'], navigation)
  const empty = await get(
    'sites',
    await make('sites', { ...NEW, 'o:navigation': [{ type: 'browse', data: {} }], 'o:item_pool': {} })
  )
  t.match(empty, { 'o:navigation': [{ data: [] }], 'o:item_pool': [] })
})

t.test('a site that is read and sent back does not change', async (t) => {
  const { make, get, put } = await collection(t)
  const set = await make('item_sets', titled('Set'))
  const site = await make('sites', {
    ...NEW,
    'o:site_item_set': [{ 'o:item_set': { 'o:id': set } }],
    'o:item_pool': { search: 'x' }
  })
  const { 'o:modified': _, ...read } = await get('sites', site)
  const { 'o:modified': __, ...after } = await put('sites', site, read)
  t.same(after, read)
})

t.test('item sets that its owner does not see stay attached to a site, in their places', async (t) => {
  const { make, get, put, patch, id: idOf, as } = await collection(t)
  const hidden = { 'o:is_public': false }
  const sets = [await make('item_sets', hidden), await make('item_sets', {}), await make('item_sets', hidden)]
  const attached = (ids: number[]): Json => ({ 'o:site_item_set': ids.map((id) => ({ 'o:item_set': { 'o:id': id } })) })
  const site = await make('sites', { ...NEW, ...attached(sets), 'o:owner': { 'o:id': idOf('author') } })
  const shown = async (call = as.global_admin): Promise<number[]> =>
    (await get('sites', site, call))['o:site_item_set'].map((one: Json) => one['o:item_set']['o:id'])
  t.same(await shown(as.author), [sets[1]])
  await put('sites', site, await get('sites', site, as.author), as.author)
  t.same(await shown(), sets)
  const added = await make('item_sets', {})
  await patch('sites', site, attached([added, sets[1]!]), as.author)
  t.same(await shown(), [sets[0], added, sets[2], sets[1]])
  await patch('sites', site, attached([]), as.author)
  t.same(await shown(), [sets[0], sets[2]])
  await patch('sites', site, attached([]))
  t.same(await shown(), [], 'an administrator sees and removes all')
})

t.test('PUT without pages deletes them, PATCH does not', async (t) => {
  const { make, get, patch, put } = await collection(t)
  const site = await make('sites', NEW)
  const page = await make('site_pages', { 'o:title': 'About', 'o:site': { 'o:id': site } })
  await patch('sites', site, { 'o:homepage': { 'o:id': page }, 'o:summary': ' ' })
  t.equal((await get('sites', site))['o:page'].length, 2)
  t.same(refs((await patch('sites', site, { 'o:page': [{ 'o:id': page }] }))['o:page']), [page])
  t.match(await put('sites', site, { ...NEW, 'o:slug': 'x' }), {
    'o:page': [],
    'o:homepage': null,
    'o:navigation': [],
    'o:is_public': true
  })
})

t.test('a homepage is a page of the site', async (t) => {
  const c = await collection(t)
  const [site, other] = [await c.make('sites', NEW), await c.make('sites', NEW)]
  const [page] = refs((await c.get('sites', other))['o:page'])
  t.same((await refusal(c.patch('sites', site, { 'o:homepage': { 'o:id': page } }))).errors, {
    'o:homepage': ['A homepage must belong to its parent site.']
  })
  t.match(await refusal(c.patch('sites', site, { 'o:homepage': { 'o:id': 999 } })), { kind: 'not-found' })
})

t.test('a list of permissions replaces the former ones, and gives access', async (t) => {
  const { make, get, patch, find, id, as } = await collection(t)
  const site = await make('sites', { ...NEW, 'o:is_public': false })
  const permissions = (...pairs: Array<[number, string]>) => ({
    'o:site_permission': pairs.map(([user, role]) => ({ 'o:user': { 'o:id': user }, 'o:role': role }))
  })
  t.same(await find('sites', {}, as.author), [])
  t.match(await refusal(get('sites', site, as.author)), { kind: 'not-found' })

  await patch('sites', site, permissions([id('author'), 'viewer'], [id('researcher'), 'admin']))
  t.same(await find('sites', {}, as.author), [site])
  t.same(await find('sites', { user_has_role: '1' }, as.author), [site])
  t.match(await refusal(patch('sites', site, { 'o:title': 'x' }, as.author)), { kind: 'forbidden' })
  t.equal((await patch('sites', site, { 'o:title': 'By its admin' }, as.researcher))['o:title'], 'By its admin')
  t.equal((await patch('sites', site, { 'o:site_permission': 'x' }))['o:site_permission'].length, 2)
  t.match(await refusal(patch('sites', site, permissions([999, 'admin']))), { kind: 'not-found' })
  t.match(await refusal(patch('sites', site, permissions([id('author'), 'x'.repeat(81)]))), { kind: 'invalid' })
})

t.test('searches leave out the sites that are excluded', async (t) => {
  const { make, find } = await collection(t)
  const [first, second, third] = [await make('sites', NEW), await make('sites', NEW), await make('sites', NEW)]
  t.same(await find('sites', { exclude_id: `${second}` }), [first, third])
  t.same(await find('sites', { exclude_id: [`${first}`, `${third}`] }), [second])
  for (const none of ['', 'x', ['', 'x']]) t.same(await find('sites', { exclude_id: none }), [first, second, third])
})

t.test('only its owner and administrators delete a site', async (t) => {
  const { api, make, id, as } = await collection(t)
  const site = await make(
    'sites',
    { ...NEW, 'o:site_permission': [{ 'o:user': { 'o:id': id('author') }, 'o:role': 'admin' }] },
    as.editor
  )
  const sites = api.resource('sites')
  t.match(await refusal(sites.delete(site, as.author)), { kind: 'forbidden' })
  const deleted = (await sites.delete(site, as.editor)).json() as Json
  t.match(deleted, { 'o:id': null, 'o:page': [{ 'o:id': null }] })
})

t.test('members that must be lists are refused otherwise', async (t) => {
  const c = await collection(t)
  t.match(await toldOf(c, { 'o:item_pool': 'x' }), { 'o:item_pool': ['A site must have item pool data.'] })
  t.match(await toldOf(c, { 'o:site_item_set': 'x' }), { 'o:site_item_set': [String] })
  t.match(await toldOf(c, { 'o:title': ['x'] }), { 'o:title': [String] })
})
