import { Writable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import vitrine, { open, serverOptions } from '../../app.js'
import { loggingServer } from '../../cli/serve/logger.js'
import { serializers } from '../../plugins/request/redaction.js'
import { keptIn } from '../database.js'
import { dataFolder, WITHOUT_THREADS } from '../helper.js'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const KEY = 'key_identity=SECRET&key_credential=SECRET'

async function register (
  t: Test,
  app: FastifyInstance,
  options: { prefix?: string, standalone?: boolean },
  settings: { explore?: boolean } = {}
): Promise<void> {
  const api = await open({ ...await keptIn(await dataFolder(t)), ...WITHOUT_THREADS, ...settings })
  app.addHook('onClose', async () => { await api.close() })
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, { api, ...options })
}

async function standalone (t: Test, settings?: { explore: boolean }): Promise<FastifyInstance> {
  const app = Fastify(serverOptions)
  await register(t, app, { standalone: true }, settings)
  return app
}

const NOWHERE = ['/nowhere', '/nowhere/api/items', '/files/x', '/files/x/y/z', '/login/x', '/api/items/1/2/3', '/apis']

t.test('at an unknown address a browser gets a page with the way home, without the address', async (t) => {
  const app = await standalone(t)
  for (const url of NOWHERE) {
    const { statusCode, headers, payload } = await app.inject({ url: `${url}?${KEY}`, headers: { accept: BROWSER } })
    t.equal(statusCode, 404, url)
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
    t.match(headers['content-security-policy'], "default-src 'none'")
    t.match(headers['cache-control'], 'no-store')
    t.equal(headers['access-control-allow-origin'], undefined)
    t.equal(headers['set-cookie'], undefined)
    t.match(payload, '<h1 id="heading">Nothing here</h1>')
    t.match(payload, 'href="/"')
    t.match(payload, 'href="/?lang=de"')
    t.match(headers.vary, /Accept,.*Accept-Language/)
    t.notMatch(payload, 'SECRET')
    t.notMatch(payload, url)
  }
})

t.test('at an unknown address a program gets {"errors": …}, without the address', async (t) => {
  const app = await standalone(t)
  for (const url of NOWHERE) {
    for (const [method, accept] of [
      ['GET', undefined], ['GET', '*/*'], ['GET', 'application/json'], ['GET', 'application/json, text/html;q=0.5'],
      ['POST', BROWSER], ['PUT', BROWSER], ['DELETE', BROWSER]
    ] as const) {
      const answer = await app.inject({ method, url: `${url}?${KEY}`, headers: accept === undefined ? {} : { accept } })
      t.equal(answer.statusCode, 404, `${method} ${url} ${accept}`)
      t.same(answer.json(), { errors: { error: 'There is nothing at this address.' } })
    }
  }
})

t.test('a file that is not there is a page for a browser, and an error for a program', async (t) => {
  const app = await standalone(t)
  const url = '/files/original/none.jpg'
  const page = await app.inject({ url, headers: { accept: BROWSER } })
  t.equal(page.statusCode, 404)
  t.match(page.payload, 'Nothing here')
  t.match((await app.inject({ url, headers: { accept: 'image/avif,image/webp,*/*' } })).json().errors.error, 'no')
})

t.test('without pages of the collection the start address is a small one, and names the API to a program', async (t) => {
  const app = await standalone(t, { explore: false })
  const page = await app.inject({ url: `/?${KEY}`, headers: { accept: BROWSER } })
  t.equal(page.statusCode, 200)
  for (const way of ['/api', '/api-docs', '/login']) t.match(page.payload, `href="${way}"`)
  t.notMatch(page.payload, 'SECRET')
  const switched = await app.inject({ url: `/?lang=de&${KEY}`, headers: { accept: BROWSER } })
  t.equal(switched.headers.location, '/')
  t.match(switched.headers['set-cookie'], 'vitrine_language=de')
  const program = await app.inject({ url: `/?${KEY}` })
  t.equal(program.statusCode, 200)
  t.same(program.json(), {
    '@id': 'http://localhost/',
    api: 'http://localhost/api',
    context: 'http://localhost/api-context',
    documentation: 'http://localhost/api-docs',
    openapi: 'http://localhost/api/openapi.json'
  })
})

