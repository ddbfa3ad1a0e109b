import t from 'tap'
import { collection, link, literal, PROPERTY, refusal, valuesOf, titled, uri, type Json } from './collection.js'

const payload = (): Json => ({
  'dcterms:title': [literal('t1'), literal('t2', { is_public: false })],
  'dcterms:subject': [literal('s1')],
  'dcterms:description': [literal('d1')]
})
const flags = (found: Json, term: string): boolean[] =>
  (found[term] as Json[]).map((value) => value.is_public as boolean)
const types = (found: Json, term: string): string[] => (found[term] as Json[]).map((value) => value.type as string)
const convert = (target: unknown, more: Json = {}): Json => ({
  convert_data_types: [{ convert_property_id: PROPERTY.subject, convert_data_type_target: target, ...more }]
})

t.test('clear_property_values removes the values of the properties named, nothing else', async (t) => {
  const { make, patch } = await collection(t)
  const id = await make('items', payload())
  const after = await patch('items', id, {
    clear_property_values: [PROPERTY.title, `${PROPERTY.subject}`, 9999, 'x', null]
  })
  t.same(Object.keys(after).filter((key) => key.startsWith('dcterms:')), ['dcterms:description'])
  t.equal(after['o:title'], null)
})

t.test('clear_property_values with a new value leaves the new value alone', async (t) => {
  const { make, patch } = await collection(t)
  const after = await patch('items', await make('items', payload()), {
    clear_property_values: [PROPERTY.title],
    ...titled('new')
  })
  t.same(valuesOf(after, 'dcterms:title'), ['new'])
  t.notOk('dcterms:subject' in after)
})

t.test('clear_property_values without a list does nothing', async (t) => {
  const { make, patch } = await collection(t)
  const after = await patch('items', await make('items', payload()), { clear_property_values: PROPERTY.title })
  t.same(valuesOf(after, 'dcterms:title'), ['t1', 't2'])
})

t.test('the annotations of cleared values go too', async (t) => {
  const { make, patch, find } = await collection(t)
  const id = await make('items', {
    'dcterms:title': [literal('a', { '@annotation': { 'dcterms:date': [literal('1900')] } })]
  })
  await patch('items', id, { clear_property_values: [PROPERTY.title] })
  t.same(await find('resources'), [id])
})

t.test('set_value_visibility opens and closes the values of the properties named', async (t) => {
  const { make, patch, get, as } = await collection(t)
  const id = await make('items', payload())
  t.same(
    flags(
      await patch('items', id, { set_value_visibility: { property_id: [PROPERTY.title], is_public: false } }),
      'dcterms:title'
    ),
    [false, false]
  )
  t.notOk('dcterms:title' in await get('items', id, as.anonymous))
  t.same(
    flags(
      await patch('items', id, { set_value_visibility: { property_id: ['1', '3'], is_public: 'false' } }),
      'dcterms:title'
    ),
    [true, true]
  )
  t.same(flags(await get('items', id), 'dcterms:description'), [true])
})

t.test('set_value_visibility keeps annotations and is seen by searches and sorting', async (t) => {
  const { make, patch, get, find, as } = await collection(t)
  const id = await make('items', {
    'dcterms:subject': [literal('zebra', { '@annotation': { 'dcterms:date': [literal('1900')] } })]
  })
  const other = await make('items', { 'dcterms:subject': [literal('bee')] })
  await patch('items', id, { set_value_visibility: { property_id: [PROPERTY.subject], is_public: 0 } })
  t.match(await get('items', id), {
    'dcterms:subject': [{ '@annotation': { 'dcterms:date': [{ '@value': '1900' }] } }]
  })
  t.same(await find('items', { search: 'zebra' }, as.anonymous), [])
  t.same(await find('items', { sort_by: 'dcterms:subject', sort_order: 'desc' }, as.anonymous), [other, id])
  t.same(await find('items', { sort_by: 'dcterms:subject', sort_order: 'desc' }), [id, other])
})

t.test('set_value_visibility that is incomplete does nothing', async (t) => {
  const { make, patch } = await collection(t)
  const id = await make('items', payload())
  for (const given of [
    { property_id: [1] },
    { is_public: false },
    { property_id: 1, is_public: false },
    { property_id: [1], is_public: null },
    [],
    5,
    null
  ]) {
    t.same(
      flags(await patch('items', id, { set_value_visibility: given }), 'dcterms:title'),
      [true, false],
      JSON.stringify(given)
    )
  }
})

