import t from 'tap'
import { noun } from '../../../api/core/text/nouns.js'
import {
  collection,
  EVERYONE,
  link,
  literal,
  PROPERTY,
  refusal,
  valuesOf,
  titled,
  uri,
  type Collection
} from '../collection.js'

async function titleOf ({ make, get }: Collection, values: unknown[], more = {}): Promise<unknown> {
  return (await get('items', await make('items', { 'dcterms:title': values, ...more })))['o:title']
}

t.test('the title is the first text: of a literal or the label of a URI', async (t) => {
  const c = await collection(t)
  const target = await c.make('items', titled('Target'))
  t.equal(
    await titleOf(c, [link(target), uri('urn:x'), uri('urn:y', ''), uri('urn:z', 'Label'), literal('Text')]),
    'Label'
  )
  t.equal(await titleOf(c, [literal(' Text \n'), literal('Other')]), 'Text')
  t.equal(await titleOf(c, [link(target)]), null)
})

t.test('a label of blanks ends the search without a title', async (t) => {
  const c = await collection(t)
  t.equal(await titleOf(c, [uri('urn:x', '  '), literal('Text')]), null)
})

const SECRET_FIRST = { 'dcterms:title': [literal('Secret', { is_public: false }), literal('Open')] }

t.test('everyone is shown the title that the values they see make', async (t) => {
  const c = await collection(t)
  const both = await c.make('items', { ...SECRET_FIRST, 'o:owner': { 'o:id': c.id('author') } })
  const secret = await c.make('items', { 'dcterms:title': [literal('Secret', { is_public: false })] })
  for (const role of EVERYONE) {
    const viewsAll = ['global_admin', 'site_admin', 'editor', 'reviewer'].includes(role)
    t.equal(
      (await c.get('items', both, c.as[role]))['o:title'],
      viewsAll || role === 'author' ? 'Secret' : 'Open',
      role
    )
    t.equal((await c.get('items', secret, c.as[role]))['o:title'], viewsAll ? 'Secret' : null, role)
  }
})

t.test('a title made of private values shows nowhere else either', async (t) => {
  const c = await collection(t)
  const set = await c.make('item_sets', SECRET_FIRST)
  const target = await c.make('items', { ...SECRET_FIRST, 'o:item_set': [set] })
  await c.page(target, SECRET_FIRST)
  await c.make('items', { 'dcterms:relation': [link(target)] })
  await c.patch('item_sets', set, { 'dcterms:relation': [link(target)], ...SECRET_FIRST })
  const texts = async (call: typeof c.as.anonymous): Promise<string> => {
    const answers = [
      c.api.resource('resources').search({}, call),
      c.api.items.search({ return_scalar: 'title' }, call),
      c.api.media.search({ return_scalar: 'data' }, call),
      c.api.items.facets({ facets: 'item_set_id,dcterms:relation' }, call)
    ]
    return (await Promise.all(answers)).map((answer) => answer.template).join()
  }
  t.notMatch(await texts(c.as.anonymous), /Secret/)
  t.match(await texts(c.as.anonymous), /"display_title":"Open".*"thumbnail_title":"Open"|"thumbnail_title":"Open"/)
  t.match(await texts(c.as.editor), /"display_title":"Secret"/)
})

t.test('titles are sorted by, equal to and contain what the searcher is shown of them', async (t) => {
  const c = await collection(t)
  const secret = await c.make('items', {
    'dcterms:title': [literal('Zebra', { is_public: false }), literal('Ant')],
    'o:owner': { 'o:id': c.id('author') }
  })
  const other = await c.make('items', titled('Mole'))
  const linking = await c.make('items', { ...titled('Newt'), 'dcterms:relation': [link(secret)] })
  const row = (type: string, text: string) => ({ property: [{ property: 'dcterms:relation', type, text }] })
  for (const isIndexed of [false, true]) {
    for (const [role, title] of [
      ['anonymous', 'Ant'], ['researcher', 'Ant'], ['author', 'Zebra'], ['editor', 'Zebra']
    ] as const) {
      const hidden = title === 'Ant' ? 'Zebra' : 'Ant'
      const order = title === 'Ant' ? [secret, other, linking] : [other, linking, secret]
      t.same(await c.find('items', { sort_by: 'title' }, c.as[role]), order, role)
      for (const [type, length] of [['eq', 5], ['in', 2], ['sw', 3], ['ew', 3]] as const) {
        const part = (text: string): string => type === 'ew' ? text.slice(-length) : text.slice(0, length)
        t.same(
          await c.find('items', row(type, part(title)), c.as[role]),
          [linking],
          `${role} ${type} ${title} ${isIndexed}`
        )
        t.same(await c.find('items', row(type, part(hidden)), c.as[role]), [], `${role} ${type} ${hidden} ${isIndexed}`)
      }
    }
    // Indexes all that is due.
    await c.api.items.search({ fulltext_search: 'x' }, c.as.editor)
    await c.api.installation.set('nonce', String(isIndexed))
  }
})

