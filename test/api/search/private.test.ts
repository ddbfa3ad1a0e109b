import t, { type Test } from 'tap'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import type { Call, Query } from '../../../api/core/calls/call.js'
import { indexed } from '../../indexed.js'
import { collection, html, link, literal, titled, type Collection, type Json, type TypeName } from '../collection.js'

const about = (...values: Json[]): Json => ({ 'dcterms:subject': values })
const row = (type: string, text?: string): Query => ({
  property: [{ property: 'dcterms:subject', type, ...(text !== undefined && { text }) }]
})

/** Something private, and a search whose result would disclose it. */
async function secrets (c: Collection) {
  const privateItem = await c.make('items', {
    ...titled('Vault'),
    'o:is_public': false,
    'dcterms:relation': [literal('inside')],
    'o:resource_class': { 'o:id': 30 }
  })
  const media = await c.page(privateItem, titled('Blueprint'))
  return {
    privateItem,
    media,
    linkingItem: await c.make('items', { ...titled('Letter'), ...about(link(privateItem)) }),
    linkingMedia: await c.make('items', { ...titled('Parcel'), ...about(link(media)) }),
    plain: await c.make('items', { ...titled('Postcard'), ...about(literal('sea')) })
  }
}

/** For each viewer of one installation, whether it hides or discloses what is private. */
async function hidden (
  t: Test,
  c: Collection,
  type: TypeName,
  query: Query,
  seen: number[],
  all: number[],
  disclosed = all
): Promise<void> {
  const ask = async (call: Call): Promise<number[]> => (await c.find(type, query, call)).sort((a, b) => a - b)
  const name = `${type} ${JSON.stringify(query)}`
  t.same(await ask(c.as.anonymous), seen, `${name}, anonymous`)
  t.same(await ask(c.as.author), seen, `${name}, who owns nothing`)
  t.same(await ask(c.as.editor), all, `${name}, who sees everything`)
  await c.api.installation.set('discloses_private', '1')
  t.same(await ask(c.as.anonymous), disclosed, `${name}, as the reference`)
  await c.api.installation.set('discloses_private', '0')
}

t.test('no search finds a value that links to a hidden resource', async (t) => {
  const c = await collection(t)
  const { privateItem, media, linkingItem, linkingMedia, plain } = await secrets(c)
  const linking = [linkingItem, linkingMedia]
  await hidden(t, c, 'items', row('res', `${privateItem}`), [], [linkingItem])
  await hidden(t, c, 'items', row('res', `${media}`), [], [linkingMedia])
  await hidden(t, c, 'items', row('ex'), [plain], [...linking, plain])
  await hidden(t, c, 'items', row('nex'), linking, [privateItem], [])
  await hidden(t, c, 'items', row('dt', 'resource'), [], linking)
  await hidden(t, c, 'items', { property: [{ property: '', type: 'dt', text: 'resource' }] }, [], linking)
  await hidden(t, c, 'items', row('eq', 'Blueprint'), [], [linkingMedia])
  await hidden(t, c, 'items', row('in', 'lueprin'), [], [linkingMedia])
  await hidden(t, c, 'items', { search: 'lueprin' }, [], [linkingMedia])
  await hidden(
    t,
    c,
    'items',
    row('nin', 'Vault'),
    [...linking, plain],
    [privateItem, linkingMedia, plain],
    [...linking, plain]
  )
  const counted = async (call: Call): Promise<Json> =>
    (await c.api.items.facets({ facets: 'dcterms:subject' }, call)).json() as Json
  t.match((await counted(c.as.anonymous)).facets['dcterms:subject'], [{ '@value': 'sea' }])
  t.equal((await counted(c.as.anonymous)).facets['dcterms:subject'].length, 1)
  t.equal((await counted(c.as.editor)).facets['dcterms:subject'].length, 3)
  // Full text of the title of a media whose item is private.
  await hidden(t, c, 'items', { fulltext_search: 'blueprint' }, [], [privateItem, linkingMedia], [linkingMedia])
  await c.patch('items', privateItem, { 'o:is_public': true })
  t.same((await c.find('items', { fulltext_search: 'blueprint' }, c.as.anonymous)).sort(), [privateItem, linkingMedia])
  await c.patch('items', privateItem, { 'o:is_public': false })
  t.same(await c.find('items', { fulltext_search: 'blueprint' }, c.as.anonymous), [])
})

