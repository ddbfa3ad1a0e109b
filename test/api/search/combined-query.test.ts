import t from 'tap'
import type { Query } from '../../../api/core/calls/call.js'
import { collection, literal, type Collection } from '../collection.js'

/** A row of the query for one subject, joined by `and` or `or`. */
const rows = (...subjects: string[]): Query => ({
  property: subjects.map((subject) => {
    const [, joiner, negation, text] = /^(or |and |OR )?(!)?(\w+)$/.exec(subject)!
    return {
      property: '3',
      type: negation === undefined ? 'eq' : 'neq',
      text: text!,
      ...(joiner !== undefined && { joiner: joiner.trim() })
    }
  })
})

/** One item for each combination of the subjects a, b and c, named by them. */
async function combinations (c: Collection): Promise<(query: Query) => Promise<string[]>> {
  const names = new Map<number, string>()
  for (const name of ['', 'a', 'b', 'c', 'ab', 'ac', 'bc', 'abc']) {
    names.set(await c.make('items', { 'dcterms:subject': [...name].map((text) => literal(text)) }), name)
  }
  return async (query) => (await c.find('items', query)).map((id) => names.get(id)!)
}

t.test('rows are joined by and, unless they say or', async (t) => {
  const find = await combinations(await collection(t))
  t.same(await find(rows('a', 'b')), ['ab', 'abc'])
  t.same(await find(rows('a', 'and b')), ['ab', 'abc'])
  t.same(await find(rows('a', 'OR b')), ['ab', 'abc'], 'or is written small')
  t.same(await find(rows('a', 'or b')), ['a', 'b', 'ab', 'ac', 'bc', 'abc'])
})

t.test('and binds tighter than or, whichever comes first', async (t) => {
  const find = await combinations(await collection(t))
  t.same(await find(rows('a', 'or b', 'and c')), ['a', 'ab', 'ac', 'bc', 'abc'])
  t.same(await find(rows('a', 'and b', 'or c')), ['c', 'ab', 'ac', 'bc', 'abc'])
  t.same(await find(rows('a', 'or b', 'or c')), ['a', 'b', 'c', 'ab', 'ac', 'bc', 'abc'])
  t.same(await find(rows('a', 'or !b', 'and !c')), ['', 'a', 'ab', 'ac', 'abc'])
})

t.test('the joiner of the first row that counts means nothing', async (t) => {
  const find = await combinations(await collection(t))
  t.same(await find(rows('or a', 'b')), ['ab', 'abc'])
  const [first, second] = rows('or a', 'b').property as Query[]
  t.same(await find({ property: [{ property: '3', type: 'nope', text: 'x' }, first!, second!] }), ['ab', 'abc'])
})

t.test('rows are taken in the order in which they stand, under whatever keys', async (t) => {
  const find = await combinations(await collection(t))
  const [a, b, c] = rows('a', 'or b', 'and c').property as [Query, Query, Query]
  t.same(await find({ property: { x: a, '': b, y: c } }), ['a', 'ab', 'ac', 'bc', 'abc'])
})

t.test('two rows about one property may be met by two values', async (t) => {
  const find = await combinations(await collection(t))
  t.same(await find(rows('a', 'b', 'c')), ['abc'])
  t.same(await find(rows('a', '!b')), ['a', 'ac'])
})

t.test('the rows together are one condition among others', async (t) => {
  const c = await collection(t)
  const find = await combinations(c)
  t.same(await find({ ...rows('a', 'or b'), search: 'c' }), ['ac', 'bc', 'abc'])
  t.same(await find({ ...rows('a', 'or b'), id: '2,3,4' }), ['a', 'b'])
})

t.test('a long chain of rows is answered like a short one', async (t) => {
  const find = await combinations(await collection(t))
  t.same(await find(rows(...Array.from({ length: 200 }, () => 'or a'))), ['a', 'ab', 'ac', 'abc'])
  t.same(await find(rows(...Array.from({ length: 200 }, () => 'a'))), ['a', 'ab', 'ac', 'abc'])
})
