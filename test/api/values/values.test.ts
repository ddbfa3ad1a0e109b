import t from 'tap'
import { collection, html, link, literal, PROPERTY, refusal, valuesOf, titled, uri, type Json } from '../collection.js'
import { unchecked } from '../../helper.js'

t.test('a literal keeps its text as it was written, blanks and all, and its language', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', { 'dcterms:title': [literal('  Nocturne \n', { '@language': 'fr' })] })
  t.same((await get('items', id))['dcterms:title'], [
    {
      type: 'literal',
      property_id: 1,
      property_label: 'Title',
      is_public: true,
      '@value': '  Nocturne \n',
      '@language': 'fr'
    }
  ])
})

t.test('an empty language is not shown', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', {
    'dcterms:title': [
      literal('a', { '@language': '' }),
      literal('b', { '@language': '0' }),
      literal('c', { '@language': null }),
      literal('d', { '@language': false })
    ],
    'dcterms:source': [uri('https://example.org/', '', { 'o:label': false, 'o:lang': false })]
  })
  const { 'dcterms:title': values, 'dcterms:source': [source] } = await get('items', id)
  t.same((values as Json[]).map((value) => '@language' in value), [false, false, false, false])
  t.notOk('o:label' in source || 'o:lang' in source)
})

t.test('blank texts, numbers and flags are not accepted as literals, a no-break space is', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', {
    'dcterms:title': ['', ' \t\n\r\0\v', 5, true, null, ['a'], '\u00a0'].map((text) => literal(text as string))
  })
  t.same(valuesOf(await get('items', id), 'dcterms:title'), ['\u00a0'])
})

t.test('an address that runs a script is not accepted as URI, also with blanks before it', async (t) => {
  const { make, get } = await collection(t)
  const given = ['javascript:x', ' javascript:x', '\n\t javascript:x', 'x javascript:', 'https://example.org/#javascript:']
  const id = await make('items', { 'dcterms:source': given.map((address) => uri(address)) })
  t.same((await get('items', id))['dcterms:source'].map((value: Json) => value['@id']), given.slice(3))
})

t.test('a URI shows its label and language when they are not empty', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', {
    'dcterms:source': [
      uri('https://example.org/', 'Example', { 'o:lang': 'en', '@value': 'ignored', '@language': 'ignored' }),
      uri('//x', '', { 'o:lang': '0' })
    ]
  })
  t.same((await get('items', id))['dcterms:source'], [
    {
      type: 'uri',
      property_id: 11,
      property_label: 'Source',
      is_public: true,
      '@id': 'https://example.org/',
      'o:label': 'Example',
      'o:lang': 'en'
    },
    { type: 'uri', property_id: 11, property_label: 'Source', is_public: true, '@id': '//x' }
  ])
})

t.test('scripts, blanks and objects are no URIs', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', {
    'dcterms:source': ['javascript:alert(1)', '\u00a0javascript:alert(1)', ' ', '\u00a0\u2003\u200b', '', null, 5, {}, 'urn:x']
      .map((address) => uri(address as string))
  })
  t.same(valuesOf(await get('items', id), 'dcterms:source'), ['urn:x'])
})

t.test('a link names its target by title, source or [Untitled]', async (t) => {
  const { make, page, get } = await collection(t)
  const named = await make('items', titled('Named'))
  const nameless = await make('item_sets', {})
  const media = await page(named, { 'o:source': 'scan.tif' })
  const id = await make('items', { 'dcterms:relation': [link(named), link(nameless), link(media)] })
  t.match((await get('items', id))['dcterms:relation'], [
    {
      '@id': `/api/items/${named}`,
      value_resource_id: named,
      value_resource_name: 'items',
      url: null,
      display_title: 'Named'
    },
    { '@id': `/api/item_sets/${nameless}`, value_resource_name: 'item_sets', display_title: '[Untitled]' },
    { '@id': `/api/media/${media}`, value_resource_name: 'media', display_title: 'scan.tif' }
  ])
})

t.test('a link shows a thumbnail only when its target has a primary media', async (t) => {
  const { make, get } = await collection(t)
  const bare = await make('items', {})
  const illustrated = await make('items', { 'o:media': [html(titled('Page'))] })
  const id = await make('items', { 'dcterms:relation': [link(bare), link(illustrated)] })
  const [first, second] = (await get('items', id))['dcterms:relation'] as Json[]
  t.notOk('thumbnail_url' in first!)
  t.match(second, {
    thumbnail_url: '/application/asset/thumbnails/default.png',
    thumbnail_title: 'Page',
    thumbnail_type: null
  })
})

t.test('each kind of link leads only to its kind of resource', async (t) => {
  const { make, page } = await collection(t)
  const item = await make('items', {})
  const set = await make('item_sets', {})
  const media = await page(item)
  const targets = { 'resource:item': item, 'resource:itemset': set, 'resource:media': media }
  const classes: Json = { [item]: 'item', [set]: 'item set', [media]: 'media' }
  for (const [type, right] of Object.entries(targets)) {
    for (const target of Object.values(targets)) {
      const write = make('items', { 'dcterms:relation': [link(target, { type })] })
      if (target === right) await t.resolves(write)
      else {
        t.match(await refusal(write), {
          kind: 'invalid',
          errors: { value: [`A value of the type ${type} cannot link to the ${classes[target]} ${target}.`] }
        })
      }
    }
  }
})