t.test('nor among more rows than are looked up one by one', async (t) => {
  const c = await collection(t)
  const { linkingItem, linkingMedia, plain } = await secrets(c)
  const own = { 'o:owner': { 'o:id': c.id('author') }, 'o:is_public': false }
  const ownTarget = await c.make('items', { ...own, ...titled('Diary') })
  const toOwn = await c.make('items', about(link(ownTarget)))
  const others = await c.make('items', { ...titled('Chest'), 'o:is_public': false }, { actor: OPERATOR })
  const toOthers = await c.make('items', about(link(others)))
  const halfOpen = await c.make('items', { 'dcterms:title': [literal('Ledger', { is_public: false }), literal('Book')] })
  const toHalfOpen = await c.make('items', about(link(halfOpen)))
  await c.api.items.batchCreate(Array.from({ length: 600 }, () => titled('Other')), c.as.global_admin)
  const links = [linkingItem, linkingMedia, toOthers, toHalfOpen]
  const all = [linkingItem, linkingMedia, plain, toOwn, toOthers, toHalfOpen]
  await indexed(c)
  for (const call of [c.as.anonymous, c.as.author, c.as.editor]) {
    const seesAll = call === c.as.editor
    t.same(await c.find('items', row('in', 'edge'), call), seesAll ? [toHalfOpen] : [], 'a title of private values')
    t.same(await c.find('items', row('in', 'ook'), call), seesAll ? [] : [toHalfOpen], 'a title of public values')
  }
  for (const [who, ex, dt] of [
    ['anonymous', [plain, toHalfOpen], [toHalfOpen]], ['author', [plain, toOwn, toHalfOpen], [toOwn, toHalfOpen]],
    ['researcher', [plain, toHalfOpen], [toHalfOpen]],
    ['editor', all, [...links, toOwn]]
  ] as const) {
    const found = async (query: Query): Promise<number[]> =>
      (await c.find('items', query, c.as[who])).sort((a, b) => a - b)
    t.same(await found(row('ex')), ex, `${who}, any value`)
    t.same(await found(row('dt', 'resource')), [...dt].sort((a, b) => a - b), `${who}, links`)
    const without = await found({ ...row('nex'), limit: '10000' })
    t.same(all.filter((id) => without.includes(id)), all.filter((id) => !ex.includes(id as never)), `${who}, no value`)
  }
})

t.test('private media of a public item are not disclosed', async (t) => {
  const c = await collection(t)
  const none = await c.make('items', titled('None'))
  const hiddenOnly = await c.make('items', { ...titled('Hidden only'), 'o:media': [html({ 'o:is_public': false })] })
  const some = await c.make('items', { ...titled('Some'), 'o:media': [html()] })
  await hidden(t, c, 'items', { has_media: '1' }, [some], [hiddenOnly, some])
  await hidden(t, c, 'items', { has_media: '0' }, [none, hiddenOnly], [none], [none, hiddenOnly])
})

t.test('the items of a private site and their order are not disclosed', async (t) => {
  const c = await collection(t)
  const site = await c.site({ isPublic: false })
  const open = await c.site()
  const inSite = await c.make('items', { ...titled('In'), 'o:site': [{ 'o:id': site }] })
  const inOpen = await c.make('items', { ...titled('In the open'), 'o:site': [{ 'o:id': open }] })
  const media = await c.page(inSite)
  const [first, second] = [await c.make('item_sets', titled('A')), await c.make('item_sets', titled('B'))]
  await c.patch(
    'sites',
    site,
    { 'o:site_item_set': [{ 'o:item_set': { 'o:id': second } }, { 'o:item_set': { 'o:id': first } }] },
    c.as.global_admin
  )
  const asked = async (type: TypeName, query: Query): Promise<number[][]> => [
    await c.find(type, query, c.as.anonymous),
    await c.find(type, query, c.as.global_admin)
  ]
  t.same(await asked('items', { site_id: `${site}` }), [[], [inSite]])
  t.same(await asked('items', { site_id: `${open}` }), [[inOpen], [inOpen]])
  t.same(await asked('items', { in_sites: '1' }), [[inOpen], [inSite, inOpen]])
  t.same(await asked('items', { in_sites: '0' }), [[inSite], []])
  t.same(await asked('media', { site_id: `${site}` }), [[], [media]])
  t.same(await asked('item_sets', { site_id: `${site}`, sort_by: '' }), [[], [second, first]])
  t.same(await asked('item_sets', { in_sites: '1' }), [[], [first, second]])
  t.same(await asked('properties', { site_id: `${site}` }), [[], [1]])
})

t.test('properties and classes that only hidden resources use are used by none, and counted so', async (t) => {
  const c = await collection(t)
  await secrets(c)
  const RELATION = 13
  t.notOk((await c.find('properties', { used: '1' }, c.as.anonymous)).includes(RELATION))
  t.ok((await c.find('properties', { used: '1' }, c.as.editor)).includes(RELATION))
  t.same(await c.find('resource_classes', { used: '1' }, c.as.anonymous), [])
  t.same(await c.find('resource_classes', { used: '1' }, c.as.editor), [30])
  const mostUsed = async (call: Call): Promise<number> =>
    (await c.find('properties', { sort_by: 'item_count', sort_order: 'desc', per_page: '1', page: '1' }, call))[0]!
  // Many values of one property, all of them hidden.
  await c.make('items', {
    'o:is_public': false,
    'dcterms:relation': Array.from({ length: 9 }, (_, at) => literal(`${at}`))
  })
  t.equal(await mostUsed(c.as.anonymous), 1)
  t.equal(await mostUsed(c.as.editor), RELATION)
})

t.test('viewers who do not see names of owners cannot sort by them', async (t) => {
  const c = await collection(t)
  const byEditor = await c.make('items', titled('x'), c.as.editor)
  const byAuthor = await c.make('items', titled('x'), c.as.author)
  t.same(await c.find('items', { sort_by: 'owner_name' }, c.as.anonymous), [byEditor, byAuthor])
  t.same(await c.find('items', { sort_by: 'owner_name' }, c.as.researcher), [byAuthor, byEditor])
})
