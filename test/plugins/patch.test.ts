import t from 'tap'
import { applyJsonPatch, operationsOf } from '../../plugins/patch/json-patch.js'
import { applyMergePatch } from '../../plugins/patch/merge-patch.js'
import { thrown } from '../helper.js'

const patched = (document: unknown, ...operations: object[]): unknown => applyJsonPatch(document, operationsOf(operations))

t.test('the examples of RFC 6902, appendix A, do what they say', async (t) => {
  t.same(patched({ foo: 'bar' }, { op: 'add', path: '/baz', value: 'qux' }), { baz: 'qux', foo: 'bar' })
  t.same(patched({ foo: ['bar', 'baz'] }, { op: 'add', path: '/foo/1', value: 'qux' }), { foo: ['bar', 'qux', 'baz'] })
  t.same(patched({ baz: 'qux', foo: 'bar' }, { op: 'remove', path: '/baz' }), { foo: 'bar' })
  t.same(patched({ foo: ['bar', 'qux', 'baz'] }, { op: 'remove', path: '/foo/1' }), { foo: ['bar', 'baz'] })
  t.same(patched({ baz: 'qux', foo: 'bar' }, { op: 'replace', path: '/baz', value: 'boo' }), { baz: 'boo', foo: 'bar' })
  t.same(patched({ foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } }, { op: 'move', from: '/foo/waldo', path: '/qux/thud' }),
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } })
  t.same(patched({ foo: ['all', 'grass', 'cows', 'eat'] }, { op: 'move', from: '/foo/1', path: '/foo/3' }), { foo: ['all', 'cows', 'eat', 'grass'] })
  t.same(patched({ baz: 'qux', foo: ['a', 2, 'c'] }, { op: 'test', path: '/baz', value: 'qux' }, { op: 'test', path: '/foo/1', value: 2 }), { baz: 'qux', foo: ['a', 2, 'c'] })
  t.same(patched({ '/': 9, '~1': 10 }, { op: 'test', path: '/~01', value: 10 }), { '/': 9, '~1': 10 })
  t.same(patched({ foo: ['bar'] }, { op: 'add', path: '/foo/-', value: ['abc', 'def'] }), { foo: ['bar', ['abc', 'def']] })
})

t.test('a pointer that leads nowhere is named, a failed test is a conflict', async (t) => {
  t.match(thrown(() => patched({ foo: 'bar' }, { op: 'add', path: '/baz/bat', value: 1 })), { kind: 'invalid', errors: { '/baz/bat': ['There is nothing at "/baz/bat".'] } })
  t.match(thrown(() => patched({ a: [1] }, { op: 'add', path: '/a/2', value: 1 })), { kind: 'invalid' })
  t.match(thrown(() => patched({ a: [1] }, { op: 'remove', path: '/a/01' })), { kind: 'invalid' })
  t.match(thrown(() => patched({ a: 1 }, { op: 'replace', path: '/toString', value: 1 })), { kind: 'invalid' })
  t.match(thrown(() => patched({ a: 1 }, { op: 'test', path: '/a', value: '1' })), { statusCode: 409 })
})

t.test('what is no patch is refused before anything is done', async (t) => {
  t.match(thrown(() => operationsOf({ op: 'add' })), { kind: 'bad-request' })
  for (const operation of [null, 1, {}, { op: 'spy', path: '/a' }, { op: 'add', path: '/a' }, { op: 'remove', path: 'a' }, { op: 'move', path: '/a' }, { op: 'remove', path: '/__proto__/a' }]) {
    t.match(thrown(() => operationsOf([operation])), { kind: 'bad-request' }, JSON.stringify(operation))
  }
})

t.test('the given document stays as it is', async (t) => {
  const document = { a: [1, { b: 2 }] }
  patched(document, { op: 'replace', path: '/a/1/b', value: 3 }, { op: 'remove', path: '/a/0' })
  t.same(document, { a: [1, { b: 2 }] })
})

t.test('the examples of RFC 7396, appendix A, do what they say', async (t) => {
  const cases: Array<[unknown, unknown, unknown]> = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }], [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }], [{ a: 'b' }, { a: null }, {}],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }], [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }], [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [['a', 'b'], ['c', 'd'], ['c', 'd']], [{ a: 'foo' }, 'bar', 'bar'], [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }], [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }]
  ]
  for (const [target, patch, result] of cases) t.same(applyMergePatch(target, patch), result)
})