t.test('an annotation is no target of a link', async (t) => {
  const { make } = await collection(t)
  const id = await make('items', {
    'dcterms:title': [literal('a', { '@annotation': { 'dcterms:date': [literal('1900')] } })]
  })
  t.match(await refusal(make('items', { 'dcterms:relation': [link(id + 1)] })), {
    kind: 'invalid',
    errors: { value: [`A value of the type resource cannot link to the value annotation ${id + 1}.`] }
  })
})

t.test('a link to a missing resource refuses the whole write', async (t) => {
  const { api, make, find, as } = await collection(t)
  const hidden = await make('items', { 'o:is_public': false })
  t.match(await refusal(make('items', { ...titled('a'), 'dcterms:relation': [link(999)] })), {
    kind: 'not-found',
    errors: { error: 'Resource not found with id 999.' }
  })
  t.match(await refusal(api.items.create({ 'dcterms:relation': [link(hidden)] }, as.author)), {
    kind: 'not-found',
    errors: { error: `Resource not found with id ${hidden}.` }
  })
  t.same(await find('items'), [hidden])
})

t.test('the id of a target may be a text, and anything that is no number is no link', async (t) => {
  const { make, get } = await collection(t)
  const target = await make('items', {})
  const ids = [`${target}`, `${target}.0`, target, 'x', null, true, [target], {}]
  const id = await make('items', { 'dcterms:relation': ids.map((given) => link(given as number)) })
  t.same(valuesOf(await get('items', id), 'dcterms:relation'), [target, target, target])
})

t.test('a resource may link to itself', async (t) => {
  const { make, patch, get } = await collection(t)
  const id = await make('items', titled('Ouroboros'))
  await patch('items', id, { ...titled('Ouroboros'), 'dcterms:relation': [link(id)] })
  t.match(await get('items', id), {
    'dcterms:relation': [{ display_title: 'Ouroboros' }],
    '@reverse': { 'dcterms:relation': [{ '@id': `/api/resources/${id}`, 'o:title': 'Ouroboros' }] }
  })
})

t.test('values are found under any key, in lists and in objects, by their property', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', {
    foo: [literal('a', { property_id: 1 })],
    'o:owner': { x: literal('b', { property_id: 4 }) },
    'dcterms:title': { first: literal('c'), second: literal('d', { property_id: 4 }) }
  })
  const found = await get('items', id)
  t.same([valuesOf(found, 'dcterms:title'), valuesOf(found, 'dcterms:description')], [['a', 'c'], ['b', 'd']])
})

t.test('a value that stands alone instead of in a list counts for nothing', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', { 'dcterms:title': literal('a', { property_id: 1 }) })
  t.notOk('dcterms:title' in await get('items', id))
})

t.test('a property is named by number, by numeric text, by "auto", or by the key alone', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', {
    'dcterms:title': [4, '4', '4.0', 4.0, ' 4 '].map((given) => literal('a', { property_id: given })),
    'DCTERMS:subject': [literal('b', { property_id: 'auto' })],
    'http://purl.org/dc/terms/date': [literal('c')]
  })
  const found = await get('items', id)
  t.same(
    [valuesOf(found, 'dcterms:description').length, valuesOf(found, 'dcterms:subject'), valuesOf(found, 'dcterms:date')],
    [5, ['b'], ['c']]
  )
})

t.test('a property that does not exist is refused under the key at fault', async (t) => {
  const { api, make, as } = await collection(t)
  for (const given of [0, '', false, 'abc', 'AUTO', 99999, [], 1.5]) {
    t.match(
      await refusal(unchecked(api, 'items').create({ foo: [literal('a', { property_id: given })] }, as.global_admin)),
      { kind: 'invalid', errors: { foo: [String] } },
      JSON.stringify(given)
    )
  }
  t.match(await refusal(make('items', { 'nope:title': [literal('a', { property_id: 'auto' })] })), {
    kind: 'invalid',
    errors: { 'nope:title': [String] }
  })
  t.match(
    await refusal(make('items', { 'dcterms:Title': [literal('a', { property_id: 'auto' })] })),
    { kind: 'invalid' },
    'local names are case-sensitive'
  )
})

t.test('objects without property under keys that are no terms are ignored', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', { nope: [literal('a')], 'dcterms:nope': [literal('b')], 'o:title': 'c' })
  t.notMatch(JSON.stringify(await get('items', id)), /"@value":"[abc]"/)
})

t.test('values of unknown data types are dropped, others stored', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', {
    'dcterms:title': [
      literal('a', { type: 'foo' }),
      literal('b', { type: 'Literal' }),
      literal('c', { type: '' }),
      literal('d')
    ]
  })
  t.same(valuesOf(await get('items', id), 'dcterms:title'), ['d'])
})

