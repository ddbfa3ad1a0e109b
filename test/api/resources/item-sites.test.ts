import t from 'tap'
import { collection, refs, refusal, titled, type Collection } from '../collection.js'
import type { Call } from '../../../api/core/calls/call.js'

async function sitesOf ({ get }: Collection, id: number): Promise<number[]> {
  return refs((await get('items', id))['o:site'])
}

t.test('a new item joins the sites that take new items, private ones too', async (t) => {
  const c = await collection(t)
  const open = await c.site({ assignNewItems: true })
  const hidden = await c.site({ assignNewItems: true, isPublic: false })
  await c.site()
  for (const given of [undefined, null, 'x']) {
    t.same(await sitesOf(c, await c.make('items', { 'o:site': given }, c.as.author)), [open, hidden])
  }
})

t.test('a new item that names its sites joins those only, none for an empty list', async (t) => {
  const c = await collection(t)
  const [first, second] = [await c.site({ assignNewItems: true }), await c.site({ assignNewItems: true })]
  t.same(await sitesOf(c, await c.make('items', { 'o:site': [{ 'o:id': `${second}` }, second] }, c.as.author)), [
    second
  ])
  t.same(await sitesOf(c, await c.make('items', { 'o:site': [] }, c.as.author)), [])
  t.same(await sitesOf(c, await c.make('items', { 'o:site': { 'o:id': first } }, c.as.author)), [first])
})

t.test('owners, editors and administrators add items to a site; items of others are left out silently', async (t) => {
  const c = await collection(t)
  const [viewer, editor, admin, owner] = [
    await c.another('author'),
    await c.another('author'),
    await c.another('author'),
    await c.another('author')
  ]
  const site = await c.site({
    owner: owner.id,
    permissions: [
      [viewer.id, 'viewer'],
      [editor.id, 'editor'],
      [admin.id, 'admin']
    ]
  })
  const joined = async (call: Call) =>
    (await sitesOf(c, await c.make('items', { 'o:site': [site] }, call))).length === 1
  t.same(await Promise.all([viewer, editor, admin, owner].map(joined)), [false, true, true, true])
  t.same(await Promise.all([c.as.author, c.as.editor, c.as.site_admin, c.as.global_admin].map(joined)), [
    false, false, true, true
  ])
})

t.test('sites that are unknown or hidden refuse the write', async (t) => {
  const c = await collection(t)
  const hidden = await c.site({ isPublic: false })
  for (const id of [hidden, 999]) {
    t.match(await refusal(c.make('items', { 'o:site': [id] }, c.as.author)), {
      kind: 'not-found',
      errors: { error: `Site ${id} was not found.` }
    })
  }
  t.same(await c.find('items'), [])
})

t.test('an update changes only memberships in sites that the user may assign', async (t) => {
  const c = await collection(t)
  const mine = await c.site({ owner: c.id('author') })
  const alsoMine = await c.site({ owner: c.id('author') })
  const others = await c.site()
  const item = await c.make('items', titled('a'), c.as.author)
  await c.patch('items', item, { 'o:site': [mine, others] })
  await c.patch('items', item, { 'o:site': [alsoMine] }, c.as.author)
  t.same(await sitesOf(c, item), [alsoMine, others])
})

t.test('an update does not join sites merely because they take new items', async (t) => {
  const c = await collection(t)
  const item = await c.make('items', {}, c.as.author)
  const site = await c.site({ assignNewItems: true })
  await c.patch('items', item, { 'o:site': [site] }, c.as.author)
  t.same(await sitesOf(c, item), [])
})

t.test('PUT without o:site leaves every site, PATCH none', async (t) => {
  const c = await collection(t)
  const site = await c.site()
  const item = await c.make('items', { 'o:site': [site] })
  await c.patch('items', item, {})
  t.same(await sitesOf(c, item), [site])
  await c.put('items', item, {})
  t.same(await sitesOf(c, item), [])
  await c.patch('items', item, { 'o:site': [site] })
  await c.patch('items', item, { 'o:site': 'x' })
  t.same(await sitesOf(c, item), [])
})

t.test('an item in a private site can be written back by an author who cannot see the site', async (t) => {
  const c = await collection(t)
  const hidden = await c.site({ isPublic: false })
  const item = await c.make('items', {}, c.as.author)
  await c.patch('items', item, { 'o:site': [hidden] })
  await c.put('items', item, await c.get('items', item, c.as.author), c.as.author)
  t.same(await sitesOf(c, item), [hidden])
})

t.test('items are found by site, and by being in any or none', async (t) => {
  const c = await collection(t)
  const [one, two] = [await c.site(), await c.site({ isPublic: false })]
  const first = await c.make('items', { 'o:site': [one] })
  const second = await c.make('items', { 'o:site': [one, two] })
  const none = await c.make('items', {})
  t.same(await c.find('items', { site_id: `${one}` }), [first, second])
  t.same(await c.find('items', { site_id: `${two}` }), [second])
  t.same(
    await c.find('items', { site_id: `${two}` }, c.as.anonymous),
    [],
    'a private site has no items for who does not see it'
  )
  t.same(await c.find('items', { in_sites: '1' }), [first, second])
  t.same(await c.find('items', { in_sites: '0' }), [none])
  t.same(await c.find('items', { in_sites: '0', site_id: `${two}` }), [second])
  t.same(await c.find('items', { in_sites: 'true', site_id: 'x' }), [first, second, none])
})
