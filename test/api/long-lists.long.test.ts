import t from 'tap'
import type { Query } from '../../api/core/calls/call.js'
import { statementsOf } from '../db/statements.js'
import { collection, html, link, literal, refs, refusal, titled, type Json } from './collection.js'
import { turnsDuring } from './turns-during.js'

/** More statements than any of these writes needs, and far fewer than its list has members. */
const STATEMENTS_MAX = 200
const MEMBERS = 20_000

const EX = { 'o:namespace_uri': 'http://example.org/ns#', 'o:prefix': 'ex', 'o:label': 'Ex' }

/** `member` repeated more often than any client needs. */
const repeated = (member: unknown): unknown[] => Array.from({ length: MEMBERS }, () => member)

t.test('an id that is given again and again is looked up once', async (t) => {
  const { make, get, put, find, site, id: idOf } = await collection(t)
  const set = await make('item_sets', titled('set'))
  const siteId = await site()
  const item = await make('items', { 'o:media': [html()] })
  const [media] = refs((await get('items', item))['o:media'])
  const page = await make('site_pages', { 'o:title': 'Page', 'o:site': { 'o:id': siteId } })
  const vocabulary = await make('vocabularies', { ...EX, 'o:property': [{ 'o:local_name': 'a', 'o:label': 'A' }] })
  const [property] = await find('properties', { vocabulary_id: String(vocabulary) })

  const writes: Record<string, () => Promise<unknown>> = {
    'sets and sites of a new item': async () => {
      const made = await get('items', await make('items', { 'o:item_set': repeated(set), 'o:site': repeated(siteId) }))
      t.same([refs(made['o:item_set']), refs(made['o:site'])], [[set], [siteId]])
    },
    'sets, sites and media of an item': async () => {
      const changed = await put('items', item, {
        'o:item_set': repeated(`${set}`), 'o:site': repeated({ 'o:id': siteId }), 'o:media': repeated({ 'o:id': media })
      })
      t.same(['o:item_set', 'o:site', 'o:media'].map((key) => refs(changed[key])), [[set], [siteId], [media]])
    },
    'pages and item sets of a site': async () => {
      const changed = await put('sites', siteId, {
        'o:title': 'Site',
        'o:slug': 'site',
        'o:theme': 'default',
        'o:item_pool': {},
        'o:navigation': [],
        'o:page': repeated({ 'o:id': page }),
        'o:site_item_set': repeated({ 'o:item_set': { 'o:id': set } }),
        'o:site_permission': repeated({ 'o:user': { 'o:id': idOf('editor') }, 'o:role': 'viewer' })
      })
      t.same(refs(changed['o:page']), [page])
      t.equal(changed['o:site_item_set'].length, 1)
      t.equal(changed['o:site_permission'].length, 1)
    },
    'members of a vocabulary': async () => {
      await put('vocabularies', vocabulary, { ...EX, 'o:class': [], 'o:property': repeated({ 'o:id': property }) })
      t.same(await find('properties', { vocabulary_id: String(vocabulary) }), [property])
    },
    'properties of a template': async () => {
      const wrong = { 'o:label': 'Template', 'o:resource_template_property': repeated({ 'o:property': { 'o:id': 1 } }) }
      const errors = { 'o:property': Array.from(repeated(0).slice(1), () => 'Attempting to add duplicate property with ID 1') }
      t.same(await refusal(make('resource_templates', wrong)), { kind: 'invalid', errors })
    }
  }
  for (const [what, write] of Object.entries(writes)) {
    const { length } = await statementsOf(write)
    t.ok(length < STATEMENTS_MAX, `${what}: ${length} statements`)
  }
})

t.test('a list with an id of nothing is refused without looking up the rest of it', async (t) => {
  const { make } = await collection(t)
  const ids = Array.from({ length: MEMBERS }, (_, at) => at + 1000)
  const { length } = await statementsOf(async () => {
    t.match(await refusal(make('items', { 'o:item_set': ids })), { kind: 'not-found' })
  })
  t.ok(length < STATEMENTS_MAX, `${length} statements`)
})

t.test('new members of a vocabulary are stored without looking anything up for each', async (t) => {
  const { make, find } = await collection(t)
  const members = Array.from({ length: MEMBERS }, (_, at) => ({ 'o:local_name': `p${at}`, 'o:label': `P ${at}` }))
  let id = 0
  const statements = await statementsOf(async () => {
    id = await make('vocabularies', { ...EX, 'o:property': members })
  })
  const { length } = statements.filter((text) => !text.startsWith('INSERT INTO "property"'))
  t.ok(length < STATEMENTS_MAX, `${length} statements`)
  t.equal((await find('properties', { vocabulary_id: String(id) })).length, MEMBERS)
})

