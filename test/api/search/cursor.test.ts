import t from 'tap'
import type { Answer } from '../../../api/core/answers/answer.js'
import type { Query } from '../../../api/core/calls/call.js'
import { collection, literal, refusal, titled, type Collection, type TypeName } from '../collection.js'
import { unchecked } from '../../helper.js'

/** Ids of every page from the first; `between` runs after each page. */
async function walk (
  c: Collection,
  type: TypeName,
  query: Query,
  call = c.as.editor,
  between: () => Promise<unknown> = async () => {}
): Promise<number[]> {
  const walked: number[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const answer: Answer = await unchecked(c.api, type).search({ ...query, cursor }, call)
    walked.push(...(answer.json() as Array<{ 'o:id': number }>).map((found) => found['o:id']))
    cursor = answer.next
    await between()
  }
  return walked
}

/** Items of few different titles and dates, some without, of two owners, some private, also some of the titles. */
async function many (c: Collection): Promise<void> {
  const items = Array.from({ length: 24 }, (_, at) => ({
    'dcterms:title': ['b', 'É', 'a b'].slice(0, at % 4).map((text, place) =>
      literal(text, { is_public: (at + place) % 5 > 1 })),
    ...(at % 5 === 0 ? {} : { 'dcterms:date': [literal(`${1890 + at % 3}`, { is_public: at % 2 === 0 })] }),
    'o:is_public': at % 6 !== 0
  }))
  await c.api.items.batchCreate(items.slice(0, 13), c.as.author)
  await c.api.items.batchCreate(items.slice(13), c.as.editor)
}

const KEYS = [
  'id', '', 'title', 'created', 'is_public', 'owner_name', 'resource_class_label', 'dcterms:date',
  'dcterms:date,title', 'is_public,dcterms:date,title', 'nope', 'title,id,created'
]

t.test('every order is walked through once, in the order that it has without pages', async (t) => {
  const c = await collection(t)
  await many(c)
  for (const sort of KEYS) {
    for (const order of ['asc', 'desc', 'desc,asc', 'asc,desc']) {
      for (const role of ['anonymous', 'author', 'editor'] as const) {
        const query = { sort_by: sort, sort_order: order }
        t.same(
          await walk(c, 'items', { ...query, per_page: '5' }, c.as[role]),
          await c.find('items', query, c.as[role]),
          `${sort} ${order} ${role}`
        )
      }
    }
  }
})

t.test('writes between pages do not repeat or omit rows', async (t) => {
  const c = await collection(t)
  for (const sort of KEYS) {
    for (const order of ['asc', 'desc']) {
      await many(c)
      const before = await c.find('items')
      const stays = before.filter((_, at) => at % 3 !== 0)
      const goes = before.filter((_, at) => at % 3 === 0)
      const walked = await walk(
        c,
        'items',
        { sort_by: sort, sort_order: order, per_page: '4' },
        c.as.editor,
        async () => {
          if (goes.length > 0) await c.api.items.batchDelete(goes.splice(0, 3), c.as.editor)
          if (goes.length > 3) await c.make('items', { ...titled('A'), 'dcterms:date': [literal('1880')] }, c.as.author)
        }
      )
      t.equal(new Set(walked).size, walked.length, `${sort} ${order}: none twice`)
      t.same(stays.filter((id) => !walked.includes(id)), [], `${sort} ${order}: none left out`)
      await c.api.items.batchDelete(await c.find('items'), c.as.editor)
    }
  }
})

t.test('the row that a page ended with may be gone, or elsewhere, by the next', async (t) => {
  const c = await collection(t)
  const ids: number[] = []
  for (const title of ['a', 'b', 'c', 'd']) ids.push(await c.make('items', titled(title)))
  const query = { sort_by: 'title', per_page: '2' }
  const { next } = await unchecked(c.api, 'items').search({ ...query, cursor: '' }, c.as.editor)
  await c.patch('items', ids[1]!, titled('z'))
  t.same(await c.find('items', { ...query, cursor: next! }), [ids[2], ids[3]])
  await c.api.items.delete(ids[1]!, c.as.editor)
  t.same(await c.find('items', { ...query, cursor: next! }), [ids[2], ids[3]])
})

