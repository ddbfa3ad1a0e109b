import t from 'tap'
import { collection, refusal, titled, type Collection, type Json } from '../collection.js'

async function withSite (
  t: Parameters<typeof collection>[0],
  more: Json = {}
): Promise<Collection & { siteId: number, add: (payload?: Json) => Promise<number> }> {
  const c = await collection(t)
  const siteId = await c.make('sites', { 'o:title': 'Site', 'o:theme': 'default', ...more })
  return {
    ...c,
    siteId,
    add: async (payload = {}) =>
      await c.make('site_pages', { 'o:title': 'About', 'o:site': { 'o:id': siteId }, ...payload })
  }
}

const layouts = (page: Json): string[] => page['o:block'].map((block: Json) => block['o:layout'] as string)
const block = (layout: string, data: unknown = {}, more: Json = {}) => ({ 'o:layout': layout, 'o:data': data, ...more })

t.test('a page begins with its title', async (t) => {
  const { add, get, siteId } = await withSite(t)
  t.match(await get('site_pages', await add()), {
    '@type': 'o:SitePage',
    'o:slug': 'about',
    'o:is_public': true,
    'o:layout': null,
    'o:layout_data': [],
    'o:block': [{ 'o:layout': 'pageTitle', 'o:data': [], 'o:layout_data': null, 'o:attachment': [] }],
    'o:site': { 'o:id': siteId }
  })
})

t.test('everything that a page lacks is reported, to anonymous too', async (t) => {
  const { make, as } = await withSite(t)
  t.same(await refusal(make('site_pages', {}, as.anonymous)), {
    kind: 'invalid',
    errors: {
      'o:site': ['A page must belong to a site.'],
      'o:title': ['A page must have a title.'],
      'o:slug': ['The slug cannot be empty.']
    }
  })
  t.same((await refusal(make('site_pages', { 'o:title': 'About' }))).errors, {
    'o:site': ['A page must belong to a site.']
  })
})

t.test('invalid blocks of a page are left out, data that is null is refused', async (t) => {
  const { add, get } = await withSite(t)
  for (const list of [[null], ['x'], [5, null]]) t.same(layouts(await get('site_pages', await add({ 'o:block': list }))), [])
  t.same(layouts(await get('site_pages', await add({ 'o:block': [] }))), ['pageTitle'])
  t.match(await refusal(add({ 'o:block': [block('html', null)] })), {
    kind: 'invalid', errors: { 'o:block': ['Block data must not be a scalar value.'] }
  })
})

t.test('a user who may not add pages to a site gets 403, unless the site is hidden from them', async (t) => {
  const { make, patch, siteId, as } = await withSite(t)
  const payload = { 'o:title': 'x', 'o:site': { 'o:id': siteId } }
  t.match(await refusal(make('site_pages', payload, as.anonymous)), {
    kind: 'forbidden',
    errors: { error: /to add pages to this site\.$/ }
  })
  await patch('sites', siteId, { 'o:is_public': false })
  t.match(await refusal(make('site_pages', payload, as.anonymous)), { kind: 'not-found' })
})

t.test('an editor of the site adds, changes and deletes pages; a viewer sees private ones', async (t) => {
  const { api, make, add, get, patch, siteId, id, as } = await withSite(t)
  const page = await add({ 'o:is_public': false })
  t.match(await refusal(get('site_pages', page, as.author)), { kind: 'not-found' })
  const permit = async (role: string) =>
    await patch('sites', siteId, { 'o:site_permission': [{ 'o:user': { 'o:id': id('author') }, 'o:role': role }] })
  await permit('viewer')
  t.equal((await get('site_pages', page, as.author))['o:id'], page)
  t.match(await refusal(patch('site_pages', page, { 'o:title': 'x' }, as.author)), { kind: 'forbidden' })
  await permit('editor')
  t.equal((await patch('site_pages', page, { 'o:title': 'x' }, as.author))['o:title'], 'x')
  const own = await make('site_pages', { 'o:title': 'Own', 'o:site': { 'o:id': siteId } }, as.author)
  t.equal((await api.resource('site_pages').delete(own, as.author)).id, own)
})

