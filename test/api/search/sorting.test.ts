import t from 'tap'
import { user } from '../../../db/tables/index.js'
import { eq } from 'drizzle-orm'
import { collection, link, literal, refusal, titled, uri, type Json, type TypeName } from '../collection.js'
import { unchecked } from '../../helper.js'

type Find = (type: TypeName, query: Record<string, string>) => Promise<number[]>

/** Both directions of a key; descending is the mirror image, ids and all. */
async function bothWays (find: Find, type: TypeName, key: string): Promise<number[]> {
  const ascending = await find(type, { sort_by: key, sort_order: 'asc' })
  const descending = await find(type, { sort_by: key, sort_order: 'DESC' })
  if (JSON.stringify(ascending) !== JSON.stringify(descending.toReversed())) {
    throw new Error(`${key} is not mirrored: ${ascending.join()} and ${descending.join()}`)
  }
  return ascending
}

t.test('titles sort as the collation says, none first, ties by id', async (t) => {
  const { make, find } = await collection(t)
  const titles = ['Ж', 'é', 'zeta', 'E', '10', '_x', 'a-b', 'ab', '2', 'a b', 'æ', 'af']
  const ids = new Map<string, number>()
  for (const title of titles) ids.set(title, await make('items', titled(title)))
  const none = await make('items', {})
  t.same(await bothWays(find, 'items', 'title'), [
    none,
    ...['_x', '10', '2', 'a b', 'a-b', 'ab', 'af', 'æ', 'é', 'E', 'zeta', 'Ж'].map((title) => ids.get(title)!)
  ])
})

t.test('dates, publicness and labels of related rows sort, none first', async (t) => {
  const { api, make, find, template } = await collection(t)
  const [b, a] = [await template({ label: 'b' }), await template({ label: 'a' })]
  const first = await make('items', {
    'o:resource_template': { 'o:id': b },
    'o:resource_class': { 'o:id': 2 },
    'o:is_public': true
  })
  const second = await make('items', {
    'o:resource_template': { 'o:id': a },
    'o:resource_class': { 'o:id': 1 },
    'o:is_public': false
  })
  const none = await make('items', {})
  await api.store.write(async (database) => {
    await database.run(
      `UPDATE resource SET created = 100 - id, modified = CASE id WHEN ${none} THEN NULL ELSE 100 - id END`
    )
  })
  t.same(await bothWays(find, 'items', 'created'), [none, second, first])
  t.same(await bothWays(find, 'items', 'modified'), [none, second, first])
  t.same(await bothWays(find, 'items', 'is_public'), [second, first, none])
  t.same(await bothWays(find, 'items', 'resource_template_label'), [none, second, first])
  t.same(await bothWays(find, 'items', 'resource_class_label'), [none, second, first])
})

t.test('items are sorted by the name of their owner, items without an owner first', async (t) => {
  const { api, make, patch, find, as, id } = await collection(t)
  const ofAuthor = await make('items', {}, as.author)
  const ofEditor = await make('items', {}, as.editor)
  const nobodys = await make('items', {})
  await patch('items', nobodys, { 'o:owner': { 'o:id': null } })
  t.same(await bothWays(find, 'items', 'owner_name'), [nobodys, ofAuthor, ofEditor])
  await api.store.write(async (database) => {
    await database
      .update(user)
      .set({ nameKey: 'zzz' })
      .where(eq(user.id, id('author')))
  })
  t.same(await bothWays(find, 'items', 'owner_name'), [nobodys, ofEditor, ofAuthor])
})

t.test('media are sorted by facts about their files', async (t) => {
  const { api, make, page, find } = await collection(t)
  const item = await make('items', {})
  const [a, b, c] = [await page(item), await page(item), await page(item)]
  await api.store.write(async (database) => {
    await database.run(
      `UPDATE media SET size = 5, media_type = 'video/mp4', ingester = 'url', renderer = 'file' WHERE id = ${a}`
    )
    await database.run(`UPDATE media SET size = 10, media_type = 'image/png' WHERE id = ${b}`)
  })
  t.same(await bothWays(find, 'media', 'size'), [c, a, b])
  t.same(await bothWays(find, 'media', 'media_type'), [c, b, a])
  t.same(await bothWays(find, 'media', 'ingester'), [b, c, a])
  t.same(await bothWays(find, 'media', 'renderer'), [a, b, c])
})

