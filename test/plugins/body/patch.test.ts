import t from 'tap'
import { applyJsonPatch, operationsOf } from '../../../plugins/patch/json-patch.js'
import { applyMergePatch } from '../../../plugins/patch/merge-patch.js'
import { thrown } from '../../helper.js'

const MEGABYTE = 1_000_000
const patched = (document: unknown, ...operations: object[]): unknown =>
  applyJsonPatch(document, operationsOf(operations), MEGABYTE)

t.test('the examples of RFC 6902, appendix A, give the stated results', async (t) => {
  t.same(patched({ foo: 'bar' }, { op: 'add', path: '/baz', value: 'qux' }), { baz: 'qux', foo: 'bar' })
  t.same(patched({ foo: ['bar', 'baz'] }, { op: 'add', path: '/foo/1', value: 'qux' }), { foo: ['bar', 'qux', 'baz'] })
  t.same(patched({ baz: 'qux', foo: 'bar' }, { op: 'remove', path: '/baz' }), { foo: 'bar' })
  t.same(patched({ foo: ['bar', 'qux', 'baz'] }, { op: 'remove', path: '/foo/1' }), { foo: ['bar', 'baz'] })
  t.same(patched({ baz: 'qux', foo: 'bar' }, { op: 'replace', path: '/baz', value: 'boo' }), {
    baz: 'boo',
    foo: 'bar'
  })
  t.same(
    patched(
      { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
      { op: 'move', from: '/foo/waldo', path: '/qux/thud' }
    ),
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } }
  )
  t.same(patched({ foo: ['all', 'grass', 'cows', 'eat'] }, { op: 'move', from: '/foo/1', path: '/foo/3' }), {
    foo: ['all', 'cows', 'eat', 'grass']
  })
  t.same(
    patched(
      { baz: 'qux', foo: ['a', 2, 'c'] },
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 }
    ),
    { baz: 'qux', foo: ['a', 2, 'c'] }
  )
  t.same(patched({ '/': 9, '~1': 10 }, { op: 'test', path: '/~01', value: 10 }), { '/': 9, '~1': 10 })
  t.same(patched({ foo: ['bar'] }, { op: 'add', path: '/foo/-', value: ['abc', 'def'] }), {
    foo: ['bar', ['abc', 'def']]
  })
})

t.test('a pointer that leads nowhere is named, a failed test is a conflict', async (t) => {
  t.match(
    thrown(() => patched({ foo: 'bar' }, { op: 'add', path: '/baz/bat', value: 1 })),
    { kind: 'invalid', errors: { '/baz/bat': ['There is nothing at "/baz/bat".'] } }
  )
  t.match(thrown(() => patched({ a: [1] }, { op: 'add', path: '/a/2', value: 1 })), { kind: 'invalid' })
  t.match(thrown(() => patched({ a: [1] }, { op: 'remove', path: '/a/01' })), { kind: 'invalid' })
  t.match(thrown(() => patched({ a: 1 }, { op: 'replace', path: '/toString', value: 1 })), { kind: 'invalid' })
  t.match(thrown(() => patched({ a: 1 }, { op: 'test', path: '/a', value: '1' })), { statusCode: 409 })
})

t.test('an invalid patch is refused before any change', async (t) => {
  t.match(thrown(() => operationsOf({ op: 'add' })), { kind: 'bad-request' })
  for (const operation of [
    null,
    1,
    {},
    { op: 'spy', path: '/a' },
    { op: 'add', path: '/a' },
    { op: 'remove', path: 'a' },
    { op: 'move', path: '/a' },
    { op: 'remove', path: '/__proto__/a' }
  ]) {
    t.match(
      thrown(() => operationsOf([operation])),
      { kind: 'bad-request' },
      JSON.stringify(operation)
    )
  }
})

t.test('applying a patch does not change it, so it can be applied again', async (t) => {
  const operations = operationsOf([
    { op: 'add', path: '/a', value: { b: [1] } },
    { op: 'add', path: '/a/b/-', value: 2 }
  ])
  for (let i = 0; i < 2; i++) t.same(applyJsonPatch({}, operations, MEGABYTE), { a: { b: [1, 2] } })
})

t.test('copies of copies are refused before they fill the memory', async (t) => {
  const doubling = Array.from({ length: 60 }, (_, at) => ({ op: 'copy', from: '', path: `/k${at}` }))
  t.match(
    thrown(() => patched({ a: 'x' }, ...doubling)),
    { kind: 'too-large', errors: { error: /copies more than 1000000/ } }
  )
  const long = Array.from({ length: 20 }, () => ({ op: 'copy', from: '/a/0', path: '/a/-' }))
  t.match(thrown(() => patched({ a: ['x'.repeat(100_000)] }, ...long)), { kind: 'too-large' })
  t.equal((patched({ a: ['x'.repeat(10_000)] }, ...long) as { a: string[] }).a.length, 21)
})

t.test('a patch of very many operations, or that nests without end, is refused', async (t) => {
  t.match(
    thrown(() => operationsOf(Array.from({ length: 1001 }, () => ({ op: 'remove', path: '/a' })))),
    { kind: 'too-large' }
  )
  t.match(thrown(() => operationsOf([{ op: 'remove', path: '/a'.repeat(513) }])), { kind: 'bad-request' })
  const nested = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels))
  const deepening = [
    { op: 'add', path: '/a', value: nested(400) },
    { op: 'add', path: '/a'.repeat(400), value: nested(400) }
  ]
  t.match(thrown(() => patched({}, ...deepening)), { kind: 'bad-request', errors: { error: /512 levels/ } })
  const last = nested(511)
  t.same(patched({}, { op: 'add', path: '/a', value: last }), { a: last }, 'of 512 levels')
  t.match(
    thrown(() => patched({}, { op: 'add', path: '/a', value: nested(512) })), { kind: 'bad-request' }, 'of one more'
  )
})

t.test('the examples of RFC 7396, appendix A, give the stated results', async (t) => {
  const cases: Array<[unknown, unknown, unknown]> = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }], [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }], [{ a: 'b' }, { a: null }, {}],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }], [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }], [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [['a', 'b'], ['c', 'd'], ['c', 'd']], [{ a: 'foo' }, 'bar', 'bar'], [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }], [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }]
  ]
  for (const [target, patch, result] of cases) t.same(applyMergePatch(target, patch), result)
})
