import Fastify from 'fastify'
import t from 'tap'
import { loggingServer } from '../../../cli/serve/logger.js'
import vitrine, { open, serverOptions } from '../../../app.js'
import { keptIn } from '../../database.js'
import { build, dataFolder, WITHOUT_THREADS } from '../../helper.js'

t.test('an error names its request, by the id of the proxy if that is safe', async (t) => {
  const { app } = await build(t)
  const idFor = async (given?: string): Promise<unknown> => {
    const headers = given === undefined ? {} : { 'x-request-id': given }
    return (await app.inject({ url: '/api/items/999', headers })).headers['x-request-id']
  }
  t.equal(await idFor('from_proxy-42'), 'from_proxy-42')
  t.equal(await idFor('x'.repeat(64)), 'x'.repeat(64))
  const made = [await idFor(), await idFor('x'.repeat(65)), await idFor('a b'), await idFor('<script>'), await idFor('')]
  for (const id of made) t.match(id, /^[\w-]{8}-[0-9a-z]+$/)
  t.equal(new Set(made).size, made.length)
})

t.test('error pages name the request id, too, and answers without error do not', async (t) => {
  const { app } = await build(t, {}, {})
  const page = await app.inject({ url: '/admin/nothing', headers: { accept: 'text/html', 'x-request-id': 'abc' } })
  t.ok(page.statusCode >= 400)
  t.equal(page.headers['x-request-id'], 'abc')
  t.notOk((await app.inject({ url: '/api/items', headers: { 'x-request-id': 'abc' } })).headers['x-request-id'])
  const badAddress = await app.inject({ url: '/api/%zz', headers: { 'x-request-id': 'abc' } })
  t.same([badAddress.statusCode, badAddress.headers['x-request-id']], [400, 'abc'])
})

t.test('an error of the server is found in the log by the id in its body', async (t) => {
  const lines: Array<Record<string, unknown>> = []
  const { log } = Fastify({
    logger: { stream: { write (line: string) { lines.push(JSON.parse(line) as Record<string, unknown>) } } }
  })
  const api = await open({ ...await keptIn(await dataFolder(t)), ...WITHOUT_THREADS })
  const app = loggingServer(log, serverOptions)
  t.teardown(async () => { await app.close(); await api.close() })
  await app.register(vitrine, { api, standalone: true })
  api.items.readNow = async () => { throw new TypeError('A mistake in the program.') }
  const { statusCode, headers, body } = await app.inject('/api/items/1')
  t.equal(statusCode, 500)
  const { 'request-id': id, errors } = JSON.parse(body) as Record<string, unknown>
  t.same(errors, { error: 'Something went wrong on the server.' })
  t.equal(headers['x-request-id'], id)
  t.equal(lines.length, 1)
  t.match(lines[0], { reqId: id, level: 50 })
})

t.test('an application that embeds Vitrine chooses the ids; what cannot stand in a header is left out', async (t) => {
  let id = 'their-1'
  const { app } = await build(t, {}, { genReqId: () => id })
  t.equal((await app.inject('/api/items/999')).headers['x-request-id'], 'their-1')
  id = 'a\nb'
  const { statusCode, headers } = await app.inject('/api/items/999')
  t.same([statusCode, headers['x-request-id']], [404, undefined])
})
