import t from 'tap'
import { collection, link, literal, refusal, titled, type Json } from '../collection.js'

const annotated = (text: string, annotation: Json): Json => literal(text, { '@annotation': annotation })
const dated = (date: string, more: Json = {}): Json => ({ 'dcterms:date': [literal(date, more)] })

t.test('an annotation is shown between is_public and what the value says', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('items', { 'dcterms:title': [annotated('a', dated('1900'))] })
  const [value] = (await get('items', id))['dcterms:title'] as [Json]
  t.same(Object.keys(value), ['type', 'property_id', 'property_label', 'is_public', '@annotation', '@value'])
  t.same(value['@annotation'], {
    'dcterms:date': [{ type: 'literal', property_id: 7, property_label: 'Date', is_public: true, '@value': '1900' }]
  })
})

t.test('annotations have annotations, with links too', async (t) => {
  const { make, get } = await collection(t)
  const target = await make('items', titled('Target'))
  const id = await make('items', {
    'dcterms:title': [
      annotated('a', { 'dcterms:date': [annotated('b', { 'dcterms:relation': [annotated('c', {}), link(target)] })] })
    ]
  })
  t.match((await get('items', id))['dcterms:title'], [
    {
      '@annotation': {
        'dcterms:date': [
          { '@value': 'b', '@annotation': { 'dcterms:relation': [{ '@value': 'c' }, { display_title: 'Target' }] } }
        ]
      }
    }
  ])
})

t.test('an annotation that holds nothing valid is not shown', async (t) => {
  const { make, get } = await collection(t)
  const empty = [[], {}, null, 'x', 5, { 'dcterms:date': [] }, { 'dcterms:date': [literal(' ')] }]
  const id = await make('items', { 'dcterms:title': empty.map((annotation) => annotated('a', annotation as Json)) })
  const values = (await get('items', id))['dcterms:title'] as Json[]
  t.same(values.map((value) => '@annotation' in value), empty.map(() => false))
})

t.test('links within annotations are checked as others are', async (t) => {
  const { make, find } = await collection(t)
  const set = await make('item_sets', {})
  const about = (value: Json): Json => ({ 'dcterms:title': [annotated('a', { 'dcterms:relation': [value] })] })
  t.match(await refusal(make('items', about(link(999)))), {
    kind: 'not-found',
    errors: { error: 'Resource not found with id 999.' }
  })
  t.match(await refusal(make('items', about(link(set, { type: 'resource:item' })))), {
    kind: 'invalid',
    errors: { value: [String] }
  })
  t.same(await find('resources'), [set])
})

t.test('annotations do not show in @reverse', async (t) => {
  const { make, get } = await collection(t)
  const target = await make('items', {})
  await make('items', { 'dcterms:title': [annotated('a', { 'dcterms:relation': [link(target)] })] })
  t.notOk('@reverse' in await get('items', target))
})

t.test('a value written without an annotation loses its former annotation', async (t) => {
  const { make, patch, get, find } = await collection(t)
  const id = await make('items', { 'dcterms:title': [annotated('a', dated('1900'))] })
  await patch('items', id, titled('b'))
  t.notOk('@annotation' in ((await get('items', id))['dcterms:title'] as [Json])[0])
  t.same(await find('resources'), [id])
})

t.test('an annotation is replaced as a whole, in its place', async (t) => {
  const { make, patch, find, get } = await collection(t)
  const id = await make('items', {
    'dcterms:title': [annotated('a', { ...dated('1900'), 'dcterms:creator': [literal('X')] })]
  })
  const before = await find('resources')
  await patch('items', id, { 'dcterms:title': [annotated('a', dated('1901'))] })
  t.same(await find('resources'), before)
  t.same(Object.keys(((await get('items', id))['dcterms:title'] as [Json])[0]['@annotation']), ['dcterms:date'])
})

t.test('with a value, its annotation goes, and the annotation of that', async (t) => {
  const { api, as, make, put, find } = await collection(t)
  const payload = { 'dcterms:title': [annotated('a', { 'dcterms:date': [annotated('b', dated('1900'))] })] }
  const first = await make('items', payload)
  await put('items', first, titled('a'))
  const second = await make('items', payload)
  await api.items.delete(second, as.global_admin)
  t.same(await find('resources'), [first])
})

t.test('when a linked resource is deleted, the annotations of the links to it go too', async (t) => {
  const { api, as, make, find } = await collection(t)
  const target = await make('items', {})
  const id = await make('items', { 'dcterms:relation': [link(target, { '@annotation': dated('1900') })] })
  await api.items.delete(target, as.global_admin)
  t.same(await find('resources'), [id])
})

