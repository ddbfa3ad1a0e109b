import { sql } from 'drizzle-orm'
import t from 'tap'
import type { Json } from '../../collection.js'
import { importing, item, lines, picture, text, type Importing } from './fixtures/importing.js'

const BY = { updateBy: 'dcterms:identifier' }
const known = (identifier: string, more: Json = {}): Json =>
  ({ '@type': 'o:Item', 'dcterms:identifier': text(identifier), ...more })

async function modified (c: Importing, id: number, seconds: number): Promise<void> {
  await c.api.store.write(async (database) => {
    await database.run(sql`UPDATE resource SET modified = ${seconds} WHERE id = ${id}`)
  })
}

t.test('a record updates what has its identifier, and what it does not name stays', async (t) => {
  const c = await importing(t)
  await c.site({ assignNewItems: true })
  const set = await c.make('item_sets', { 'dcterms:title': text('Set') })
  const annotations = async (): Promise<unknown> => await c.api.store.read.values(
    sql`SELECT id, owner_id, created FROM resource WHERE kind = 'value_annotation' ORDER BY id`
  )
  const id = await c.make('items', {
    'o:is_public': false,
    'o:resource_class': { 'o:id': 26 },
    'o:item_set': [{ 'o:id': set }],
    'dcterms:identifier': text('D1'),
    'dcterms:title': text('Old'),
    'dcterms:subject': [
      ...text('Sea', { is_public: false, '@annotation': { 'dcterms:source': text('Diary', { property_id: 11 }) } }),
      ...text('Rock'), ...text('Ship')
    ],
    'dcterms:date': text('1824', { '@annotation': { 'dcterms:source': text('Letter', { property_id: 11 }) } }),
    'o:media': [{ 'o:ingester': 'html', html: '<p>One</p>' }]
  })
  const before = await c.get('items', id)
  const annotated = await annotations()
  const summary = await c.run(lines(
    known('D1', { 'dcterms:title': text('New'), 'dcterms:subject': [...text('Ship'), ...text('Sea')] }),
    known('D2', { 'dcterms:title': text('Added') })
  ), BY)
  t.match(summary, { created: 1, updated: 1, unchanged: 0, errors: 0, present: 0 })
  const after = await c.get('items', id)
  t.match(after, {
    'o:title': 'New',
    'o:is_public': false,
    'o:resource_class': before['o:resource_class'],
    'o:item_set': before['o:item_set'],
    'o:media': before['o:media'],
    'o:owner': before['o:owner'],
    'o:site': before['o:site'],
    'o:created': before['o:created'],
    'dcterms:identifier': before['dcterms:identifier'],
    'dcterms:date': before['dcterms:date']
  })
  t.match(after['dcterms:subject'], [
    { '@value': 'Ship', is_public: true },
    { '@value': 'Sea', is_public: false, '@annotation': { 'dcterms:source': [{ '@value': 'Diary' }] } }
  ])
  t.equal(after['dcterms:subject'].length, 2)
  t.same(await annotations(), annotated, 'annotations stay the same resources')
  t.equal((await c.find('items', { fulltext_search: 'Rock' })).length, 0, 'what is gone is not found any more')
  t.same(await c.find('items', { fulltext_search: 'New' }), [id])
})

t.test('records that change nothing leave everything as it is', async (t) => {
  const c = await importing(t)
  const content = lines(
    known('D1', {
      'dcterms:title': text('One', { '@language': 'en' }),
      'dcterms:relation': [{ type: 'resource:item', value_resource: { 'dcterms:identifier': 'D2' } }],
      'dcterms:creator': text('A', { '@annotation': { 'dcterms:date': text('1900', { property_id: 7 }) } })
    }),
    known('D2', { 'dcterms:title': text('Two'), 'o:is_public': false, 'o:media': [{ 'o:ingester': 'html', html: 'x' }] })
  )
  t.match(await c.run(content, BY), { created: 2, updated: 0, unchanged: 0, media: 1 })
  const [first] = await c.all('items')
  await modified(c, first!['o:id'], 1000)
  const before = JSON.stringify(await c.all('items'))
  t.match(await c.run(content, { ...BY, isDryRun: true }), { created: 0, updated: 0, unchanged: 2 })
  t.match(await c.run(content, BY), { created: 0, updated: 0, unchanged: 2, values: 0, media: 0 })
  t.equal(JSON.stringify(await c.all('items')), before)
  t.match(await c.run(content.replace('"Two"', '"2"'), { ...BY, isDryRun: true }), { updated: 1, unchanged: 1 })
  t.match(await c.run(content.replace('1900', '1901'), { ...BY }), { updated: 1, unchanged: 1 })
  t.match((await c.all('items'))[0], {
    'dcterms:creator': [{ '@annotation': { 'dcterms:date': [{ '@value': '1901' }] } }],
    'dcterms:relation': [{ display_title: 'Two' }]
  })
})

t.test('--replace removes what a record does not name, but no media and not the owner', async (t) => {
  const c = await importing(t)
  const set = await c.make('item_sets', { 'dcterms:title': text('Set') })
  const id = await c.make('items', {
    'o:owner': { 'o:id': c.id('author') },
    'o:resource_class': { 'o:id': 26 },
    'o:resource_template': { 'o:id': 1 },
    'o:item_set': [{ 'o:id': set }],
    'dcterms:identifier': text('D1'),
    'dcterms:title': text('Old'),
    'dcterms:date': text('1824'),
    'o:media': [{ 'o:ingester': 'html', html: '<p>One</p>' }]
  })
  await c.run(lines(known('D1', { 'dcterms:title': text('New') })), { ...BY, replace: true })
  const after = await c.get('items', id)
  t.match(after, {
    'o:title': 'New',
    'o:resource_class': null,
    'o:resource_template': null,
    'o:item_set': [],
    'o:owner': { 'o:id': c.id('author') }
  })
  t.equal(after['dcterms:date'], undefined)
  t.equal(after['o:media'].length, 1)
})