t.test('a term sorts by all its texts together; links and bare addresses have none', async (t) => {
  const { make, find } = await collection(t)
  const item = async (values: Json[]) => await make('items', { 'dcterms:subject': values })
  const ab = await item([literal('a'), literal('b')])
  const a = await item([literal('a')])
  const label = await item([uri('urn:x', 'aa')])
  const bare = await item([uri('urn:x')])
  const linked = await item([link(a)])
  const none = await make('items', titled('a'))
  t.same(await bothWays(find, 'items', 'dcterms:subject'), [bare, linked, none, a, ab, label])
  t.same(await bothWays(find, 'items', 'DCTERMS:subject'), [bare, linked, none, a, ab, label])
})

t.test('a term sorts by what each reader may see', async (t) => {
  const { make, find, as, patch } = await collection(t)
  const item = async (...values: Json[]) => await make('items', { 'dcterms:subject': values }, as.author)
  const z = await item(literal('a', { is_public: false }), literal('z'))
  const b = await item(literal('b'))
  const hidden = await item(literal('c', { is_public: false }))
  const others = await make('items', { 'dcterms:subject': [literal('a', { is_public: false }), literal('y')] })
  const sorted = async (role: 'anonymous' | 'author' | 'editor') =>
    await bothWays(async (type, query) => await find(type, query, as[role]), 'items', 'dcterms:subject')
  t.same(await sorted('anonymous'), [hidden, b, others, z])
  t.same(await sorted('author'), [z, b, hidden, others])
  t.same(await sorted('editor'), [others, z, b, hidden])
  await patch('items', z, { 'o:owner': { 'o:id': null } })
  t.same(await sorted('author'), [b, hidden, others, z])
})

t.test('a key that is unknown, of another type, or no text leaves the order of ids', async (t) => {
  const { make, find, as, page } = await collection(t)
  const ids = [await make('items', titled('b')), await make('items', titled('a'))]
  for (const key of [
    '', 'relevance', 'nope', 'item_count', 'size', 'dcterms:nope', 'nope:nope', 'constructor', '__proto__',
    'dcterms:Title'
  ]) { t.same(await find('items', { sort_by: key }), ids, key) }
  t.same(await find('items', { sort_by: ['title'] }), ids)
  t.same(await find('items', { sort_by: 'nope', sort_order: 'desc' }), ids.toReversed())
  for (const order of ['up', '', 'descending']) {
    t.same(await find('items', { sort_by: 'id', sort_order: order }), ids, order)
  }
  t.same(await find('items', { sort_by: 'id', sort_order: ['desc'] }), ids)
  await page(ids[0]!, titled('0'))
  t.same(
    (await find('resources', { sort_by: 'title' }, as.anonymous)).slice(0, 2),
    ids,
    'resources do not sort by title'
  )
  const [a, b] = [await make('item_sets', { 'o:is_public': true }), await make('item_sets', { 'o:is_public': false })]
  t.same(await find('item_sets', { sort_by: 'is_public' }), [a, b], 'nor item sets by is_public')
})

t.test('item sets sort by being open', async (t) => {
  const { make, find } = await collection(t)
  const [open, closed] = [await make('item_sets', { 'o:is_open': true }), await make('item_sets', {})]
  t.same(await bothWays(find, 'item_sets', 'is_open'), [closed, open])
})

t.test('the order that a site gives its sets counts after the key and before the id', async (t) => {
  const { api, make, site, find } = await collection(t)
  const ids = [
    await make('item_sets', titled('x')),
    await make('item_sets', titled('x')),
    await make('item_sets', titled('a'))
  ] as [number, number, number]
  const siteId = await site()
  await api.store.write(async (database) => {
    for (const [at, id] of [ids[2], ids[1], ids[0]].entries()) {
      await database.run(
        `INSERT INTO site_item_set (site_id, item_set_id, position) VALUES (${siteId}, ${id}, ${at + 1})`
      )
    }
  })
  const query = { site_id: `${siteId}` }
  t.same(await find('item_sets', { ...query, sort_by: '' }), [ids[2], ids[1], ids[0]])
  t.same(await find('item_sets', { ...query, sort_by: 'title' }), [ids[2], ids[1], ids[0]])
  t.same(await find('item_sets', { ...query, sort_by: 'id' }), ids)
  t.same(await find('item_sets', { ...query, sort_by: 'id', sort_order: 'desc' }), ids.toReversed())
})

