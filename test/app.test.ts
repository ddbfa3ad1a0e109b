import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import { ANONYMOUS } from '../api/core/calls/actor.js'
import vitrine, { open } from '../app.js'
import { keptIn } from './database.js'
import { temporaryFolder, title } from './helper.js'

const ADMIN = { id: 1, role: 'global_admin' } as const

/** An application with its own hooks, parsers, decorators and error handler, which a plugin could conflict with. */
function parentApplication (seen: string[] = []): FastifyInstance {
  const app = Fastify({ routerOptions: { querystringParser: () => ({ parsed: 'by the parent' }) }, ajv: { customOptions: { coerceTypes: 'array', removeAdditional: 'all' } } });
  (app.decorate as (name: string, value: unknown) => void)('api', 'the parent\'s api')
  app.decorateRequest('actor', 'the parent\'s actor')
  app.decorateReply('sendAnswer', 'the parent\'s answer')
  app.decorateReply('sendPage', function () { return 'the parent\'s page' })
  app.decorateRequest('corsPreflightEnabled', false)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async () => ({ parsed: 'by the parent' }))
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
  app.addHook('onRequest', async (_request, reply) => { reply.header('x-parent', 'was here') })
  app.setErrorHandler((error: Error, _request, reply) => reply.code(418).send({ handledBy: 'the parent', message: error.message }))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ notFoundBy: 'the parent' }))
  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request as unknown as { actor: string }
    const { sendAnswer: answer } = reply as unknown as { sendAnswer: string }
    seen.push(`${actor}, ${answer}`)
  })
  app.get('/own', async (request) => ({ query: request.query, actor: (request as unknown as { actor: string }).actor }))
  app.post('/own', async (request) => ({ body: request.body }))
  app.get('/fails', async () => { throw new Error('on purpose') })
  return app
}

t.test('embedded twice in an application, nothing leaks either way', async (t) => {
  const seen: string[] = []
  const app = parentApplication(seen)
  t.teardown(() => app.close())
  const first = await open({ ...await keptIn(await temporaryFolder(t)), product: 'First' })
  const second = await open({ ...await keptIn(await temporaryFolder(t)), cors: false })
  app.addHook('onClose', async () => { await first.close(); await second.close() })
  await app.register(vitrine, { prefix: '/one', api: first })
  await app.register(vitrine, { prefix: '/deep/two/', api: second })
  await app.ready()

  await t.test('each serves its own collection at its own address', async (t) => {
    await first.accounts.createUser({ email: 'a@example.org', name: 'a', role: 'global_admin' })
    await first.resource('items').create(title('Only in the first'), { actor: ADMIN })
    const one = await app.inject('/one/api/items')
    const two = await app.inject('/deep/two/api/items/')
    t.equal(one.json().length, 1)
    t.equal(one.json()[0]['@id'], 'http://localhost/one/api/items/1')
    t.match(one.headers.link, '<http://localhost/one/api/items?')
    t.equal(one.headers['first-total-results'], '1')
    t.same(two.json(), [])
    t.match(two.headers.link, '<http://localhost/deep/two/api/items?')
    t.equal(two.headers['first-version'], undefined)
    t.equal(two.headers['access-control-allow-origin'], undefined)
  })

  await t.test('the program reads the same collection without HTTP', async (t) => {
    const answer = await first.resource('items').search({}, { actor: ANONYMOUS })
    t.equal((answer.json() as unknown[]).length, 1)
  })

  await t.test('queries, bodies, errors and unknown addresses are read and answered our way', async (t) => {
    t.equal((await app.inject('/one/api/items?search=nothing%20like%20it')).json().length, 0)
    const bad = await app.inject({ method: 'POST', url: '/one/api/items', headers: { 'content-type': 'application/json' }, payload: '{' })
    t.equal(bad.statusCode, 400)
    t.same(bad.json(), { errors: { error: 'JSON: Syntax error' } })
    t.equal((await app.inject({ method: 'POST', url: '/one/api/items', headers: { 'content-type': 'text/plain' }, payload: 'x' })).statusCode, 415)
    const missing = await app.inject('/one/api/items/77')
    t.equal(missing.statusCode, 404)
    t.match(missing.json().errors.error, 'not found')
    t.ok((await app.inject('/one/nowhere')).json().errors)
    t.equal(missing.headers['x-parent'], 'was here', 'hooks of the application are for everything in it')
  })

  await t.test('the application keeps its own ways', async (t) => {
    const own = await app.inject('/own?a[b]=c&key_credential=x')
    t.same(own.json(), { query: { parsed: 'by the parent' }, actor: 'the parent\'s actor' })
    for (const name of ['first-version', 'service-version', 'omeka-s-version', 'access-control-allow-origin', 'cache-control', 'vary']) t.equal(own.headers[name], undefined, name)
    t.same((await app.inject({ method: 'POST', url: '/own', headers: { 'content-type': 'application/json' }, payload: '{' })).json(), { body: { parsed: 'by the parent' } })
    t.same((await app.inject({ method: 'POST', url: '/own', headers: { 'content-type': 'text/plain' }, payload: 'x' })).json(), { body: 'x' })
    t.same((await app.inject('/fails')).json(), { handledBy: 'the parent', message: 'on purpose' })
    t.same((await app.inject('/nowhere')).json(), { notFoundBy: 'the parent' })
    t.equal((app as unknown as { api: unknown }).api, 'the parent\'s api')
    t.same([...new Set(seen)], ['the parent\'s actor, the parent\'s answer'], 'also in its hooks for requests that were answered our way')
  })
})

