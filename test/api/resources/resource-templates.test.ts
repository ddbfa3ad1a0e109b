import t from 'tap'
import { collection, literal, PROPERTY, refusal, titled, type Json } from '../collection.js'

const row = (property: number, more: Json = {}) => ({ 'o:property': { 'o:id': property }, ...more })
const propertiesOf = (template: Json): number[] =>
  (template['o:resource_template_property'] as Json[]).map((one) => one['o:property']['o:id'] as number)

t.test('a template keeps its rows in the order they were given', async (t) => {
  const { make, get } = await collection(t)
  const id = await make('resource_templates', {
    'o:label': 'Letter',
    'o:resource_template_property': [
      row(3, { 'o:alternate_label': 'Topic', 'o:is_required': '1' }),
      row(2, { 'o:data_type': [' literal ', 'uri', '', 'literal', 'unknown', null, 5], 'o:default_lang': ' ' }),
      { 'o:alternate_label': 'no property' }
    ]
  })
  t.same(
    (await get('resource_templates', id))['o:resource_template_property'].map(
      ({ 'o:property': property, ...rest }: Json) => [property['o:id'], rest]
    ),
    [
      [
        3,
        {
          'o:alternate_label': 'Topic',
          'o:alternate_comment': null,
          'o:data_type': [],
          'o:is_required': true,
          'o:is_private': false,
          'o:default_lang': null
        }
      ],
      [
        2,
        {
          'o:alternate_label': null,
          'o:alternate_comment': null,
          'o:data_type': ['literal', 'uri'],
          'o:is_required': false,
          'o:is_private': false,
          'o:default_lang': null
        }
      ]
    ]
  )
})

t.test('labels are needed, and compared without regard to case and accents', async (t) => {
  const { make } = await collection(t)
  const errorsOf = async (label?: unknown): Promise<unknown> =>
    (await refusal(make('resource_templates', { 'o:label': label }))).errors
  t.same(await errorsOf(' '), { 'o:label': ['The label cannot be empty.'] })
  t.same(await errorsOf('báse resource'), { 'o:label': ['The label is already taken.'] })
  t.match(await errorsOf(['x']), { 'o:label': [String] })
  t.match(await errorsOf('x'.repeat(191)), { 'o:label': [/190/] })
})

t.test('a property stands in a template once', async (t) => {
  const { make } = await collection(t)
  const errorsOf = async (...rows: Json[]): Promise<unknown> =>
    await refusal(make('resource_templates', { 'o:label': 'x', 'o:resource_template_property': rows }))
  t.same(await errorsOf(row(3), { 'o:property': { 'o:id': '3' } }), {
    kind: 'invalid',
    errors: { 'o:property': ['Attempting to add duplicate property with ID 3'] }
  })
  t.same(await errorsOf(row(3), row(3), row(4), row(3)), {
    kind: 'invalid',
    errors: { 'o:property': Array(2).fill('Attempting to add duplicate property with ID 3') }
  })
  for (const id of [9999, 'x', [3], { toString: 1, valueOf: 1 }]) {
    t.match(await errorsOf({ 'o:property': { 'o:id': id } }), { kind: 'not-found' }, JSON.stringify(id))
  }
  t.match(await errorsOf(row(3, { 'o:data_type': 'literal' })), { kind: 'invalid', errors: { 'o:data_type': [String] } })
})

t.test('a data type that does not exist is stored and named as ignored, or refused', async (t) => {
  const { api, as, find } = await collection(t)
  const letter = (label: string): Json => ({
    'o:label': label,
    'o:resource_template_property': [row(3, { 'o:data_type': ['literal', 'numeric:timestamp'] }), row(2, { 'o:data_type': ['litteral'] })]
  })
  const ignored: unknown[] = []
  await api.resource('resource_templates').create(letter('a'), { ...as.author, onIgnored: (keys) => { ignored.push(...keys) } })
  t.match(ignored, [
    { key: 'o:data_type', value: 'numeric:timestamp', nearest: undefined },
    { key: 'o:data_type', value: 'litteral', nearest: 'literal' }
  ])
  t.same(await refusal(api.resource('resource_templates').create(letter('b'), { ...as.author, strict: true })), {
    kind: 'invalid',
    errors: {
      'o:data_type': [
        'There is no data type "numeric:timestamp".',
        'There is no data type "litteral". Did you mean "literal"?'
      ]
    }
  })
  t.same(await find('resource_templates', { label: 'b' }), [])
})