t.test('a slug belongs to one page of a site, and may be used by another site', async (t) => {
  const { make, add, get } = await withSite(t)
  await add()
  t.equal((await get('site_pages', await add()))['o:slug'], 'about1')
  t.same((await refusal(add({ 'o:slug': 'ABOUT' }))).errors, { 'o:slug': ['The slug "ABOUT" is already taken.'] })
  const other = await make('sites', { 'o:title': 'Other', 'o:theme': 'default' })
  t.equal((await get('site_pages', await add({ 'o:site': { 'o:id': other } })))['o:slug'], 'about')
})

t.test('blocks are replaced by PUT and PATCH alike, and only when they are given', async (t) => {
  const { add, patch, put, get } = await withSite(t)
  const page = await add({ 'o:block': [block('lineBreak', { break_type: 'opaque' }), 'no block', block('pageTitle')] })
  t.same(layouts(await patch('site_pages', page, { 'o:title': 'x' })), ['lineBreak', 'pageTitle'])
  t.same(layouts(await patch('site_pages', page, { 'o:block': [block('tableOfContents', { depth: 2 })] })), [
    'tableOfContents'
  ])
  t.same(layouts(await get('site_pages', page)), ['tableOfContents'])
  t.same(layouts(await put('site_pages', page, { 'o:title': 'x', 'o:slug': 'x' })), [])
})

t.test('a page that is read and sent back does not change', async (t) => {
  const { make, page: addMedia, add, get, put } = await withSite(t)
  const item = await make('items', titled('Item'))
  const media = await addMedia(item)
  const id = await add({
    'o:layout': 'grid',
    'o:layout_data': { grid_columns: 12 },
    'o:block': [
      block(
        'media',
        { layout: '' },
        {
          'o:layout_data': { class: 'x' },
          'o:attachment': [{ 'o:item': { 'o:id': item }, 'o:media': { 'o:id': media }, 'o:caption': 'C' }]
        }
      )
    ]
  })
  const { 'o:modified': _, ...read } = await get('site_pages', id)
  const { 'o:modified': __, ...after } = await put('site_pages', id, read)
  t.same(after, read)
})

t.test('blocks need a layout, and data that is more than a scalar', async (t) => {
  const { add } = await withSite(t)
  const errorsOf = async (...blocks: unknown[]): Promise<unknown> => (await refusal(add({ 'o:block': blocks }))).errors
  t.same(await errorsOf({}), { 'o:block': ['All blocks must have a layout.'] })
  t.same(await errorsOf({ 'o:layout': 5 }), { 'o:block': ['All blocks must have a layout.'] })
  t.same(await errorsOf(block('html', 'text')), { 'o:block': ['Block data must not be a scalar value.'] })
  t.match(await errorsOf(block('x'.repeat(81))), { 'o:block': [/80/] })
  t.match(await refusal(add({ 'o:block': 'x' })), { kind: 'invalid', errors: { 'o:block': [String] } })
})

t.test('data may come as JSON text, and layouts shape theirs', async (t) => {
  const { add, get } = await withSite(t)
  const dataOf = async (layout: string, data: unknown): Promise<unknown> =>
    (await get('site_pages', await add({ 'o:block': [block(layout, data)] })))['o:block'][0]['o:data']
  t.same(await dataOf('custom', '{"a":[1],"b":{}}'), { a: [1], b: [] })
  t.same(await dataOf('asset', [{ id: 1 }]), [{ id: 1 }])
  t.same(await dataOf('asset', { 0: { id: 1 }, 1: { id: 2 } }), [{ id: 1 }, { id: 2 }])
  t.same(await dataOf('html', {}), { html: '' })
  t.same(await dataOf('iiifImage', { image_url: ' x ', title: 5, extra: true }), {
    image_url: 'x',
    title: null,
    extra: true,
    show_title: null
  })
})