t.test('browsers find an icon where they look for one', async (t) => {
  const app = await standalone(t)
  const { statusCode, headers, rawPayload } = await app.inject('/favicon.ico')
  t.equal(statusCode, 200)
  t.equal(headers['content-type'], 'image/vnd.microsoft.icon')
  t.equal(headers['cache-control'], 'public, max-age=86400')
  const [count, bytes, offset] = [rawPayload.readUInt16LE(4), rawPayload.readUInt32LE(14), rawPayload.readUInt32LE(18)]
  t.equal(count, 3)
  t.match(await sharp(rawPayload.subarray(offset, offset + bytes)).metadata(), { width: 16, height: 16, format: 'png' })
})

t.test('below a prefix all addresses are the collection\'s, others stay those of the application', async (t) => {
  const app = Fastify(serverOptions)
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send('the application'))
  await register(t, app, { prefix: '/collections' }, { explore: false })
  const ask = async (url: string) => await app.inject({ url, headers: { accept: BROWSER } })
  t.equal((await ask('/nowhere')).payload, 'the application')
  t.equal((await ask('/')).payload, 'the application')
  t.equal((await ask('/favicon.ico')).payload, 'the application')
  t.match((await ask('/collections/nowhere')).payload, 'href="/collections/"')
  for (const start of ['/collections', '/collections/']) {
    t.match((await ask(start)).payload, 'href="/collections/api"', start)
    t.equal((await app.inject(start)).json().api, 'http://localhost/collections/api', start)
  }
  t.equal((await ask('/collections/favicon.ico')).statusCode, 200)
})

t.test('at the root of an application only the API answers for unknown addresses', async (t) => {
  const app = Fastify(serverOptions)
  await register(t, app, {})
  app.get('/', async () => 'the application')
  app.get('/favicon.ico', async () => 'its icon')
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send('the application'))
  t.equal((await app.inject('/')).payload, 'the application')
  t.equal((await app.inject('/favicon.ico')).payload, 'its icon')
  t.equal((await app.inject('/nowhere')).payload, 'the application')
  t.same((await app.inject('/api/a/b/c')).json(), { errors: { error: 'There is nothing at this address.' } })
})

t.test('no address brings a credential into the log, however it is spelt', async (t) => {
  const identity = 'i'.repeat(32)
  const credential = 'c'.repeat(32)
  const lines: string[] = []
  const stream = new Writable({ write (chunk, _encoding, done) { lines.push(String(chunk)); done() } })
  const { log } = Fastify({ logger: { level: 'debug', stream, serializers } })
  const app = loggingServer(log, serverOptions)
  await register(t, app, { standalone: true })
  let requests = 0
  for (const path of [...NOWHERE, '/', '/favicon.ico', '/login', '/admin', '/api/items', '/api/items/1', '/%zz', '/api/nope']) {
    for (const query of [
      `?key_identity=${identity}&key_credential=${credential}`,
      `?key[identity]=${identity}&key[credential]=${credential}`,
      `?KEY_Identity=${identity}&Key_CREDENTIAL=${credential}`,
      `?%6Bey%5Fidentity=${identity}&%256bey_credential=${credential}`,
      `?key.identity=${identity}&key+credential=${credential}`,
      `?next=%2Fadmin%3Fkey_identity%3D${identity}%26key_credential%3D${credential}`,
      `?token=${identity}.${credential}`,
      `?x=${identity}:${credential}`,
      `?password=${credential}`
    ]) {
      const url = path + query
      requests++
      await app.inject({ url, headers: { referer: `http://localhost${url}`, authorization: `Bearer ${identity}.${credential}` } })
      await app.inject({ url: `http://${identity}:${credential}@localhost${path}` })
    }
  }
  const logged = lines.join('')
  t.ok(lines.length >= requests, 'every request is logged')
  t.match(logged, '/nowhere?key_identity=…&key_credential=…')
  t.notMatch(logged, identity)
  t.notMatch(logged, credential)
})

t.test('the way to sign in and back does not carry a key on', async (t) => {
  const app = await standalone(t)
  for (const query of [
    'key_identity=SECRET&key_credential=SECRET', 'key[identity]=SECRET&KEY.credential=SECRET',
    '%6bey_identity=SECRET&key%20credential=SECRET', 'x%26key_credential%3DSECRET'
  ]) {
    const asked = await app.inject({ url: `/admin/user?page=2&${query}`, headers: { accept: BROWSER } })
    t.equal(asked.headers.location, '/login?next=%2Fadmin%2Fuser%3Fpage%3D2', query)
    const next = encodeURIComponent(`/admin/user?page=2&${query}`)
    const form = await app.inject({ url: `/login?next=${next}`, headers: { accept: BROWSER } })
    t.match(form.payload, 'name="next" value="/admin/user?page=2"', query)
    t.notMatch(form.payload, 'SECRET', query)
  }
})
