import t from 'tap'
import { decodeJson } from '../../../plugins/body/bodies.js'
import { indented } from '../../../plugins/http/json-text.js'

/** In pieces that end within texts, escapes and characters. */
const divided = (json: string): Buffer[] => Array.from(Buffer.from(json), (byte) => Buffer.of(byte))
const pretty = (json: string): string => Buffer.concat([...indented(divided(json))]).toString()
const decode = (text: string): unknown => decodeJson(Buffer.from(text), 1000)
const message = (bytes: string | Buffer): string => {
  try {
    return JSON.stringify(decodeJson(Buffer.from(bytes as string), 1000))
  } catch (error) {
    return (error as Error).message
  }
}

t.test('objects and lists are taken, of equal keys the last', async (t) => {
  t.same(decode('{"a":1,"a":2}'), { a: 2 })
  t.same(decode('[1,{"b":"\\u00e9 [{"}]'), [1, { b: 'é [{' }])
})

t.test('errors have the messages of the contract', async (t) => {
  for (const text of ['', '{', '{"a":}', '\ufeff{}', '[1,]', "{'a':1}"]) {
    t.equal(message(text), 'JSON: Syntax error', JSON.stringify(text))
  }
  for (const text of ['1', '"a"', 'null', 'true']) {
    t.equal(message(text), 'JSON: Content must be an object or array.', text)
  }
  t.equal(message('{"a":"b\nc"}'), 'JSON: Control character error, possibly incorrectly encoded')
  t.equal(message('{"a":"\u0001"}'), 'JSON: Control character error, possibly incorrectly encoded')
  t.equal(
    message(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
    'JSON: Malformed UTF-8 characters, possibly incorrectly encoded'
  )
})

t.test('half of a character is refused, wherever it stands', async (t) => {
  for (const text of ['{"a":"\\ud83d"}', '["b \\uDE00"]', '[{"\\ud83d x":1}]', '["\\ude00\\ud83d"]']) {
    t.equal(message(text), 'JSON: Single unpaired high surrogate in Unicode escape', text)
  }
  t.same(decode('["\\ud83d\\ude00", "\\\\ud83d"]'), ['😀', '\\ud83d'])
})

t.test('a line break between the members of invalid JSON is not reported as a control character', async (t) => {
  t.equal(message('{\n\t"a": 1,\r\n}'), 'JSON: Syntax error')
})

t.test('a broken text of quotation marks is refused as fast as any other', async (t) => {
  t.equal(message(`["${'\\"'.repeat(500_000)}`), 'JSON: Syntax error')
  t.equal(message(`["${'\\"'.repeat(500_000)}\n`), 'JSON: Control character error, possibly incorrectly encoded')
})

t.test('JSON may have so many members and no more, however they are arranged', async (t) => {
  t.same(decode(JSON.stringify(Array.from({ length: 1000 }, () => 1))), Array.from({ length: 1000 }, () => 1))
  for (const text of [
    `[${'{},'.repeat(1000)}{}]`,
    `[${'1,'.repeat(1000)}1]`,
    JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, 1])))
  ]) {
    t.equal(message(text), 'The JSON has more than 1000 members.')
  }
  t.equal((decode(JSON.stringify({ a: '[{,'.repeat(1000) })) as { a: string }).a.length, 3000, 'text is no member')
})

t.test('an object may have a tenth as many keys, however many objects there are', async (t) => {
  const object = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, 1]))
  for (const value of [object(100), [object(100), object(100), [1, 2]], { a: object(100), b: Array(500).fill(1) }]) {
    t.same(decode(JSON.stringify(value)), value)
  }
  for (const value of [object(101), [1, { a: [object(101)] }], { ...object(99), a: [1, 2, {}], b: 1 }]) {
    t.equal(message(JSON.stringify(value)), 'The JSON has an object of more than 100 keys.')
  }
})

t.test('512 levels are deep enough, a million break nothing', async (t) => {
  t.equal(message('['.repeat(512) + ']'.repeat(512)), '['.repeat(512) + ']'.repeat(512))
  t.equal(message('['.repeat(513) + ']'.repeat(513)), 'JSON: Maximum stack depth exceeded')
  t.equal(message('['.repeat(1e6)), 'JSON: Maximum stack depth exceeded')
})

t.test('keys that reach a prototype are refused, however they are written', async (t) => {
  t.match(message('{"__proto__":{"a":1}}'), /"__proto__" is not allowed/)
  t.match(message('{"a":[{"\\u005f_proto__":1}]}'), /"__proto__" is not allowed/)
  t.match(message('{"constructor":{"prototype":{"a":1}}}'), /"constructor.prototype" is not allowed/)
  t.same(decode('{"constructor":"x","prototype":1}'), { constructor: 'x', prototype: 1 })
})

t.test('indented text is the same JSON, its keys in the same order', async (t) => {
  const text = '{"10":[],"9":{},"a":[1,{"b":"x,y:{\\"["}],"c":null}'
  t.equal(
    pretty(text),
    '{\n    "10": [],\n    "9": {},\n    "a": [\n        1,\n        {\n            "b": "x,y:{\\"["\n' +
    '        }\n    ],\n    "c": null\n}'
  )
  t.equal(pretty('[]'), '[]')
  const long = Array.from({ length: 30_000 }, (_, at) => ({ at, 'é"': `👩 ${at} \\` }))
  t.ok(pretty(JSON.stringify(long)) === JSON.stringify(long, null, 4), 'also when it is made in pieces')
  const object = { x: [1, { y: ['a\\', '"'] }], z: { w: true } }
  t.equal(pretty(JSON.stringify(object)), JSON.stringify(object, null, 4))
})
