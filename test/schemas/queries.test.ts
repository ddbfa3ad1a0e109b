import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { BUILT_IN } from '../../api/resources/built-in.js'
import { described, parameter, PermissionError, type ItemQuery } from '../../app.js'
import { build, title } from '../helper.js'

t.test('every filter, sort key and scalar is described, and the query of its type names it', async (t) => {
  const { api } = await build(t)
  for (const type of BUILT_IN.values()) {
    const { properties } = api.resource(type.name).schemas.query
    const parameters = properties as Record<string, { description?: string } | undefined>
    for (const [name, filter] of Object.entries(type.filters)) {
      t.ok('schema' in filter && typeof filter.schema.description === 'string', `${type.name} are filtered by ${name}`)
      t.ok(parameters[name]?.description, `the query of ${type.name} has ${name}`)
    }
    for (const [name, sort] of Object.entries(type.sorts)) {
      t.ok('description' in sort, `${type.name} are sorted by ${name}`)
      t.match(parameters.sort_by?.description, `\`${name}\``)
    }
    for (const [name, { description }] of Object.entries(type.scalars)) {
      t.ok(description, `${type.name} give ${name}`)
      t.match(parameters.return_scalar?.description, `\`${name}\``)
    }
  }
})

t.test('a program gives numbers, flags and lists, and finds what their text finds', async (t) => {
  const { api } = await build(t)
  const actor = OPERATOR
  await api.resource('item_sets').create({}, { actor })
  await api.items.create({ ...title('a'), 'o:item_set': [1] }, { actor })
  await api.items.create({ ...title('b'), 'o:is_public': false, 'o:media': [{ 'o:ingester': 'html', html: 'x' }] }, { actor })
  const found = async (query: ItemQuery): Promise<unknown> =>
    (await api.items.search(query, { actor })).json().map((item) => item['o:title'])
  t.same(await found({ has_media: true }), ['b'])
  t.same(await found({ has_media: false }), ['a'])
  t.same(await found({ item_set_id: [1, 99] }), ['a'])
  t.same(await found({ is_public: false, per_page: undefined }), ['b'])
  t.same(await found({ page: 2, per_page: 1 }), ['b'])
  t.same(await found({ property: [{ property: 1, type: 'eq', text: 'a' }] }), ['a'])
  t.same((await api.items.search()).json().map((item) => item['o:title']), ['a'], 'whoever is not named is anonymous')
  t.same((await api.items.read(2)).json()['o:title'], 'a')
  await t.rejects(api.items.create(title('c')), PermissionError)
})

t.test('a filter that an application describes is in the query of its type', async (t) => {
  const { api } = await build(t, {}, {}, { filters: { items: { number_above: described(parameter.integer('Larger than this'), () => undefined) } } })
  t.match(api.items.schemas.query.properties.number_above, { type: 'integer', description: 'Larger than this' })
})