t.test('the type of a value without one follows from its content', async (t) => {
  const { make, get } = await collection(t)
  const target = await make('items', {})
  const id = await make('items', {
    'dcterms:relation': [{ '@value': 'a' }, { '@id': 'urn:x' }, { value_resource_id: target, '@id': 'urn:y' }]
  })
  t.same(
    ((await get('items', id))['dcterms:relation'] as Json[]).map((value) => value.type),
    ['literal', 'uri', 'resource']
  )
})

t.test('a value of an unknown type is shown by its content', async (t) => {
  const { api, make, get } = await collection(t)
  const target = await make('items', {})
  const id = await make('items', { 'dcterms:relation': [literal('a'), uri('urn:x', 'X'), link(target)] })
  await api.store.write(async (database) => { await database.run("UPDATE value SET type = 'gone:' || type") })
  t.same(
    ((await get('items', id))['dcterms:relation'] as Json[]).map((value) => value.type),
    ['literal', 'uri', 'resource']
  )
})

t.test('without template, title and description come first, the rest as they first appear', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', {
    a: [
      literal('s1', { property_id: PROPERTY.subject }),
      literal('c', { property_id: PROPERTY.creator }),
      literal('d', { property_id: PROPERTY.description })
    ],
    b: [literal('s2', { property_id: PROPERTY.subject }), literal('t', { property_id: PROPERTY.title })]
  })
  const found = await get('items', id)
  t.same(
    Object.keys(found).filter((key) => key.startsWith('dcterms:')),
    ['dcterms:title', 'dcterms:description', 'dcterms:subject', 'dcterms:creator']
  )
  t.same(valuesOf(found, 'dcterms:subject'), ['s1', 's2'])
})

t.test('every kind of resource carries values', async (t) => {
  const { make, page, get } = await collection(t)
  const item = await make('items', titled('Item'))
  t.equal((await get('items', item))['o:title'], 'Item')
  t.equal((await get('item_sets', await make('item_sets', titled('Set'))))['o:title'], 'Set')
  t.equal((await get('media', await page(item, titled('Page'))))['o:title'], 'Page')
})

t.test('numbers and flags given for texts come back as given from PUT and PATCH, and as texts from POST and reads', async (t) => {
  const { make, page, put, patch, get } = await collection(t)
  const payload = {
    'dcterms:title': [
      { '@value': 'a', '@language': 5, '@annotation': { 'dcterms:date': [{ '@value': '1900', '@language': 7 }] } },
      { '@value': '' },
      { '@value': 'b', '@language': 'en' },
      { '@value': 'a', '@language': true }
    ],
    'dcterms:source': [uri('javascript:x', 1 as never), uri(' https://example.org/', 2 as never, { 'o:lang': 0.5 }), uri('urn:x', '3')]
  }
  const shown = (item: Json): unknown[] => [
    item['dcterms:title'].map((value: Json) => [value['@value'], value['@language']]),
    item['dcterms:title'][0]['@annotation']['dcterms:date'][0]['@language'],
    item['dcterms:source'].map((value: Json) => [value['@id'], value['o:label'], value['o:lang']])
  ]
  const texts = [
    [['a', '5'], ['b', 'en'], ['a', '1']], '7', [['https://example.org/', '2', '0.5'], ['urn:x', '3', undefined]]
  ]
  const given = [
    [['a', 5], ['b', 'en'], ['a', true]], 7, [['https://example.org/', 2, 0.5], ['urn:x', '3', undefined]]
  ]
  const id = await make('items', payload)
  t.same(shown(await get('items', id)), texts)
  for (const update of [put, patch]) {
    t.same(shown(await update('items', id, payload)), given)
    t.same(shown(await get('items', id)), texts, 'the answer is not cached')
  }
  const media = await page(id)
  for (const update of [put, patch]) {
    t.match(await update('media', media, { 'o:lang': 5, 'o:alt_text': 7, ...titled('x') }), { 'o:lang': 5, 'o:alt_text': 7 })
    t.match(await get('media', media), { 'o:lang': '5', 'o:alt_text': '7' })
  }
})

t.test('links to resources that the writer does not see stay when an item is written back', async (t) => {
  const { make, get, put, patch, as } = await collection(t)
  const hidden = await make('items', { ...titled('Hidden'), 'o:is_public': false })
  const open = await make('items', titled('Open'))
  const item = await make('items', titled('Item'), as.author)
  await patch('items', item, { ...titled('Item'), 'dcterms:relation': [link(hidden), link(open)] })
  const links = async (): Promise<unknown> =>
    (await get('items', item))['dcterms:relation'].map(({ value_resource_id: id }: Json) => id)
  const read = await get('items', item, as.author)
  t.equal(read['dcterms:relation'].length, 1)
  for (const update of [put, patch]) {
    await update('items', item, read, as.author)
    t.same(await links(), [hidden, open])
  }
  await put('items', item, titled('Other'), as.author)
  t.same(await links(), [hidden], 'what the writer saw is gone')
  await put('items', item, titled('Other'))
  t.notOk((await get('items', item))['dcterms:relation'], 'those who see it can take it away')
})
