import t from 'tap'
import { noun, nouns } from '../../../api/core/text/nouns.js'
import { collection, EVERYONE, refusal, type TypeName } from '../collection.js'

const adapter = (operation: string, name: string, role = 'researcher') => ({
  kind: 'forbidden',
  errors: {
    error: `Permission denied for the current user to ${operation} ${nouns(name)}.` +
      (role === 'anonymous' ? ' No API key was sent with the request.' : '')
  }
})
const entity = (operation: string, name: string) => ({
  kind: 'forbidden',
  errors: { error: `Permission denied for the current user to ${operation} this ${noun(name)}.` }
})
const NAMES = { items: 'Item', item_sets: 'ItemSet', media: 'Media' } as const
const WRITERS = ['global_admin', 'site_admin', 'editor', 'reviewer', 'author'] as const

t.test('anonymous and researchers write nothing, and are refused before anything is looked up', async (t) => {
  const { api, as } = await collection(t)
  for (const role of ['anonymous', 'researcher'] as const) {
    for (const [type, name] of Object.entries(NAMES)) {
      const operations = api.resource(type)
      t.same(await refusal(operations.create({}, as[role])), adapter('create', name, role))
      t.same(await refusal(operations.update('999', {}, as[role])), adapter('update', name, role))
      t.same(await refusal(operations.delete('999', as[role])), adapter('delete', name, role))
      t.same(
        await refusal(operations.batchCreate([{}], { ...as[role], continueOnError: true })),
        adapter('create', name, role)
      )
      t.same(await refusal(operations.batchUpdate([999], {}, as[role])), adapter('update', name, role))
      t.same(await refusal(operations.batchDelete([999], as[role])), adapter('delete', name, role))
    }
  }
})

t.test('owning an item gives a researcher nothing but sight of it', async (t) => {
  const { api, make, as, id } = await collection(t)
  const item = await make('items', { 'o:owner': { 'o:id': id('researcher') } })
  t.same(await refusal(api.items.update(item, {}, as.researcher)), adapter('update', 'Item'))
})

t.test('each role changes and deletes its own resources and others as the contract says', async (t) => {
  const { api, make, page, as } = await collection(t)
  const MAY_UPDATE: readonly string[] = ['global_admin', 'site_admin', 'editor', 'reviewer']
  const MAY_DELETE: readonly string[] = ['global_admin', 'site_admin', 'editor']
  const another = async (type: string, call = as.global_admin): Promise<number> =>
    type === 'media' ? await page(await make('items', {}, call), {}, call) : await make(type as TypeName, {}, call)
  for (const [type, name] of Object.entries(NAMES)) {
    for (const role of WRITERS) {
      const operations = api.resource(type)
      const others = await another(type)
      t.same(
        await refusal(operations.update(others, {}, as[role])),
        MAY_UPDATE.includes(role) ? { kind: 'done', errors: {} } : entity('update', name),
        `${role} changes ${type} of others`
      )
      t.same(
        await refusal(operations.delete(others, as[role])),
        MAY_DELETE.includes(role) ? { kind: 'done', errors: {} } : entity('delete', name),
        `${role} deletes ${type} of others`
      )
      const own = await another(type, as[role])
      await t.resolves(operations.update(own, {}, as[role]), `${role} changes own ${type}`)
      await t.resolves(operations.delete(own, as[role]), `${role} deletes own ${type}`)
    }
  }
})

t.test('a missing resource is reported before errors of the payload', async (t) => {
  const { api, make, as } = await collection(t)
  const others = await make('items', {})
  const wrong = { 'o:item_set': 'x', 'o:media': [{}] }
  t.match(await refusal(api.items.update('999', wrong as never, as.author)), { kind: 'not-found' })
  t.match(await refusal(api.items.update(others, wrong as never, as.author)), entity('update', 'Item'))
  t.match(await refusal(api.items.update(others, wrong as never, as.editor)), { kind: 'invalid' })
})

t.test('malformed lists are reported before missing references', async (t) => {
  const { make } = await collection(t)
  t.match(await refusal(make('items', { 'o:item_set': 'x', 'o:resource_class': { 'o:id': 999 } })), { kind: 'invalid' })
})

t.test('a missing reference is reported before missing required values', async (t) => {
  const { make, template } = await collection(t)
  const chosen = { 'o:resource_template': { 'o:id': await template({ rows: [{ property: 1, isRequired: true }] }) } }
  t.match(await refusal(make('items', { ...chosen, 'o:resource_class': { 'o:id': 999 } })), { kind: 'not-found' })
})

t.test('an id that is not a whole number is not found', async (t) => {
  const { api, make, as } = await collection(t)
  const id = await make('items', {})
  for (const given of [
    `0${id}`,
    ` ${id}`,
    `${id}.0`,
    `${id}x`,
    'abc',
    '',
    '-1',
    '0',
    '9007199254740993',
    '1e0',
    '__proto__'
  ]) {
    t.match(
      await refusal(api.items.read(given, as.global_admin)),
      {
        kind: 'not-found',
        errors: { error: new RegExp(`^Item .*${given.replaceAll(/\W/g, '.')}.* was not found\\.$`) }
      },
      given
    )
  }
})

t.test('resources in general are only searched and read', async (t) => {
  const { api, make, as } = await collection(t)
  const id = await make('items', {})
  const resources = api.resource('resources')
  t.same(await refusal(resources.delete(id, as.editor)), adapter('delete', 'Resource'))
  t.match(await refusal(resources.delete(id, as.global_admin)), {
    kind: 'not-allowed',
    errors: { error: 'Resources cannot be deleted.' }
  })
  t.match(await refusal(resources.create({}, as.site_admin)), { kind: 'not-allowed' })
  t.match(await refusal(resources.batchUpdate([id], {}, as.site_admin)), { kind: 'not-allowed' })
})

t.test('an unknown resource type is not there', async (t) => {
  const { api } = await collection(t)
  for (const name of ['nope', 'Items', 'constructor', '__proto__', '']) {
    t.match(await refusal((async () => api.resource(name))()), {
      kind: 'not-found',
      errors: { error: `The API does not support the "${name}" resource.` }
    })
  }
})

t.test('with a precondition, a write based on an older version is refused', async (t) => {
  const { api, make, get, as } = await collection(t)
  const id = await make('items', {})
  const stale = { ...as.global_admin, precondition: () => false }
  t.match(await refusal(api.items.update(id, { 'o:is_public': false }, stale)), { kind: 'stale' })
  t.match(await refusal(api.items.delete(id, stale)), { kind: 'stale' })
  t.equal((await get('items', id))['o:is_public'], true)
  const known = (await api.items.read(id, as.global_admin)).template
  await t.resolves(api.items.update(id, {}, { ...as.global_admin, precondition: ({ text }) => text === known }))
})

t.test('everyone may search and read what is public', async (t) => {
  const { api, make, as } = await collection(t)
  const id = await make('items', {})
  for (const role of EVERYONE) {
    await t.resolves(api.items.search({}, as[role]))
    await t.resolves(api.items.read(id, as[role]))
  }
})
