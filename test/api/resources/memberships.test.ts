import t from 'tap'
import { collection, refs, refusal, titled, type Collection } from '../collection.js'

const setsOf = async ({ get }: Collection, id: number): Promise<number[]> =>
  refs((await get('items', id))['o:item_set'])
const missing = (id: unknown) => ({
  kind: 'not-found',
  errors: { error: `Item set ${String(id)} was not found.` }
})

t.test('sets are named by number, by text, by reference, in a list, a map, or one alone', async (t) => {
  const c = await collection(t)
  const [a, b] = [await c.make('item_sets', {}), await c.make('item_sets', {})]
  const shapes: Array<[unknown, number[]]> = [
    [[a, b], [a, b]],
    [[`${a}`, { 'o:id': `${b}` }], [a, b]],
    [[{ '@id': 'ignored', 'o:id': b }, b, b], [b]],
    [{ x: a, y: { 'o:id': b } }, [a, b]],
    [{ 'o:id': b }, [b]],
    [{ '@id': `http://x/api/item_sets/${b}`, 'o:id': b }, [b]],
    [['x', null, {}, { 'o:id': null }, true, [], a], [a]],
    [[], []],
    [{}, []]
  ]
  for (const [shape, expected] of shapes) {
    t.same(await setsOf(c, await c.make('items', { 'o:item_set': shape })), expected, JSON.stringify(shape))
  }
})

t.test('an id of a set or site that is not a number is not found', async (t) => {
  const { make, patch, find } = await collection(t)
  const id = await make('items', {})
  for (const wrong of ['x', '', true, '1x', [1]]) {
    for (const [key, name] of [['o:item_set', 'Item set'], ['o:site', 'Site']] as const) {
      const expected = { kind: 'not-found', errors: { error: `${name} ${JSON.stringify(wrong)} was not found.` } }
      t.same(await refusal(patch('items', id, { [key]: [{ 'o:id': wrong }] })), expected)
      t.same(await refusal(make('items', { [key]: [{ 'o:id': wrong }] })), expected)
    }
  }
  t.same(await find('items'), [id])
})

t.test('anything but a list or object is refused, together with media that are none', async (t) => {
  const { make, patch, find } = await collection(t)
  const id = await make('items', {})
  for (const wrong of [null, 'x', 5, true]) {
    t.same(await refusal(patch('items', id, { 'o:item_set': wrong })), {
      kind: 'invalid',
      errors: { 'o:item_set': ['Item sets must be an array'] }
    })
    t.same(await refusal(make('items', { 'o:media': wrong })), {
      kind: 'invalid',
      errors: { 'o:item_set': ['Media must be an array'] }
    })
  }
  t.same(await refusal(make('items', { 'o:item_set': null, 'o:media': 'x' })), {
    kind: 'invalid',
    errors: { 'o:item_set': ['Item sets must be an array', 'Media must be an array'] }
  })
  t.same(await find('items'), [id])
})

t.test('sets that are unknown, hidden or no sets refuse the write', async (t) => {
  const { make, find, as } = await collection(t)
  const item = await make('items', {})
  const hidden = await make('item_sets', { 'o:is_public': false })
  for (const id of [999, '999', 0, item, hidden, 1.5, 1e300, '1e400', -1]) {
    t.match(await refusal(make('items', { 'o:item_set': [id] }, as.author)), missing(id), `${id}`)
  }
  t.same(await find('items'), [item])
})

t.test('items can be added to any visible set, also if it is closed or belongs to another user', async (t) => {
  const c = await collection(t)
  const closed = await c.make('item_sets', { 'o:is_open': false })
  t.same(await setsOf(c, await c.make('items', { 'o:item_set': [closed] }, c.as.author)), [closed])
})

t.test('PATCH without o:item_set keeps the sets, PUT without leaves them', async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', {})
  const id = await c.make('items', { 'o:item_set': [set] })
  await c.patch('items', id, titled('a'))
  t.same(await setsOf(c, id), [set])
  await c.put('items', id, titled('a'))
  t.same(await setsOf(c, id), [])
})