t.test('private values of an annotation are shown to its author and to users who see everything', async (t) => {
  const { make, get, patch, as } = await collection(t)
  const id = await make('items', titled('a'), as.author)
  await patch('items', id, { 'dcterms:title': [annotated('a', dated('1900', { is_public: false }))] }, as.editor)
  const sees = async (role: 'author' | 'editor' | 'reviewer' | 'anonymous') =>
    '@annotation' in ((await get('items', id, as[role]))['dcterms:title'] as [Json])[0]
  t.same(
    [await sees('anonymous'), await sees('author'), await sees('editor'), await sees('reviewer')],
    [false, false, true, true]
  )
})

t.test('an annotation that was made private stays hidden, after its value is written back too', async (t) => {
  const { make, get, put, as } = await collection(t)
  const id = await make('items', { 'dcterms:title': [annotated('a', { 'o:is_public': false, ...dated('1900') })] })
  const isShown = async () => '@annotation' in ((await get('items', id, as.anonymous))['dcterms:title'] as [Json])[0]
  t.equal(await isShown(), false)
  await put('items', id, await get('items', id))
  t.equal(await isShown(), false)
})

t.test('/resources lists annotations together with the values that they describe', async (t) => {
  const { make, page, find, as } = await collection(t)
  const open = await make('items', { 'dcterms:title': [annotated('a', dated('1900'))] })
  const hidden = await make('items', { 'o:is_public': false, 'dcterms:title': [annotated('a', dated('1900'))] })
  const withPrivateValue = await make('items', {
    'dcterms:title': [literal('a', { is_public: false, '@annotation': dated('1900') })]
  })
  const pageOfHidden = await page(hidden, { 'dcterms:title': [annotated('a', dated('1900'))] })
  const withHiddenLink = await make('items', { 'dcterms:relation': [link(hidden, { '@annotation': dated('1900') })] })
  const nested = await make('items', {
    'o:is_public': false,
    'dcterms:title': [annotated('a', { 'dcterms:date': [annotated('b', dated('1'))] })]
  })
  t.equal((await find('resources')).length, 6 + 5 + 2)
  t.same(await find('resources', {}, as.anonymous), [open, open + 1, withPrivateValue, withHiddenLink])
  t.ok(pageOfHidden < nested)
})

t.test('an annotation of a public annotation is listed too', async (t) => {
  const { make, find, as } = await collection(t)
  const id = await make('items', {
    'dcterms:title': [annotated('a', { 'dcterms:date': [annotated('b', dated('1'))] })]
  })
  t.same(await find('resources', {}, as.anonymous), [id, id + 1, id + 2])
})

t.test('only administrators read a single annotation, also if others have just seen it in a list', async (t) => {
  const { api, make, get, find, as } = await collection(t)
  const id = await make('items', { 'dcterms:title': [annotated('a', dated('1900'))] })
  for (const who of ['site_admin', 'editor', 'author', 'anonymous'] as const) {
    t.same(await find('resources', {}, as[who]), [id, id + 1], who)
    t.equal((await get('resources', id, as[who]))['o:id'], id)
    if (who === 'site_admin') {
      t.match(await get('resources', id + 1, as[who]), { '@type': 'o:ValueAnnotation', 'o:id': id + 1 })
    } else {
      t.match(
        await refusal(api.resource('resources').read(id + 1, as[who])),
        {
          kind: 'forbidden',
          errors: {
            error: 'Permission denied for the current user to read this value annotation.'
          }
        },
        who
      )
    }
  }
})

t.test('annotations of hidden values cannot be read, searched or counted', async (t) => {
  const { api, make, find, as } = await collection(t)
  const id = await make('items', { 'o:is_public': false, 'dcterms:title': [annotated('a', dated('1900'))] })
  t.match(await refusal(api.resource('resources').read(id + 1, as.anonymous)), { kind: 'not-found' })
  t.same(await find('resources', { search: '1900' }, as.anonymous), [])
  t.equal((await api.resource('resources').search({ page: '1' }, as.anonymous)).total, 0)
})

t.test('value annotations have no endpoint of their own', async (t) => {
  const { api, as } = await collection(t)
  const annotations = api.resource('value_annotations')
  t.match(await refusal(annotations.search({}, as.anonymous)), { kind: 'forbidden' })
  t.match(await refusal(annotations.search({}, as.editor)), { kind: 'forbidden' })
  t.match(await refusal(annotations.search({}, as.global_admin)), {
    kind: 'not-allowed',
    errors: {
      error: 'Value annotations cannot be searched.'
    }
  })
})
