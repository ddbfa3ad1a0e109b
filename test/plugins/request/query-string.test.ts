import t from 'tap'
import { parseQuery } from '../../../plugins/request/query-string.js'
import { thrown } from '../../helper.js'

/** Objects without a prototype compare as plain ones. */
const parse = (text: string): unknown => JSON.parse(JSON.stringify(parseQuery(text)))

t.test('brackets nest, empty brackets append', async (t) => {
  t.same(parse('a[b][c]=x'), { a: { b: { c: 'x' } } })
  t.same(parse('a[]=x&a[]=y'), { a: ['x', 'y'] })
  t.same(parse('property[0][property]=1&property[0][type]=eq'), { property: [{ property: '1', type: 'eq' }] })
})

t.test('two appended halves of a row are two rows', async (t) => {
  t.same(parse('property[][property]=1&property[][type]=eq'), { property: [{ property: '1' }, { type: 'eq' }] })
})

t.test('of two scalars with one name, the last counts, in the place of the first', async (t) => {
  t.same(Object.entries(parseQuery('a=1&b=2&a=3')), [['a', '3'], ['b', '2']])
})

t.test('a scalar gives way to a list, and a list to a scalar', async (t) => {
  t.same(parse('a=1&a[]=2'), { a: ['2'] })
  t.same(parse('a[]=2&a=1'), { a: '1' })
})

t.test('blanks and dots in names become underscores, but not inside brackets', async (t) => {
  t.same(parse('sort.by=a&sort%20order=b&x[a.b]=c'), { sort_by: 'a', sort_order: 'b', x: { 'a.b': 'c' } })
})

t.test('plus and %20 are blanks, a name alone is empty, a semicolon separates nothing', async (t) => {
  t.same(parse('a=b+c%20d&e&f=1;g=2'), { a: 'b c d', e: '', f: '1;g=2' })
})

t.test('a part without a name is nothing', async (t) => {
  t.same(parse('&=x&[a]=y&&b=1'), { b: '1' })
})

t.test('text after a closed bracket is ignored, a bracket that stays open belongs to the name', async (t) => {
  t.same(parse('a[b]c=1'), { a: { b: '1' } })
  t.same(parse('a[b=1'), { a_b: '1' })
})

t.test('malformed escapes stay as they are, malformed UTF-8 becomes a replacement character', async (t) => {
  t.same(parse('a=100%&b=%zz&c=%E0%A4%A&d=%C3%A9%ff'), { a: '100%', b: '%zz', c: '\ufffd%A', d: 'é\ufffd' })
})

t.test('rows stay in the order in which they first appear', async (t) => {
  t.same(parse('p[5]=a&p[2]=b'), { p: ['a', 'b'] })
  t.same(parse('p[2]=a&p[5]=b'), { p: { 2: 'a', 5: 'b' } })
  t.same(parse('p[x]=a&p[b]=b'), { p: { x: 'a', b: 'b' } })
})

t.test('names that are special to JavaScript are not special here', async (t) => {
  const query = parseQuery('__proto__[polluted]=1&constructor[prototype][polluted]=1&hasOwnProperty=x')
  t.same(Object.keys(query), ['__proto__', 'constructor', 'hasOwnProperty'])
  t.equal(({} as Record<string, unknown>).polluted, undefined)
})

t.test('too many parameters or brackets are refused', async (t) => {
  t.match(thrown(() => parseQuery('a&'.repeat(1001))), { kind: 'bad-request' })
  t.match(thrown(() => parseQuery(`a${'[b]'.repeat(65)}=1`)), { kind: 'bad-request' })
  t.doesNotThrow(() => parseQuery(`a${'[b]'.repeat(60)}=1`))
})