t.test('item sets keep the order of a site, media and accounts have cursors too', async (t) => {
  const c = await collection(t)
  const sets = [
    await c.make('item_sets', titled('x')),
    await c.make('item_sets', titled('x')),
    await c.make('item_sets', titled('a'))
  ]
  const siteId = await c.site()
  await c.api.store.write(async (database) => {
    for (const [at, id] of sets.toReversed().entries()) {
      await database.run(
        `INSERT INTO site_item_set (site_id, item_set_id, position) VALUES (${siteId}, ${id}, ${at + 1})`
      )
    }
  })
  t.same(await walk(c, 'item_sets', { site_id: `${siteId}`, sort_by: '', per_page: '1' }), sets.toReversed())
  const item = await c.make('items', {})
  const media = [await c.page(item), await c.page(item), await c.page(item)]
  t.same(await walk(c, 'media', { sort_by: 'media_type', per_page: '2' }), media)
  t.same(
    await walk(c, 'users', { sort_by: 'name', per_page: '2' }, c.as.global_admin),
    await c.find('users', { sort_by: 'name' })
  )
})

t.test('each page has the total, and the last has no cursor', async (t) => {
  const c = await collection(t)
  await many(c)
  const first = await c.api.items.search({ cursor: '', per_page: '20' }, c.as.anonymous)
  t.equal(first.total, 20)
  t.equal(first.next, undefined, 'nothing follows what anonymous may see')
  const page = await c.api.items.search({ cursor: '', per_page: '20' }, c.as.editor)
  t.equal(page.total, 24)
  const last = await c.api.items.search({ cursor: page.next!, per_page: '20' }, c.as.editor)
  t.same([last.total, last.next, (last.json() as unknown[]).length], [24, undefined, 4])
  t.equal((await c.api.items.search({ cursor: '' }, c.as.editor)).total, 24)
  t.match(
    (await c.api.items.search({ cursor: '', per_page: '2', return_scalar: 'id' }, c.as.editor)).template,
    /^\{"\d+":\d+,"\d+":\d+\}$/
  )
})

t.test('with words to search for, rows come by their ids', async (t) => {
  const c = await collection(t)
  const [one, two] = [await c.make('items', titled('zebra')), await c.make('items', titled('zebra zebra zebra'))]
  t.same(await c.find('items', { fulltext_search: 'zebra' }), [two, one], 'without cursor the best comes first')
  t.same(await walk(c, 'items', { fulltext_search: 'zebra', per_page: '1' }), [one, two])
})

t.test('an invalid cursor, or one of another order, is refused', async (t) => {
  const c = await collection(t)
  await many(c)
  const cursorOf = async (type: 'items' | 'media', query: Query): Promise<string> =>
    (await unchecked(c.api, type).search({ cursor: '', per_page: '1', ...query }, c.as.editor)).next!
  const cursor = await cursorOf('items', { sort_by: 'title' })
  const changed = (at: number): string => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
  const item = await c.make('items', {})
  await c.page(item)
  await c.page(item)
  const queries: Query[] = [
    ...[
      'x',
      'AAAA',
      `${cursor}A`,
      `${cursor}=`,
      ` ${cursor}`,
      cursor.slice(1),
      ...[0, 20, cursor.length - 5].map(changed)
    ].map((wrong) => ({ sort_by: 'title', cursor: wrong })),
    { sort_by: 'title', cursor: ['x'] },
    { sort_by: 'created', cursor },
    { sort_by: 'title', sort_order: 'desc', cursor },
    { cursor },
    { sort_by: 'title', cursor: await cursorOf('media', { sort_by: 'title' }) },
    { sort_by: 'random', cursor: '' }, { cursor: '', page: '1' }, { cursor: '', page: '' }, { cursor: '', offset: '0' }
  ]
  for (const query of queries) {
    t.match(
      await refusal(c.api.items.search(query, c.as.editor)),
      { kind: 'bad-request', errors: { cursor: [String] } },
      JSON.stringify(query)
    )
  }
  t.equal((await refusal(c.api.items.search({ sort_by: 'title', cursor }, c.as.editor))).kind, 'done')
})

t.test('a cursor does not reveal the values that rows are sorted by', async (t) => {
  const c = await collection(t)
  await many(c)
  const { next } = await c.api.items.search({ cursor: '', per_page: '1', sort_by: 'owner_name' }, c.as.anonymous)
  t.notMatch(Buffer.from(next!, 'base64url').toString('latin1'), /author|editor|example/i)
})