t.test('titles follow values that become private, and a change of what templates are titled by', async (t) => {
  const c = await collection(t)
  const template = await c.template({ title: PROPERTY.title })
  const id = await c.make('items', {
    ...titled('Title'),
    'dcterms:description': [literal('Secret', { is_public: false }), literal('Described')],
    'o:resource_template': { 'o:id': template }
  })
  const shown = async (): Promise<unknown> => (await c.get('items', id, c.as.anonymous))['o:title']
  await c.patch('resource_templates', template, { 'o:title_property': { 'o:id': PROPERTY.description } })
  t.equal(await shown(), 'Described')
  t.equal((await c.get('items', id))['o:title'], 'Secret')
  await c.patch('items', id, { set_value_visibility: { property_id: [PROPERTY.description], is_public: false } })
  t.equal(await shown(), null)
  await c.patch('items', id, { set_value_visibility: { property_id: [PROPERTY.description], is_public: true } })
  t.equal(await shown(), 'Secret')
})

t.test('the setting discloses_private shows everyone the titles that the reference shows', async (t) => {
  const c = await collection(t)
  const id = await c.make('items', SECRET_FIRST)
  await c.api.installation.set('discloses_private', '1')
  t.equal((await c.get('items', id, c.as.anonymous))['o:title'], 'Secret')
  await c.api.installation.set('discloses_private', '0')
  t.equal((await c.get('items', id, c.as.anonymous))['o:title'], 'Open')
})

t.test('the title follows every change of the values', async (t) => {
  const { make, patch, put, get } = await collection(t)
  const id = await make('items', titled('First'))
  t.equal((await patch('items', id, titled('Second')))['o:title'], 'Second')
  t.equal((await patch('items', id, { 'dcterms:subject': [literal('x')] }))['o:title'], null)
  t.equal((await put('items', id, titled('Third')))['o:title'], 'Third')
  t.equal((await get('items', id))['o:title'], 'Third')
})

t.test("the title comes from the template's title property, without falling back", async (t) => {
  const c = await collection(t)
  const template = await c.template({ title: PROPERTY.description })
  const more = { 'o:resource_template': { 'o:id': template } }
  t.equal(await titleOf(c, [literal('Title')], more), null)
  t.equal(
    await titleOf(c, [literal('Title')], { ...more, 'dcterms:description': [literal('Description')] }),
    'Description'
  )
})

t.test('a template that names no title property leaves it at dcterms:title', async (t) => {
  const c = await collection(t)
  t.equal(await titleOf(c, [literal('Title')], { 'o:resource_template': { 'o:id': await c.template() } }), 'Title')
})

t.test('a change of template changes the title', async (t) => {
  const { make, patch, template } = await collection(t)
  const id = await make('items', { ...titled('Title'), 'dcterms:description': [literal('Description')] })
  const changed = await patch('items', id, {
    'o:resource_template': { 'o:id': await template({ title: PROPERTY.description }) }
  })
  t.equal(changed['o:title'], 'Description')
  t.equal((await patch('items', id, { 'o:resource_template': null }))['o:title'], 'Title')
})

t.test('with a template, properties come in its order and the others after', async (t) => {
  const { make, get, template } = await collection(t)
  const rows = [{ property: PROPERTY.date }, { property: PROPERTY.creator }, { property: PROPERTY.title }]
  const id = await make('items', {
    'o:resource_template': { 'o:id': await template({ rows }) },
    'dcterms:subject': [literal('s')],
    'dcterms:description': [literal('d')],
    'dcterms:title': [literal('t')],
    'dcterms:date': [literal('1900')]
  })
  t.same(
    Object.keys(await get('items', id)).filter((key) => key.startsWith('dcterms:')),
    ['dcterms:date', 'dcterms:title', 'dcterms:subject', 'dcterms:description']
  )
})