t.test('an empty list of values removes those that are there', async (t) => {
  const c = await importing(t)
  const id = await c.make('items', { 'dcterms:identifier': text('D1'), 'dcterms:date': text('1824') })
  await c.run(lines(known('D1', { 'dcterms:date': [] })), BY)
  t.equal((await c.get('items', id))['dcterms:date'], undefined)
})

t.test('media that are there are not added again, new ones come after them', async (t) => {
  const c = await importing(t)
  await c.write('red.jpg', await picture('red'))
  await c.write('blue.jpg', await picture('blue'))
  const media = (...names: string[]): string =>
    lines(known('D1', { 'o:media': names.map((file) => ({ 'o:ingester': 'upload', file })) }))
  t.match(await c.run(media('red.jpg'), BY), { created: 1, media: 1 })
  t.match(await c.run(media('red.jpg'), BY), { unchanged: 1, media: 0 })
  t.match(await c.run(media('blue.jpg', 'red.jpg'), BY), { updated: 1, media: 1 })
  t.same((await c.all('media')).map((one) => one['o:source']), ['red.jpg', 'blue.jpg'])
  const [found] = await c.all('items')
  t.same(found!['o:media'].length, 2)
})

t.test('an identifier must be that of one resource, and of one record', async (t) => {
  const c = await importing(t)
  for (const title of ['X', 'Y']) await c.make('items', { 'dcterms:title': text(title), 'dcterms:identifier': text('twice') })
  await c.make('item_sets', { 'dcterms:title': text('Set'), 'dcterms:identifier': text('D2') })
  const { problems, created } = await c.run(lines(
    known('twice', { 'dcterms:title': text('A') }), known('D1'), known('D1'), known('D2'), item('_:none', 'Without')
  ), { ...BY, continueOnError: true })
  t.match(problems, [
    /^1: it is ambiguous what it updates: 2 resources have that identifier \(\d+, \d+\)$/,
    '3: line 2 has the same identifier "D1"'
  ])
  t.equal(created, 3, 'an item set with the identifier of an item is another thing')
  await t.rejects(c.run('', { updateBy: 'dcterms:identifer' }), {
    message: 'There is no property dcterms:identifer to update by; the nearest is dcterms:identifier.'
  })
})

t.test('updates by o:id', async (t) => {
  const c = await importing(t)
  const id = await c.make('items', { 'dcterms:title': text('Old') })
  const set = await c.make('item_sets', { 'dcterms:title': text('Set') })
  const { problems, updated } = await c.run(lines(
    item(undefined, 'New', { 'o:id': id }), item(undefined, 'X', { 'o:id': 999 }), item(undefined, 'Y', { 'o:id': set }),
    { '@type': 'o:ItemSet', 'o:id': set, 'o:is_open': true }
  ), { updateBy: 'o:id', continueOnError: true })
  t.equal(updated, 2)
  t.same(problems, ['2: o:id: there is no item 999 to update', `3: o:id: there is no item ${set} to update`])
  t.match(await c.get('items', id), { 'o:title': 'New' })
  t.match(await c.get('item_sets', set), { 'o:title': 'Set', 'o:is_open': true })
})

t.test('two records cannot update one resource', async (t) => {
  const c = await importing(t)
  const identifiers = [...text('D1'), ...text('D2')]
  const id = await c.make('items', { 'dcterms:title': text('Old'), 'dcterms:identifier': identifiers })
  const refused = [`2: line 1 updates item ${id} already`]
  const byId = lines(item(undefined, 'A', { 'o:id': id }), item(undefined, 'B', { 'o:id': id }))
  t.match(await c.run(byId, { updateBy: 'o:id', continueOnError: true }), { updated: 1, problems: refused })
  t.match(await c.get('items', id), { 'o:title': 'A' })
  const byValue = lines(known('D1', { 'dcterms:title': text('C') }), known('D2', { 'dcterms:title': text('D') }))
  t.match(await c.run(byValue, { ...BY, continueOnError: true }), { updated: 1, problems: refused })
  t.match(await c.get('items', id), { 'o:title': 'C' })
})

t.test('records of an earlier run are updated by label, if their identifiers have changed', async (t) => {
  const c = await importing(t)
  await c.run(lines(item('_:a', 'A', { 'dcterms:identifier': text('old') })))
  t.match(await c.run(lines(item('_:a', 'A', { 'dcterms:identifier': text('new') })), BY), { updated: 1, created: 0 })
  t.match(await c.all('items'), [{ 'dcterms:identifier': [{ '@value': 'new' }] }])
})

t.test('an update must leave what the template requires', async (t) => {
  const c = await importing(t)
  const template = await c.template({ label: 'Works', rows: [{ property: 7, isRequired: true }] })
  const make = async (identifier: string, more: Json): Promise<number> => await c.make('items', {
    'o:resource_template': { 'o:id': template }, 'dcterms:identifier': text(identifier), 'dcterms:date': text('1824'), ...more
  })
  const id = await make('D1', {})
  const content = lines(known('D1', { 'dcterms:title': text('Kept') }))
  t.match(await c.run(content, BY), { updated: 1, errors: 0 })
  const { problems } = await c.run(lines(known('D1', { 'dcterms:date': [] })), BY)
  t.same(problems, ['1: The "Works" resource template requires a "Date" value'])
  t.match(await c.get('items', id), { 'o:title': 'Kept', 'dcterms:date': [{ '@value': '1824' }] })
})