t.test('random order loses and doubles nothing', async (t) => {
  const { api, make, find, as } = await collection(t)
  await api.items.batchCreate(Array.from({ length: 30 }, () => ({})), as.author)
  await make('item_sets', {})
  t.same((await find('items', { sort_by: 'random' })).sort((a, b) => a - b), await find('items'))
  t.equal((await find('resources', { sort_by: 'random' })).length, 31)
  const page = await find('items', { sort_by: 'random', per_page: '20', page: '2' })
  t.equal(new Set(page).size, 10, 'the second page holds what is left')
  t.same(await find('items', { sort_by: 'random', per_page: '20', page: '3' }), [])
  const firsts = new Set<number>()
  for (let search = 0; search < 200; search++) firsts.add((await find('items', { sort_by: 'random', limit: '1' }))[0]!)
  t.ok(firsts.size > 20, `${firsts.size} of 30 came first in 200 searches`)
})

t.test('many results can be sorted with ids in the other direction than the key', async (t) => {
  const c = await collection(t)
  await c.api.items.batchCreate(Array.from({ length: 600 }, (_, at) => titled(at < 300 ? 'b' : 'a')), c.as.editor)
  const ids = await c.find('items')
  const query = { property: [{ property: '1', type: 'ex' }] }
  t.same(await c.find('items', { ...query, sort_by: 'title,id', sort_order: 'asc,desc' }), [
    ...ids.slice(300).toReversed(),
    ...ids.slice(0, 300).toReversed()
  ])
  t.same(await c.find('items', { ...query, sort_by: 'dcterms:title,nope', sort_order: 'desc,asc' }), [
    ...ids.slice(0, 300),
    ...ids.slice(300)
  ])
})

t.test('several keys separated by commas sort one after the other, each its own way', async (t) => {
  const c = await collection(t)
  const item = async (date: string | null, title: string) =>
    await c.make('items', { ...titled(title), ...(date !== null && { 'dcterms:date': [literal(date)] }) })
  const [late, early, b, a, none] = [
    await item('1900', 'a'),
    await item('1890', 'b'),
    await item('1890', 'c'),
    await item('1890', 'b'),
    await item(null, 'z')
  ]
  const sorted = async (sort: string, order?: string) =>
    await c.find('items', { sort_by: sort, ...(order !== undefined && { sort_order: order }) })
  t.same(await sorted('dcterms:date,title'), [none, early, a, b, late])
  t.same(await sorted('dcterms:date,title', 'desc'), [late, b, a, early, none])
  t.same(await sorted('dcterms:date,title', 'desc,asc'), [late, early, a, b, none])
  t.same(await sorted('dcterms:date, title', 'ASC, DESC'), [none, b, a, early, late])
  t.same(await sorted('title,dcterms:date', 'asc,desc'), [late, a, early, b, none], 'the id follows the last key')
  t.same(
    await sorted('nope,dcterms:date,constructor', 'asc,desc,asc'),
    [late, early, b, a, none],
    'unknown keys are left out, with their directions'
  )
  t.same(await sorted('dcterms:date,id', 'desc'), [late, a, b, early, none])
  t.same(await sorted('dcterms:date,random'), [none, early, b, a, late])
  t.same(
    await sorted('dcterms:date', 'desc,asc'),
    [none, early, b, a, late],
    'one key has one direction, which this is none'
  )
  t.match(await refusal(unchecked(c.api, 'items').search({ sort_by: Array(9).fill('title').join() }, c.as.editor)), {
    kind: 'bad-request',
    errors: { sort_by: [/8 keys/] }
  })
})