t.test('scripts come neither in HTML blocks nor in captions', async (t) => {
  const { make, add, get } = await withSite(t)
  const html = '<p onclick="x()">a</p><script>x()</script>'
  const item = await make('items', titled('Item'))
  const page = await get(
    'site_pages',
    await add({
      'o:block': [
        block('html', { html, other: html }),
        block('media', {}, { 'o:attachment': [{ 'o:item': { 'o:id': item }, 'o:caption': html }] })
      ]
    })
  )
  t.same(page['o:block'][0]['o:data'], { html: '<p>a</p>', other: html })
  t.equal(page['o:block'][1]['o:attachment'][0]['o:caption'], '<p>a</p>')
})

t.test('attachments name visible items and their media, or nothing', async (t) => {
  const { make, page: addMedia, add, get } = await withSite(t)
  const [item, other] = [await make('items', titled('Item')), await make('items', titled('Other'))]
  const foreign = await addMedia(other)
  const id = await add({
    'o:block': [
      block(
        'media',
        {},
        {
          'o:attachment': [
            { 'o:item': { 'o:id': 999 } },
            { 'o:item': { 'o:id': item }, 'o:media': { 'o:id': foreign } },
            'x'
          ]
        }
      )
    ]
  })
  t.match((await get('site_pages', id))['o:block'][0]['o:attachment'], [
    { 'o:item': null, 'o:media': null, 'o:caption': '' },
    { 'o:item': { 'o:id': item }, 'o:media': null }
  ])
})

t.test('an attachment of a hidden resource is hidden, and searches do not find the page by it', async (t) => {
  const { make, add, get, find, as } = await withSite(t)
  const hidden = await make('items', { ...titled('Hidden'), 'o:is_public': false })
  const id = await add({ 'o:block': [block('media', {}, { 'o:attachment': [{ 'o:item': { 'o:id': hidden } }] })] })
  const attachments = async (call = as.global_admin): Promise<unknown[]> =>
    (await get('site_pages', id, call))['o:block'][0]['o:attachment']
  t.equal((await attachments()).length, 1)
  t.same(await attachments(as.anonymous), [])
  t.same(await find('site_pages', { item_id: String(hidden) }), [id])
  t.same(await find('site_pages', { item_id: String(hidden) }, as.anonymous), [])
})

t.test('items are found by what a site shows on its pages, as far as the viewer may see it', async (t) => {
  const { make, page: addMedia, add, find, patch, siteId, as } = await withSite(t)
  const item = async (name: string, more: Json = {}): Promise<number> =>
    await make('items', { ...titled(name), 'o:site': [{ 'o:id': siteId }], ...more })
  const [shown, onPrivatePage, withHiddenMedia] = [await item('One'), await item('Two'), await item('Three')]
  const [hidden, notAttached] = [await item('Four', { 'o:is_public': false }), await item('Five')]
  const elsewhere = await make('items', { ...titled('Six'), 'o:site': [] })
  const media = await addMedia(withHiddenMedia, { 'o:is_public': false })
  const attached = (...list: Json[]) => ({ 'o:block': [block('media', {}, { 'o:attachment': list })] })
  const at = (id: number, more: Json = {}): Json => ({ 'o:item': { 'o:id': id }, ...more })
  const page = await add(attached(at(shown), at(withHiddenMedia, { 'o:media': { 'o:id': media } }), at(hidden), at(elsewhere)))
  await add({ 'o:title': 'Draft', 'o:is_public': false, ...attached(at(onPrivatePage)) })
  const query = { site_id: String(siteId), site_attachments_only: '1', sort_by: 'id', sort_order: 'asc' }
  t.same(await find('items', query), [shown, onPrivatePage, withHiddenMedia, hidden])
  t.same(await find('items', query, as.anonymous), [shown])
  t.same(await find('items', { ...query, site_attachments_only: '0' }, as.anonymous), [shown, onPrivatePage, withHiddenMedia, notAttached])
  await patch('site_pages', page, { 'o:block': [] })
  t.same(await find('items', query, as.anonymous), [])
})

