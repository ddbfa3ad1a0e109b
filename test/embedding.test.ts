import { existsSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import t from 'tap'
import vitrine, { open, OPERATOR, type Extensions, type ResourceType } from '../app.js'
import { keptIn } from './database.js'
import { temporaryFolder, title, WITHOUT_THREADS } from './helper.js'

t.test('an actor whose account does not exist is named, and nothing is written', async (t) => {
  const api = await open({ ...await keptIn(await temporaryFolder(t)), ...WITHOUT_THREADS })
  t.teardown(async () => { await api.close() })
  const actor = { id: 7, role: 'global_admin' } as const
  const refused = { name: 'PermissionError', kind: 'forbidden', message: /There is no account 7\.$/ }
  await t.rejects(api.items.create(title('Amphora'), { actor }), refused)
  await t.rejects(api.items.batchCreate([title('Amphora')], { actor }), refused)
  await t.rejects(api.resource('vocabularies').create({ 'o:prefix': 'ex', 'o:namespace_uri': 'http://example.org/ns#', 'o:label': 'x' }, { actor }), refused)
  await t.rejects(api.jobs.start('Vitrine\\Job\\IndexFullText', {}, actor), refused)
  t.equal((await api.items.search({}, { actor: OPERATOR })).total, 0)
})

t.test('answers to calls of the program have the addresses under which the collection is served', async (t) => {
  const served = async (prefix: string, settings = {}): Promise<(base?: string) => Promise<unknown[]>> => {
    const api = await open({ ...await keptIn(await temporaryFolder(t)), ...WITHOUT_THREADS, ...settings })
    const app = Fastify()
    t.teardown(async () => { await app.close(); await api.close() })
    await api.items.create(title('Amphora'), { actor: OPERATOR })
    // Cached before it is known where it is served.
    await api.items.read(1)
    await app.register(vitrine, { prefix, api })
    return async (base) => [
      (await api.items.read(1)).json(base)['@id'],
      (await api.items.read(1, { fields: 'o:id' })).json(base)['@id'],
      (await api.items.search()).json(base)[0]?.['@id'],
      (await api.resource('data_types').read('literal')).json(base)['@id'].replace('data_types/literal', 'items/1')
    ]
  }
  const all = (address: string): string[] => Array<string>(4).fill(address)
  const prefixed = await served('/collections')
  t.same(await prefixed(), all('/collections/api/items/1'))
  t.same(await prefixed('https://example.org/x'), all('https://example.org/x/api/items/1'))
  t.same(await (await served(''))(), all('/api/items/1'))
  t.same(await (await served('/x', { baseUrl: 'https://example.org/museum/' }))(), all('https://example.org/museum/api/items/1'))
})

t.test('unusable extensions are refused before anything is opened, with the nearest name', async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  const refusal = async (extensions: unknown): Promise<string> => {
    const app = Fastify()
    const error = await app.register(vitrine, { data, extensions: extensions as Extensions })
      .then(() => undefined, (error: unknown) => error)
    await app.close()
    t.type(error, TypeError)
    return (error as Error).message
  }
  const dataType = { name: 'ex:x', label: 'X', hydrate: () => '', represent: () => ({}) }
  t.equal(await refusal({ dataTipes: [] }), 'extensions.dataTipes is an unknown member. The nearest is dataTypes.')
  t.equal(await refusal({ dataTypes: dataType }), 'extensions.dataTypes: expected a list, got object.')
  t.equal(await refusal({ dataTypes: [{ ...dataType, linkz: [] }] }), 'extensions.dataTypes[0].linkz is an unknown member. The nearest is links.')
  t.equal(await refusal({ dataTypes: [{ ...dataType, represent: undefined }] }), 'extensions.dataTypes[0].represent: expected a function, got undefined.')
  t.match(await refusal({ dataTypes: [{ ...dataType, name: 'literal' }] }), /two data types named "literal"/)
  t.equal(await refusal({ filters: { itmes: {} } }), 'extensions.filters.itmes is an unknown resource type. The nearest is items.')
  t.equal(await refusal({ queries: { items: {} } }), 'extensions.queries.items: expected a function.')
  t.equal(await refusal({ context: { ex: 5 } }), 'extensions.context.ex: expected the address of a namespace.')
  t.equal(await refusal([]), 'extensions: expected an object.')
  t.notOk(existsSync(data))
})

t.test('a resource type cannot take the place of another', async (t) => {
  const data = path.join(await temporaryFolder(t), 'data')
  const colours = { name: 'colours', entity: 'Colour', operations: ['search', 'read'], members: () => new Map() } as const
  const opened = async (...resourceTypes: object[]): Promise<unknown> =>
    await open(await keptIn(data), { resourceTypes: resourceTypes as ResourceType[] })
  await t.rejects(opened({ ...colours, name: 'users' }), { name: 'TypeError', message: 'extensions.resourceTypes[0].name: "users" is the name of a built-in resource type.' })
  await t.rejects(opened(colours, colours), { message: 'extensions.resourceTypes[1].name: "colours" is the name of another resource type.' })
  await t.rejects(opened({ ...colours, name: 'a/b' }), /expected letters/)
  await t.rejects(opened({ ...colours, allow: () => false }), /resourceTypes\[0\]\.allow is an unknown member\. The nearest is allows\./)
  t.notOk(existsSync(data))
})
