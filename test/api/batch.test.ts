import t from 'tap'
import { collection, html, link, literal, refusal, valuesOf, titled, type Json } from './collection.js'

const BAD = { 'o:resource_class': { 'o:id': 999 } }

t.test('a batch makes many, and says which ids', async (t) => {
  const { api, find, as, id, get } = await collection(t)
  const result = await api.items.batchCreate([titled('a'), titled('b'), titled('c')], as.author)
  t.same(result, { succeeded: 3, failed: 0, outcomes: [{ ok: true, id: 1 }, { ok: true, id: 2 }, { ok: true, id: 3 }] })
  t.same(await find('items'), [1, 2, 3])
  t.equal((await get('items', 2))['o:owner']['o:id'], id('author'))
})

t.test('an empty batch does nothing', async (t) => {
  const { api, as } = await collection(t)
  t.same(await api.items.batchCreate([], as.author), { succeeded: 0, failed: 0, outcomes: [] })
})

t.test('one failure undoes the whole batch', async (t) => {
  const { api, make, find, get, as } = await collection(t)
  const [own, others] = [await make('items', titled('own'), as.author), await make('items', titled('others'))]
  t.match(await refusal(api.items.batchCreate([titled('a'), BAD, titled('c')], as.author)), { kind: 'not-found' })
  t.match(await refusal(api.items.batchUpdate([own, others], titled('changed'), as.author)), { kind: 'forbidden' })
  t.match(await refusal(api.items.batchDelete([own, 999], as.author)), { kind: 'not-found' })
  t.match(await refusal(api.items.batchDelete([own, own], as.author)), { kind: 'not-found' }, 'the same twice')
  t.same(await find('items'), [own, others])
  t.equal((await get('items', own))['o:title'], 'own')
})

t.test('with continueOnError, all valid entries are written and each failure is reported at its index', async (t) => {
  const { api, make, find, as } = await collection(t)
  const created = await api.items.batchCreate([titled('a'), BAD, { 'o:item_set': 'x' as never }, titled('d')], {
    ...as.global_admin,
    continueOnError: true
  })
  t.match(created, {
    succeeded: 2,
    failed: 2,
    outcomes: [
      { ok: true },
      { ok: false, error: { kind: 'not-found' } },
      { ok: false, error: { kind: 'invalid' } },
      { ok: true }
    ]
  })
  const [first, last] = await find('items') as [number, number]
  const others = await make('items', {}, as.editor)
  const own = await make('items', {}, as.author)
  const updated = await api.items.batchUpdate(
    [others, own, 'x', `${first}`],
    { 'o:is_public': false },
    { ...as.author, continueOnError: true }
  )
  t.match(updated, {
    succeeded: 1,
    failed: 3,
    outcomes: [{ ok: false, error: { kind: 'forbidden' } }, { ok: true, id: own }, { ok: false }, { ok: false }]
  })
  const deleted = await api.items.batchDelete([first, 999, last, first], { ...as.editor, continueOnError: true })
  t.match(deleted, { succeeded: 2, failed: 2 })
  t.same(await find('items'), [others, own])
})

t.test('a creation that fails half-way leaves nothing of itself', async (t) => {
  const { api, find, as } = await collection(t)
  const halfway = {
    ...titled('a'),
    'dcterms:subject': [literal('b', { '@annotation': { 'dcterms:relation': [link(999)] } })]
  }
  const withBadMedia = { ...titled('b'), 'o:media': [html(), html({ 'dcterms:relation': [link(999)] })] }
  const result = await api.items.batchCreate([halfway, withBadMedia, titled('c')], {
    ...as.global_admin,
    continueOnError: true
  })
  t.match(result, { succeeded: 1, failed: 2 })
  t.equal((await find('resources')).length, 1)
  t.same(await find('resources', { search: 'a' }), [])
})

t.test('a batch can refer to resources that it has created before', async (t) => {
  const { api, get, as } = await collection(t)
  await api.items.batchCreate([titled('first'), { 'dcterms:relation': [link(1)] }], as.author)
  t.match(await get('items', 2), { 'dcterms:relation': [{ display_title: 'first' }] })
})

t.test('a batch update keeps what it does not name', async (t) => {
  const { api, make, get, as } = await collection(t)
  const set = await make('item_sets', {})
  const ids = [await make('items', { ...titled('a'), 'o:item_set': [set] }), await make('items', titled('b'))]
  await api.items.batchUpdate(ids, { 'o:resource_class': { 'o:id': 1 } }, as.editor)
  t.match(await get('items', ids[0]!), {
    'o:title': 'a',
    'o:resource_class': { 'o:id': 1 },
    'o:item_set': [{ 'o:id': set }]
  })
})

t.test('a batch update can add to the values of many', async (t) => {
  const { api, make, get, as } = await collection(t)
  const ids = [await make('items', titled('a')), await make('items', titled('b'))]
  await api.items.batchUpdate(ids, { 'dcterms:subject': [literal('x')] }, { ...as.editor, collectionAction: 'append' })
  for (const id of ids) {
    t.same(
      [valuesOf(await get('items', id), 'dcterms:subject'), ((await get('items', id))['dcterms:title'] as Json[]).length],
      [['x'], 1]
    )
  }
})

t.test('item sets and media have batches too', async (t) => {
  const { api, make, page, find, as } = await collection(t)
  const item = await make('items', {})
  await api.itemSets.batchCreate([titled('a'), titled('b')], as.author)
  await api.media.batchUpdate([await page(item), await page(item)], { 'o:lang': 'en' }, as.editor)
  t.match((await api.media.search({}, as.editor)).json(), [{ 'o:lang': 'en' }, { 'o:lang': 'en' }])
  t.equal((await find('item_sets')).length, 2)
})