t.test('rows that are not given stay, with PUT too; given ones take their place', async (t) => {
  const { make, put, patch, get } = await collection(t)
  const id = await make('resource_templates', {
    'o:label': 'x',
    'o:title_property': { 'o:id': 3 },
    'o:resource_template_property': [row(1), row(2), row(3)]
  })
  const replaced = await put('resource_templates', id, { 'o:label': 'y' })
  t.same(propertiesOf(replaced), [1, 2, 3])
  t.equal(replaced['o:title_property'], null)
  const patched = await patch('resource_templates', id, { 'o:resource_template_property': [row(4), row(3), row(1)] })
  t.same(propertiesOf(patched), [1, 3, 4], 'the answer still shows the order there was')
  t.same(propertiesOf(await get('resource_templates', id)), [4, 3, 1])
  t.same(propertiesOf(await patch('resource_templates', id, { 'o:resource_template_property': [] })), [])
})

t.test('another title property gives all its resources other titles, and leaves their dates', async (t) => {
  const { api, make, get, find, patch } = await collection(t)
  const id = await make('resource_templates', { 'o:label': 'x' })
  const of = { 'o:resource_template': { 'o:id': id } }
  const item = await make('items', {
    ...titled('Title'),
    'dcterms:subject': [literal(''), literal(' Subject ')],
    ...of
  })
  const without = await make('items', { ...titled('Only a title'), ...of })
  await api.store.write(async (database) => { database.run('UPDATE resource SET modified = 5') })
  const before = await get('items', item)

  await patch('resource_templates', id, { 'o:title_property': { 'o:id': PROPERTY.subject } })
  t.match(await get('items', item), { 'o:title': 'Subject', 'o:modified': before['o:modified'] })
  t.equal((await get('items', without))['o:title'], null)
  t.same(await find('items', { sort_by: 'title' }), [without, item])

  await patch('resource_templates', id, { 'o:title_property': null })
  t.equal((await get('items', without))['o:title'], 'Only a title')
})

t.test('a template that goes leaves titles behind', async (t) => {
  const { api, make, get, as } = await collection(t)
  const id = await make('resource_templates', { 'o:label': 'x', 'o:title_property': { 'o:id': PROPERTY.subject } })
  const item = await make('items', { 'dcterms:subject': [literal('Subject')], 'o:resource_template': { 'o:id': id } })
  await api.resource('resource_templates').delete(id, as.global_admin)
  t.match(await get('items', item), { 'o:title': 'Subject', 'o:resource_template': null })
})

t.test('authors make templates and change their own, reviewers none', async (t) => {
  const { make, patch, as } = await collection(t)
  const own = await make('resource_templates', { 'o:label': 'Mine' }, as.author)
  t.equal((await patch('resource_templates', own, { 'o:label': 'Still mine' }, as.author))['o:label'], 'Still mine')
  t.match(await refusal(patch('resource_templates', 1, { 'o:label': 'x' }, as.author)), {
    kind: 'forbidden',
    errors: { error: /to update this resource template/ }
  })
  t.match(await refusal(make('resource_templates', { 'o:label': 'x' }, as.reviewer)), {
    kind: 'forbidden',
    errors: { error: / to \w+ resource templates\./ }
  })
  t.equal((await patch('resource_templates', 1, { 'o:label': 'Base' }, as.editor))['o:label'], 'Base')
})