t.test('a request asks for a bounded number of conversions', async (t) => {
  const { make, get, patch } = await collection(t)
  const id = await make('items', { 'dcterms:subject': [literal('http://a')] })
  const rule = (target: string): Json => ({ convert_property_id: 3, convert_data_type_target: target })
  const conversions = (count: number): Json => ({
    convert_data_types: Array.from({ length: count }, (_, at) => rule(at % 2 === 0 ? 'uri' : 'literal'))
  })
  const errors = { convert_data_types: [/At most 500 .* there are 501/] }
  t.match(await refusal(patch('items', id, conversions(501))), { kind: 'invalid', errors })
  t.match(await get('items', id), { 'dcterms:subject': [{ type: 'literal' }] })
  t.match(await patch('items', id, conversions(499)), { 'dcterms:subject': [{ type: 'uri', '@id': 'http://a' }] })
})

t.test('a request adds a bounded number of media', async (t) => {
  const { make, find } = await collection(t)
  const media = (count: number): Json => ({ 'o:media': Array.from({ length: count }, () => html()) })
  const errors = { 'o:media': [/1000 new media at once, there are 1001/] }
  t.match(await refusal(make('items', media(1001))), { kind: 'invalid', errors })
  t.same(await find('items'), [])
  await make('items', media(1000))
  t.equal((await find('media')).length, 1000)
})

t.test('media that fail are reported up to a hundred, and nothing is stored', async (t) => {
  const { make, find } = await collection(t)
  const unwritable = html({ 'dcterms:title': [literal('a', { property_id: 999 })] })
  for (const broken of [{ 'o:ingester': 'html', html: [] }, 5, { 'o:ingester': 'nothing' }, unwritable]) {
    const { kind, errors } = await refusal(make('items', { 'o:media': Array.from({ length: 900 }, () => broken) }))
    t.equal(kind, 'invalid')
    t.equal((errors as Json)['o:media'].length, 100, JSON.stringify(broken))
  }
  const many = { 'o:media': Array.from({ length: 200_000 }, () => 5) }
  t.match(await refusal(make('items', many)), { kind: 'invalid', errors: { 'o:media': [/1000 new media/] } })
  t.same(await find('items'), [])
})

t.test('other requests are answered while a long list is written', async (t) => {
  const { api, make, get, as } = await collection(t)
  const known = await make('items', titled('known'))
  const progress = { served: 0, isDone: false }
  const writing = make('items', { 'o:media': Array.from({ length: 1000 }, () => html()) }).finally(() => {
    progress.isDone = true
  })
  while (!progress.isDone) {
    await new Promise((resolve) => { setImmediate(resolve) })
    await api.items.search({ id: String(known) }, as.anonymous)
    if (!progress.isDone) progress.served++
  }
  t.ok(progress.served > 3, `${progress.served} searches`)
  t.equal((await get('items', await writing))['o:media'].length, 1000)
})

t.test('a page has a bounded number of blocks, each with as many attachments as one likes', async (t) => {
  const { make, site, get } = await collection(t)
  const siteId = await site()
  const item = await make('items', titled('a'))
  const page = (more: Json): Json => ({ 'o:title': 'Page', 'o:site': { 'o:id': siteId }, ...more })
  for (const layout of ['html', 'oembed']) {
    const blocks = Array.from({ length: 1001 }, () => ({ 'o:layout': layout, 'o:data': {} }))
    const errors = { 'o:block': [/1000 blocks, there are 1001/] }
    t.match(await refusal(make('site_pages', page({ 'o:block': blocks }))), { kind: 'invalid', errors })
  }
  const attachments = Array.from({ length: 10_000 }, () => ({ 'o:item': { 'o:id': item }, 'o:caption': 'x' }))
  const block = { 'o:layout': 'media', 'o:data': {}, 'o:attachment': attachments }
  const id = await make('site_pages', page({ 'o:block': [block] }))
  t.equal((await get('site_pages', id))['o:block'][0]['o:attachment'].length, 10_000)
})

t.test('data of a block that nests too deep as text is refused', async (t) => {
  const { make, site, get } = await collection(t)
  const siteId = await site()
  const page = (data: unknown): Json => ({
    'o:title': 'Page', 'o:site': { 'o:id': siteId }, 'o:block': [{ 'o:layout': 'x', 'o:data': data }]
  })
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
  for (const depth of [513, 100_000]) {
    const errors = { 'o:block': [/deeper than 512 levels/] }
    t.match(await refusal(make('site_pages', page(nested(depth)))), { kind: 'invalid', errors })
  }
  const id = await make('site_pages', page(nested(512)))
  t.equal(JSON.stringify((await get('site_pages', id))['o:block'][0]['o:data']), nested(512))
})