t.test('attachments that the writer does not see stay in their block when a page is written back', async (t) => {
  const { make, patch, add, get, api, siteId, as } = await withSite(t)
  const [seen, other] = [await make('items', titled('Seen')), await make('items', titled('Other'))]
  const hidden = await make('items', { ...titled('Hidden'), 'o:is_public': false })
  await patch('sites', siteId, { 'o:site_permission': [{ 'o:user': { 'o:id': as.author.actor.id }, 'o:role': 'editor' }] })
  const media = (layout: string, ...items: number[]): Json =>
    block('media', { layout }, { 'o:attachment': items.map((id) => ({ 'o:item': { 'o:id': id }, 'o:caption': `C${id}` })) })
  const id = await add({ 'o:block': [media('', seen), media('horizontal', seen, hidden, other), media('', hidden)] })
  const before = await get('site_pages', id)
  const read = await get('site_pages', id, as.author)
  const shown = async (): Promise<number[][]> => (await get('site_pages', id))['o:block']
    .map((one: Json) => one['o:attachment'].map((row: Json) => row['o:item']['o:id']))
  await api.resource('site_pages').update(id, read, as.author)
  t.same((await get('site_pages', id))['o:block'], before['o:block'])
  const [first, second, third] = read['o:block']
  await patch('site_pages', id, { 'o:block': [block('pageTitle'), second, first, third] }, as.author)
  t.same(await shown(), [[], [seen, hidden, other], [seen], [hidden]], 'blocks that look alike are taken in their order')
  await patch('site_pages', id, { 'o:block': [{ ...second, 'o:data': { layout: 'vertical' }, 'o:attachment': [] }] }, as.author)
  t.same(await shown(), [[hidden]], 'the block that is left is known by its layout')
  await patch('site_pages', id, { 'o:block': [block('pageTitle')] }, as.author)
  await patch('site_pages', id, { 'o:block': [second] }, as.author)
  t.same(await shown(), [[seen, other]], 'what was hidden in a block is deleted with it')
  await patch('site_pages', id, { 'o:block': [media('', hidden)] })
  await patch('site_pages', id, { 'o:block': [media('', seen)] })
  t.same(await shown(), [[seen]], 'those who see an attachment can take it away')
})

t.test('pages are found by site and slug', async (t) => {
  const { add, find, siteId } = await withSite(t)
  const page = await add()
  t.same(await find('site_pages', { slug: 'About', site_id: String(siteId) }), [page])
  t.same(await find('site_pages', { site_slug: 'site', sort_by: 'title' }), [page, 1])
  t.same(await find('site_pages', { site_slug: ['site', 'other'], sort_by: 'title' }), [page, 1])
  t.same(await find('site_pages', { site_slug: ['other'] }), [])
  t.same(await find('site_pages', { site_slug: ['', '0'] }), [1, page])
  t.same(await find('site_pages', { slug: '' }), [])
})

t.test('an oEmbed block of a provider that is not allowed is refused', async (t) => {
  const { add } = await withSite(t)
  t.match(await refusal(add({ 'o:block': [block('oembed', { url: 'http://example.org/x' })] })), {
    kind: 'invalid',
    errors: { 'oembed-url': [/not allowed/] }
  })
})

t.test('a page that is not there cannot be deleted', async (t) => {
  const { api, as } = await withSite(t)
  t.match(await refusal(api.resource('site_pages').delete(999, as.global_admin)), { kind: 'not-found' })
})

t.test('a deleted page is homepage no more', async (t) => {
  const { api, add, patch, get, siteId, as } = await withSite(t)
  const page = await add()
  await patch('sites', siteId, { 'o:homepage': { 'o:id': page } })
  await api.resource('site_pages').delete(page, as.global_admin)
  t.equal((await get('sites', siteId))['o:homepage'], null)
})

t.test('an unknown layout with a name such as constructor stores its data unchanged', async (t) => {
  const { make, get, site } = await collection(t)
  const layouts = ['constructor', 'toString', '__proto__']
  const id = await make('site_pages', {
    'o:title': 'p',
    'o:site': { 'o:id': await site() },
    'o:block': layouts.map((layout) => ({ 'o:layout': layout, 'o:data': { html: '<b>' } }))
  })
  t.match(await get('site_pages', id), {
    'o:block': layouts.map((layout) => ({ 'o:layout': layout, 'o:data': { html: '<b>' } }))
  })
})