t.test("a template's required values must be there, all of them are named in its order", async (t) => {
  const { make, find, template } = await collection(t)
  const rows = [
    { property: PROPERTY.date, isRequired: true },
    { property: PROPERTY.creator },
    { property: PROPERTY.title, isRequired: true, alternateLabel: 'Name' }
  ]
  const chosen = { 'o:resource_template': { 'o:id': await template({ label: 'Painting', rows }) } }
  t.match(await refusal(make('items', chosen)), {
    kind: 'invalid',
    errors: {
      'o:resource_template_property': [
        'The "Painting" resource template requires a "Date" value',
        'The "Painting" resource template requires a "Name" value'
      ]
    }
  })
  t.match(await refusal(make('item_sets', { ...chosen, 'dcterms:date': [literal(' ')], ...titled('a') })), {
    kind: 'invalid',
    errors: { 'o:resource_template_property': { length: 1 } }
  })
  t.same(await find('resources'), [])
  await t.resolves(
    make('items', { ...chosen, ...titled('a'), 'dcterms:date': [literal('1900', { is_public: false })] })
  )
})

t.test('an alternate label that is empty is none', async (t) => {
  const { make, template } = await collection(t)
  const id = await template({
    label: 'Painting',
    rows: [{ property: PROPERTY.date, isRequired: true, alternateLabel: '' }]
  })
  t.match(await refusal(make('items', { 'o:resource_template': { 'o:id': id } })), {
    errors: { 'o:resource_template_property': ['The "Painting" resource template requires a "Date" value'] }
  })
})

t.test('required values are demanded of changes that do not touch values', async (t) => {
  const { make, patch, get, template } = await collection(t)
  const id = await make('items', titled('a'))
  const chosen = {
    'o:resource_template': { 'o:id': await template({ rows: [{ property: PROPERTY.date, isRequired: true }] }) }
  }
  t.match(await refusal(patch('items', id, { ...chosen, 'o:is_public': false })), { kind: 'invalid' })
  t.match(await get('items', id), { 'o:is_public': true, 'o:resource_template': null })
  await patch('items', id, { ...chosen, ...titled('a'), 'dcterms:date': [literal('1900')] })
  t.match(await refusal(patch('items', id, titled('b'))), { kind: 'invalid' })
  t.match(await refusal(patch('items', id, { clear_property_values: [PROPERTY.date] })), { kind: 'invalid' })
  t.same(valuesOf(await get('items', id), 'dcterms:title'), ['a'])
})

t.test('class and template are shown, and null where the payload has another shape', async (t) => {
  const { make, get, patch, template } = await collection(t)
  const templateId = await template()
  const id = await make('items', { 'o:resource_class': { 'o:id': '1' }, 'o:resource_template': { 'o:id': templateId } })
  t.match(await get('items', id), {
    '@type': ['o:Item', 'dcterms:Agent'],
    'o:resource_class': { 'o:id': 1 },
    'o:resource_template': { 'o:id': templateId }
  })
  for (const shape of [null, 1, '1', [], {}, { 'o:id': 'x' }, { 'o:id': null }]) {
    await patch('items', id, { 'o:resource_class': { 'o:id': 1 } })
    t.equal((await patch('items', id, { 'o:resource_class': shape }))['o:resource_class'], null, JSON.stringify(shape))
  }
})

t.test('a class, template or thumbnail that is not there refuses the write', async (t) => {
  const { make } = await collection(t)
  for (const [key, entity] of [
    ['o:resource_class', 'ResourceClass'],
    ['o:resource_template', 'ResourceTemplate'],
    ['o:thumbnail', 'Asset']
  ] as const) {
    for (const id of [9999, '9999']) {
      t.match(await refusal(make('items', { [key]: { 'o:id': id } })), {
        kind: 'not-found',
        errors: { error: new RegExp(`^${noun(entity)} ${id} was not found\\.$`, 'i') }
      })
    }
  }
})