t.test('the number of new members of a vocabulary in one request is limited', async (t) => {
  const { make, find } = await collection(t)
  const members = Array.from({ length: MEMBERS + 1 }, (_, at) => ({ 'o:local_name': `p${at}`, 'o:label': `P ${at}` }))
  for (const key of ['o:property', 'o:class']) {
    const errors = { [key]: [/20000 members at once, there are 20001/] }
    t.match(await refusal(make('vocabularies', { ...EX, [key]: members })), { kind: 'invalid', errors })
  }
  t.same(await find('vocabularies', { prefix: 'ex' }), [])
})

t.test('other requests are answered while a list with long texts is made, and the list is complete', async (t) => {
  const { api, as, make } = await collection(t)
  const long = 'word '.repeat(40_000)
  const ids: number[] = []
  for (let at = 0; at < 12; at++) ids.push(await make('items', { ...titled(`${at}`), 'dcterms:subject': [literal(`${at} ${long}`)] }))
  const short = await make('items', titled('short'))
  let items: Json[] = []
  const turns = await turnsDuring(async () => {
    items = (await api.items.search({ sort_by: 'id', sort_order: 'asc' }, as.anonymous)).json()
  })
  t.ok(turns >= ids.length, `${turns} turns`)
  t.same(items.map((item) => item['o:id']), [...ids, short])
  t.same(items.slice(0, 12).map((item) => item['dcterms:subject'][0]['@value']), ids.map((_, at) => `${at} ${long}`))
})

t.test('other requests are answered while a list of media with long data is made, and the list is complete', async (t) => {
  const { api, as, make, page } = await collection(t)
  const item = await make('items', {})
  const html = `<p>${'word '.repeat(40_000)}</p>`
  const ids: number[] = []
  for (let at = 0; at < 12; at++) ids.push(await page(item, { 'o:ingester': 'html', html }))
  let media: Json[] = []
  const turns = await turnsDuring(async () => {
    media = (await api.media.search({ sort_by: 'id', sort_order: 'asc' }, as.anonymous)).json()
  })
  t.ok(turns >= ids.length, `${turns} turns`)
  t.same(media.map((one) => [one['o:id'], one.data.html]), ids.map((id) => [id, html]))
})

t.test('a list that is too long for one answer can be read in part by fields', async (t) => {
  const description = 'x'.repeat(1024 * 1024)
  const { api, as } = await collection(t, {}, { representations: { items: (item) => ({ ...item, description }) } })
  const count = 300
  await api.items.batchCreate(Array.from({ length: count }, (_, at) => titled(`${at}`)), as.editor)
  const search = async (query: Query): Promise<Json[]> => (await api.items.search(query, as.anonymous)).json() as Json[]
  t.match(await refusal(search({ page: '1', per_page: '500' })), { kind: 'bad-request', errors: { per_page: [/300 resources/] } })
  let items: Json[] = []
  const turns = await turnsDuring(async () => { items = await search({ page: '1', per_page: '500', fields: 'o:id' }) })
  t.same(items.map((item) => item['o:id']), Array.from({ length: count }, (_, at) => at + 1))
  t.ok(turns > 5, `others are served in ${turns} turns`)
})

t.test('other requests are answered while a scalar of each of many rows is read, and these stay in order', async (t) => {
  const { api, as } = await collection(t)
  const count = 12_001
  await api.items.batchCreate(Array.from({ length: count }, (_, at) => titled(`${at}`)), as.editor)
  const found = async (query: Query): Promise<Array<[number, string]>> => {
    const { template } = await api.items.search({ return_scalar: 'title', sort_order: 'desc', ...query }, as.anonymous)
    return Array.from(template.matchAll(/"(\d+)":"(\d+)"/g), ([, id, title]) => [Number(id), title!])
  }
  let scalars: Array<[number, string]> = []
  const turns = await turnsDuring(async () => { scalars = await found({ sort_by: 'id' }) })
  t.ok(turns >= 5, `${turns} turns`)
  t.same(scalars.map(([, title]) => title), Array.from({ length: count }, (_, at) => `${count - 1 - at}`))
  t.same(await found({ sort_by: 'id', page: '2', per_page: '5000' }), scalars.slice(5000, 10_000))
  t.same(await found({ sort_by: 'id', search: 'nothing' }), [])
})

t.test('a very long title is cut, the value that it comes from is not', async (t) => {
  const { make, get, find } = await collection(t)
  const text = 'a' + '\u{1D54F}'.repeat(20_000)
  const item = await make('items', titled(text))
  const linking = await make('items', { 'dcterms:relation': Array.from({ length: 100 }, () => link(item)) })
  const { 'o:title': title, 'dcterms:title': [value] } = await get('items', item)
  t.equal(value['@value'], text)
  t.equal(title, 'a' + '\u{1D54F}'.repeat(1999), 'without half a character at its end')
  const links = (await get('items', linking))['dcterms:relation']
  t.same(new Set(links.map((shown: Json) => shown.display_title)), new Set([title]))
  t.same(await find('items', { property: [{ property: 'dcterms:title', type: 'eq', text }] }), [item])
})