t.test('without a prefix only /api and below are taken', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('the application\'s'))
  await app.register(vitrine, { data: await temporaryFolder(t) })
  t.equal((await app.inject('/api/items')).statusCode, 200)
  t.ok((await app.inject('/api/a/b/c')).json().errors)
  t.equal((await app.inject('/other')).payload, 'the application\'s')
})

t.test('a router that ignores trailing slashes does not stand in the way', async (t) => {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  t.teardown(() => app.close())
  await app.register(vitrine, { data: await temporaryFolder(t) })
  t.equal((await app.inject('/api/items/')).statusCode, 200)
  t.equal((await app.inject('/api/items')).statusCode, 200)
})

t.test('unusable options are refused when it is registered', async (t) => {
  const data = await temporaryFolder(t)
  const refusal = async (options: object): Promise<unknown> => {
    const app = Fastify()
    t.teardown(() => app.close())
    return await app.register(vitrine, options).then(() => 'accepted', (error: unknown) => error)
  }
  t.match(await refusal({ data, uploadLimmit: 5 }), { name: 'TypeError', message: /uploadLimmit.*uploadLimit/ })
  t.match(await refusal({ data, bodyLimit: 'much' }), { name: 'TypeError', message: /bodyLimit/ })
  const api = await open(await keptIn(data))
  t.teardown(() => api.close())
  t.match(await refusal({ api, prefx: '/x' }), { name: 'TypeError', message: /prefx is an unknown option.*prefix/ })
  t.match(await refusal({ data, extension: {} }), { name: 'TypeError', message: /The nearest is extensions/ })
  await t.rejects(open(data as never), { name: 'SettingsError', message: /by name/ })
  t.match(await refusal({ api, data }), { name: 'TypeError', message: /"data" must be given to Api.open/ })
})

t.test('the plugin closes a collection that it has opened, and no other', async (t) => {
  const api = await open(await keptIn(await temporaryFolder(t)))
  t.teardown(() => api.close())
  const given = Fastify()
  await given.register(vitrine, { api })
  await given.ready()
  await given.close()
  await t.resolves(api.resource('items').search({}, { actor: ANONYMOUS }))
})

t.test('errors are distinguished by their names', async (t) => {
  const api = await open(await keptIn(await temporaryFolder(t)))
  t.teardown(() => api.close())
  await t.rejects(api.accounts.createUser({ email: 'nobody', name: 'Nobody', role: 'author' }), { name: 'ValidationError' })
  await t.rejects(api.items.read(1, { actor: ADMIN }), { name: 'NotFoundError' })
  await t.rejects(api.items.create(title('Amphora'), { actor: ANONYMOUS }), { name: 'PermissionError' })
})