t.test('memberships in hidden sets stay, whatever the user writes', async (t) => {
  const c = await collection(t)
  const hidden = await c.make('item_sets', { 'o:is_public': false })
  const [open, other] = [await c.make('item_sets', {}), await c.make('item_sets', {})]
  const id = await c.make('items', {}, c.as.author)
  await c.patch('items', id, { 'o:item_set': [hidden, open] })
  t.same(refs((await c.patch('items', id, { 'o:item_set': [other] }, c.as.author))['o:item_set']), [other])
  t.same(await setsOf(c, id), [hidden, other])
  await c.put('items', id, {}, c.as.author)
  t.same(await setsOf(c, id), [hidden])
})

t.test('an item shows the sets its reader may see, lowest id first', async (t) => {
  const c = await collection(t)
  const hidden = await c.make('item_sets', { 'o:is_public': false }, c.as.author)
  const open = await c.make('item_sets', {})
  const id = await c.make('items', { 'o:item_set': [open, hidden] })
  t.same(refs((await c.get('items', id, c.as.anonymous))['o:item_set']), [open])
  t.same(refs((await c.get('items', id, c.as.author))['o:item_set']), [hidden, open])
})

t.test('items are found by set and by not being in one, as far as the reader sees sets', async (t) => {
  const { make, find, as } = await collection(t)
  const hidden = await make('item_sets', { 'o:is_public': false })
  const open = await make('item_sets', {})
  const inHidden = await make('items', { 'o:item_set': [hidden] })
  const inOpen = await make('items', { 'o:item_set': [open] })
  const inBoth = await make('items', { 'o:item_set': [open, hidden] })
  const inNone = await make('items', {})
  t.same(await find('items', { item_set_id: `${hidden}` }), [inHidden, inBoth])
  t.same(await find('items', { item_set_id: `${hidden}` }, as.anonymous), [])
  t.same(await find('items', { not_item_set_id: `${hidden}` }), [inOpen, inNone])
  t.same(await find('items', { not_item_set_id: `${hidden}` }, as.anonymous), [inHidden, inOpen, inBoth, inNone])
  t.same(await find('items', { item_set_id: [`${open}`, `${hidden}`, 'x'] }, as.editor), [inHidden, inOpen, inBoth])
  t.same(await find('items', { item_set_id: [`${open}`, `${hidden}`] }, as.author), [inOpen, inBoth])
  t.same(
    await find('items', { item_set_id: `${open},${hidden}` }),
    [inHidden, inOpen, inBoth, inNone],
    'a list with commas is ignored'
  )
  t.same(await find('items', { item_set_id: '0' }), [])
})

t.test('a set counts the items that its reader may see', async (t) => {
  const { make, find, as } = await collection(t)
  const [a, b] = [await make('item_sets', titled('a')), await make('item_sets', titled('b'))]
  await make('items', { 'o:item_set': [a] })
  await make('items', { 'o:item_set': [b], 'o:is_public': false })
  await make('items', { 'o:item_set': [b], 'o:is_public': false }, as.author)
  const byCount = { sort_by: 'item_count', sort_order: 'desc' }
  t.same(await find('item_sets', byCount), [b, a])
  t.same(await find('item_sets', byCount, as.anonymous), [a, b])
  t.same(await find('item_sets', byCount, as.author), [b, a], 'one each: by id, descending')
})

t.test('is_open with any value finds the sets to which the user may add items', async (t) => {
  const { make, find, as } = await collection(t)
  const open = await make('item_sets', { 'o:is_open': true })
  const closed = await make('item_sets', { 'o:is_open': false })
  const own = await make('item_sets', { 'o:is_open': false }, as.editor)
  for (const value of ['1', '0', '', 'abc']) {
    t.same(await find('item_sets', { is_open: value }, as.anonymous), [open])
    t.same(await find('item_sets', { is_open: value }, as.editor), [open, own])
    t.same(await find('item_sets', { is_open: value }, as.site_admin), [open, closed, own])
  }
})

t.test('deleting a set leaves its items', async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', {})
  const id = await c.make('items', { 'o:item_set': [set] })
  await c.api.itemSets.delete(set, c.as.global_admin)
  t.same(await setsOf(c, id), [])
})