t.test('with PUT, values that take places keep the visibility just set there', async (t) => {
  const { make, put } = await collection(t)
  const id = await make('items', titled('a', 'b'))
  const after = await put('items', id, {
    set_value_visibility: { property_id: [1], is_public: false },
    ...titled('c', 'd', 'e')
  })
  t.same(flags(after, 'dcterms:title'), [false, false, true])
})

t.test('texts become URIs and URIs without label become texts', async (t) => {
  const { make, patch } = await collection(t)
  const id = await make('items', {
    'dcterms:subject': [literal(' urn:x '), literal(' \njavascript:x'), literal('\u00a0 '), uri('urn:y', 'Y'), uri('urn:z')]
  })
  const asUri = await patch('items', id, convert('uri'))
  t.same(
    [types(asUri, 'dcterms:subject'), valuesOf(asUri, 'dcterms:subject')],
    [
      ['uri', 'literal', 'literal', 'uri', 'uri'],
      ['urn:x', ' \njavascript:x', '\u00a0 ', 'urn:y', 'urn:z']
    ]
  )
  const asText = await patch('items', id, convert('literal'))
  t.same(
    [types(asText, 'dcterms:subject'), valuesOf(asText, 'dcterms:subject')],
    [
      ['literal', 'literal', 'literal', 'uri', 'literal'],
      ['urn:x', ' \njavascript:x', '\u00a0 ', 'urn:y', 'urn:z']
    ]
  )
})

t.test('only values of the source type are converted when one is named', async (t) => {
  const { make, patch } = await collection(t)
  const id = await make('items', {
    'dcterms:subject': [literal('urn:x'), uri('urn:y')],
    'dcterms:description': [uri('urn:z')]
  })
  const after = await patch('items', id, convert('literal', { convert_data_type_source: 'resource' }))
  t.same(types(after, 'dcterms:subject'), ['literal', 'uri'])
  t.same(types(await patch('items', id, convert('literal', { convert_data_type_source: 'uri' })), 'dcterms:subject'), [
    'literal',
    'literal'
  ])
  t.same(types(after, 'dcterms:description'), ['uri'])
})

t.test('nothing is converted to a link, and a link to nothing', async (t) => {
  const { make, patch } = await collection(t)
  const target = await make('items', {})
  const id = await make('items', { 'dcterms:subject': [literal(`${target}`), link(target)] })
  for (const type of ['resource', 'resource:item', 'uri', 'literal']) {
    await patch('items', id, convert(type, { convert_data_type_source: 'resource' }))
  }
  t.same(types(await patch('items', id, convert('resource:item')), 'dcterms:subject'), ['literal', 'resource'])
})

t.test('values that arrive with the same request are converted too, and the title follows', async (t) => {
  const { make, patch } = await collection(t)
  const id = await make('items', titled('old'))
  const after = await patch('items', id, {
    ...titled('new'),
    ...convert('uri', { convert_property_id: PROPERTY.title })
  })
  t.match(after, { 'o:title': null, 'dcterms:title': [{ type: 'uri', '@id': 'new' }] })
})

t.test('an unknown target refuses the write, before anything is saved', async (t) => {
  const { make, patch, get } = await collection(t)
  const id = await make('items', titled('old'))
  for (const target of ['nope', undefined, null, 5]) {
    t.match(await refusal(patch('items', id, { ...titled('new'), ...convert(target) })), {
      kind: 'invalid',
      errors: { convert_data_types: [String] }
    })
  }
  t.equal((await get('items', id))['o:title'], 'old')
})

t.test('a new resource pays no attention to the bulk keys', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', {
    ...payload(),
    clear_property_values: [1],
    set_value_visibility: { property_id: [3], is_public: false },
    ...convert('uri')
  })
  const found = await get('items', id)
  t.same(
    [valuesOf(found, 'dcterms:title'), flags(found, 'dcterms:subject'), types(found, 'dcterms:subject')],
    [['t1', 't2'], [true], ['literal']]
  )
})
