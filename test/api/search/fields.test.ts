import t from 'tap'
import type { QueryValue } from '../../../api/core/calls/call.js'
import { collection, literal, refusal, titled } from '../collection.js'
import { unchecked } from '../../helper.js'

const ENVELOPE = ['@context', '@id', '@type']

t.test('reads and searches show the requested members, in the order of the representation', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', { ...titled('a'), 'dcterms:date': [literal('1890')] })
  const expected: Array<[QueryValue, string[]]> = [
    ['o:title', ['o:title']],
    ['dcterms:date, o:id,', ['o:id', 'dcterms:date']],
    [
      ['o:title', 'o:id,dcterms:title'],
      ['o:id', 'o:title', 'dcterms:title']
    ],
    [{ x: 'o:title' }, ['o:title']], ['o:nope,dcterms:creator,constructor,@reverse', []], ['@id', []]
  ]
  for (const [fields, members] of expected) {
    const read = (await c.api.items.read(id, { ...c.as.anonymous, fields })).json() as object
    t.same(Object.keys(read), [...ENVELOPE, ...members], JSON.stringify(fields))
    t.same((await unchecked(c.api, 'items').search({ fields }, c.as.anonymous)).json(), [read])
  }
  const whole = await c.get('items', id)
  t.same(
    (await c.api.items.read(id, { ...c.as.editor, fields: 'dcterms:date' })).json(),
    Object.fromEntries([...ENVELOPE, 'dcterms:date'].map((name) => [name, whole[name]]))
  )
  for (const fields of ['', ',', []]) {
    t.same(
      Object.keys((await c.api.items.read(id, { ...c.as.editor, fields })).json() as object),
      Object.keys(whole),
      'none asked for: all'
    )
  }
})

t.test('a cached answer with some fields is not sent to requests for more fields', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', titled('a'))
  const thin = await c.api.items.read(id, { ...c.as.editor, fields: 'o:id' })
  const whole = await c.api.items.read(id, c.as.editor)
  t.same([thin.id, thin.modified], [whole.id, whole.modified])
  t.ok(thin.template.length < whole.template.length)
  const query = { fields: 'o:title', page: 1, per_page: 1 }
  t.equal((await c.api.items.search(query, c.as.editor)).total, 1)
  await c.patch('items', id, titled('b'))
  t.match(
    (await c.api.items.search(query, c.as.editor)).json(),
    [{ 'o:title': 'b' }],
    'cached until something changes'
  )
})

t.test('types of every kind are pickFields, scalars are not', async (t) => {
  const c = await collection(t)
  for (const type of ['properties', 'data_types', 'resources'] as const) {
    await c.make('items', {})
    for (const found of (await unchecked(c.api, type).search({ fields: 'o:label' }, c.as.editor)).json() as object[]) {
      t.same(
        Object.keys(found).filter((name) => ![...ENVELOPE, 'o:label'].includes(name)),
        []
      )
    }
  }
  t.same(
    Object.keys(
      (await c.api.resource('data_types').read('uri', { ...c.as.editor, fields: 'o:label' })).json() as object
    ),
    [...ENVELOPE, 'o:label']
  )
  t.match((await c.api.items.search({ fields: 'o:id', return_scalar: 'id' }, c.as.editor)).template, /^\{"/)
})

t.test('invalid names of members are refused, naming the parameter', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', {})
  for (const fields of [
    'o:title;o:id',
    'a b',
    '<x>',
    ['o:id', ['x']],
    { a: { b: 'x' } },
    'x'.repeat(300)
  ] as QueryValue[]) {
    const expected = { kind: 'bad-request', errors: { fields: [/names such as/] } }
    t.match(await refusal(unchecked(c.api, 'items').search({ fields }, c.as.editor)), expected, JSON.stringify(fields))
    t.match(await refusal(c.api.items.read(id, { ...c.as.editor, fields })), expected)
    t.match(await refusal(unchecked(c.api, 'data_types').search({ fields }, c.as.editor)), expected)
  }
})
