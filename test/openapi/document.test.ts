import { Validator } from '@seriousme/openapi-schema-validator'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import t from 'tap'
import vitrine, { open } from '../../app.js'
import type { OpenApiDocument } from '../../plugins/openapi/parts/types.js'
import { keptIn } from '../database.js'
import { build, dataFolder, WITHOUT_THREADS, type Ending } from '../helper.js'
import { currentDocument, snapshot } from './snapshot.js'

const PATH = '/api/openapi.json'

function operationIds ({ paths }: Pick<OpenApiDocument, 'paths'>): string[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
}

async function collection (t: Ending) {
  const api = await open({ ...await keptIn(await dataFolder(t)), ...WITHOUT_THREADS })
  t.teardown(() => api.close())
  return api
}

t.test('the document is valid OpenAPI 3.1, and every client may read it', async (t) => {
  const { send } = await build(t)
  const response = await send({ url: PATH })
  t.equal(response.statusCode, 200)
  t.equal(response.headers['content-type'], 'application/json')
  t.equal(response.headers['access-control-allow-origin'], '*')
  t.equal(response.json<OpenApiDocument>().openapi, '3.1.0')
  const { valid, errors } = await new Validator().validate(response.json())
  t.ok(valid, JSON.stringify(errors))
})

t.test('every resource type is described, with the operations that it has and no others', async (t) => {
  const { api, send } = await build(t)
  const { paths } = (await send({ url: PATH })).json<OpenApiDocument>()
  for (const name of api.resourceNames) {
    const { operations } = api.resource(name)
    const described = { ...paths[`/api/${name}`], ...paths[`/api/${name}/{id}`] }
    t.equal(described.get !== undefined, operations.includes('read'), `GET ${name}`)
    t.equal(described.post !== undefined, operations.includes('create'), `POST ${name}`)
    t.equal(described.put !== undefined, operations.includes('update'), `PUT ${name}`)
    t.equal(described.patch !== undefined, operations.includes('update'), `PATCH ${name}`)
    t.equal(described.delete !== undefined, operations.includes('delete'), `DELETE ${name}`)
  }
})

t.test('the document is the one in the repository; `npm run openapi` updates it', async (t) => {
  t.equal(await currentDocument(t), await snapshot())
})

t.test('a client that has the document gets 304, and other methods are refused', async (t) => {
  const { send } = await build(t)
  const { etag } = (await send({ url: PATH })).headers
  t.equal((await send({ url: PATH, headers: { 'if-none-match': etag! } })).statusCode, 304)
  t.equal((await send({ method: 'DELETE', url: PATH })).statusCode, 405)
  t.equal((await send({ method: 'HEAD', url: PATH })).statusCode, 200)
})

t.test('headers are named after the product of the installation', async (t) => {
  const { send } = await build(t, { product: 'Museum', productAliases: [] })
  const { responses } = (await send({ url: PATH })).json<OpenApiDocument>().paths['/api/items']!.get!
  t.match(Object.keys((responses[200] as { headers: object }).headers), ['Link', 'Museum-Total-Results', 'ETag'])
})

t.test('mounted under prefixes, each document names its own addresses', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(vitrine, { prefix: '/a', api: await collection(t) })
  await app.register(vitrine, { prefix: '/b/c', api: await collection(t) })
  for (const prefix of ['/a', '/b/c']) {
    const document = (
      await app.inject({ url: `${prefix}${PATH}`, headers: { host: 'museum.example' } })
    ).json<OpenApiDocument>()
    t.equal(document.servers[0]!.url, `http://museum.example${prefix}`)
    t.ok(document.paths['/api/items'])
    t.equal(new Set(operationIds(document)).size, operationIds(document).length)
  }
})

t.test(
  'an application that describes itself describes two mounts beside its own routes, each operation once',
  async (t) => {
    const app = Fastify()
    t.teardown(() => app.close())
    await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'Museum', version: '1' } } })
    app.addSchema({ $id: 'Item', type: 'object' })
    app.get('/own', { schema: { operationId: 'readOwn' } as object }, async () => 'own')
    await app.register(vitrine, { prefix: '/a', api: await collection(t) })
    await app.register(vitrine, { prefix: '/b', api: await collection(t) })
    await app.ready()
    const own = app.swagger() as unknown as OpenApiDocument
    const ids = operationIds(own)
    t.equal(new Set(ids).size, ids.length)
    t.ok(ids.includes('readOwn'))
    t.ok(own.paths['/a/api/items'] !== undefined && own.paths['/b/api/items'] !== undefined)
    t.ok((await app.inject(`/a${PATH}`)).json<OpenApiDocument>().paths['/api/items'])
  }
)
