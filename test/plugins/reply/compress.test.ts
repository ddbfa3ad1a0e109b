import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import zlib from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import t, { type Test } from 'tap'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { Lru } from '../../../api/cache/lru.js'
import { CODINGS, codingFor } from '../../../plugins/http/codings.js'
import compress from '../../../plugins/reply/compress.js'
import { numbered } from '../../../plugins/http/body.js'
import { CompressedBodies } from '../../../plugins/reply/compress.js'
import namespace from '../../../plugins/http/namespace.js'
import { titled } from '../../api/collection.js'
import { build } from '../../helper.js'
import { Person } from '../../web/person.js'

const LONG_TITLE = 'lighthouse and harbour '.repeat(100)

interface Answer { status: number, headers: IncomingHttpHeaders, body: Buffer }

/** Answers as they are on the wire. */
async function started (app: FastifyInstance) {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const begin = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> => {
    const sent = request(address + path, { method, headers, agent: false }).end()
    const [reply] = await once(sent, 'response') as [IncomingMessage]
    return reply
  }
  return {
    address,
    begin,
    async get (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
      const reply = await begin(path, headers, method)
      const chunks: Buffer[] = []
      for await (const chunk of reply) chunks.push(chunk as Buffer)
      return { status: reply.statusCode!, headers: reply.headers, body: Buffer.concat(chunks) }
    }
  }
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  zstd: (zlib as unknown as { zstdDecompressSync: (bytes: Buffer) => Buffer }).zstdDecompressSync
}

const streams: Record<string, () => Transform> = {
  br: zlib.createBrotliDecompress,
  gzip: zlib.createGunzip,
  zstd: (zlib as unknown as { createZstdDecompress: () => Transform }).createZstdDecompress
}

t.test('answers are compressed as Accept-Encoding requests', async (t) => {
  const server = await build(t, { memory: 8 })
  const { api, account } = server
  const as = await account('editor')
  const key = { authorization: `Bearer ${as.identity}.${as.credential}` }
  await api.items.create(titled('a', LONG_TITLE), { actor: OPERATOR })
  await api.items.batchCreate(Array.from({ length: 120 }, (_, n) => titled(`${n}`, LONG_TITLE)), { actor: OPERATOR })
  const { address, get } = await started(server.app)

  await t.test('each coding has its own length and entity tag, also for HEAD', async (t) => {
    const ADDRESSES = [
      '/api/items/1', '/api/items', '/api/items?format=turtle', '/api/items/1?format=rdfxml', '/api-context',
      '/api/openapi.json', '/items/1', '/?q=harbour', '/iiif/3/1/collection'
    ]
    for (const path of ADDRESSES) {
      const plain = await get(path)
      if (plain.status !== 200 || plain.body.length < 1024) continue
      t.match(plain.headers.vary, 'Accept-Encoding', path)
      t.notOk(plain.headers['content-encoding'])
      for (const coding of CODINGS) {
        const { status, headers, body } = await get(path, { 'accept-encoding': coding })
        t.equal(status, 200, path)
        t.equal(headers['content-encoding'], coding, path)
        t.same(decoders[coding]!(body), plain.body, path)
        t.ok(body.length < plain.body.length)
        t.equal(Number(headers['content-length']), body.length)
        t.match(headers.vary, 'Accept-Encoding')
        t.equal(headers.etag, plain.headers.etag?.replace(/"$/, `-${coding}"`))
        t.equal(headers['content-type'], plain.headers['content-type'])
        const head = await get(path, { 'accept-encoding': coding }, 'HEAD')
        const { date: _, 'keep-alive': __, connection: ___, ...expected } = headers
        t.match(head.headers, expected)
        t.equal(head.body.length, 0)
      }
    }
  })

  await t.test('also by clients of other makers', async (t) => {
    const reply = await fetch(`${address}/api/items`)
    t.equal(reply.headers.get('content-encoding'), 'gzip')
    t.same(await reply.json(), JSON.parse((await get('/api/items')).body.toString()))
  })

  await t.test('conditional requests know all forms that the client takes', async (t) => {
    const etag = (await get('/api/items/1')).headers.etag!
    const [br, gzip] = ['br', 'gzip'].map((coding) => etag.replace(/"$/, `-${coding}"`)) as [string, string]
    const ask = async (accepted: string, known: string): Promise<[number, string | undefined, number]> => {
      const { status, headers, body } = await get('/api/items/1', { 'accept-encoding': accepted, 'if-none-match': known })
      t.match(headers.vary, 'Accept-Encoding')
      return [status, headers.etag, body.length]
    }
    t.same(await ask('br', br), [304, br, 0])
    t.same(await ask('br, gzip', `W/${br}, ${gzip}`), [304, br, 0])
    t.same(await ask('gzip', `${br}, ${gzip}`), [304, gzip, 0])
    t.same(await ask('br', etag), [304, etag, 0], 'what it has uncompressed is as good')
    t.match(await ask('gzip', br), [200, gzip], 'what it could not decode now')
    t.match(await ask('identity', br), [200, etag])
    const page = (await get('/items/1', { 'accept-encoding': 'br' })).headers.etag!
    t.match(await get('/items/1', { 'accept-encoding': 'br', 'if-none-match': page }), { status: 304, headers: { etag: page } })
    const write = async (tag: string): Promise<number> => (await server.send({
      method: 'PATCH', url: '/api/items/1', as, headers: { 'if-match': tag, host: new URL(address).host }, payload: { 'o:is_public': true }
    })).statusCode
    const mine = (await get('/api/items/1', { ...key, 'accept-encoding': 'gzip' })).headers.etag!
    t.match(mine, /-gzip"$/)
    t.equal(await write(`W/${mine}`), 412, 'a weak tag matches nothing')
    t.equal(await write(mine), 200)
  })

  await t.test('a long list, too, compressed once', async (t) => {
    const path = '/api/items?per_page=500'
    const plain = await get(path)
    t.ok(plain.body.length > 256 * 1024)
    for (let time = 0; time < 2; time++) {
      const { headers, body } = await get(path, { 'accept-encoding': 'br' })
      t.equal(headers['content-encoding'], 'br')
      t.equal(Number(headers['content-length']), body.length)
      t.same(zlib.brotliDecompressSync(body), plain.body)
    }
    const pretty = await get(`${path}&pretty_print`, { 'accept-encoding': 'gzip' })
    t.same(JSON.parse(zlib.gunzipSync(pretty.body).toString()), JSON.parse(plain.body.toString()))
    t.equal((await get(`${path}&pretty_print`, { 'accept-encoding': 'gzip' }, 'HEAD')).headers['content-encoding'], 'gzip')
  })

  await t.test('an export line by line', async (t) => {
    for (const coding of CODINGS) {
      const { headers, body } = await get('/api/items/export', { ...key, 'accept-encoding': coding })
      t.equal(headers['content-encoding'], coding)
      const lines = decoders[coding]!(body).toString().trimEnd().split('\n')
      t.equal(lines.filter((line) => (JSON.parse(line) as { '@type'?: string })['@type'] === 'o:Item').length, 121)
    }
  })

  await t.test('short answers, answers to sessions or writes, and pages with a form are not compressed', async (t) => {
    const accept = { 'accept-encoding': 'br' }
    const code = async (path: string, more: Record<string, string> = {}): Promise<string | undefined> =>
      (await get(path, { ...accept, ...more })).headers['content-encoding']
    t.equal(await code('/health/live'), undefined)
    t.equal(await code('/login'), undefined)
    t.equal(await code('/api-local/items'), undefined)
    t.equal(await code('/admin/nothing', { accept: 'text/html' }), undefined)
    const created = await server.send({ method: 'POST', url: '/api/items', as, headers: accept, payload: titled('b', LONG_TITLE) })
    t.equal(created.statusCode, 200)
    t.equal(created.headers['content-encoding'], undefined)
    await api.accounts.createUser({ email: 'p@example.org', name: 'P', role: 'editor', password: 'correct horse battery' })
    const person = new Person(server.app)
    await person.signIn('p@example.org', 'correct horse battery')
    for (const path of ['/items/1', '/admin', '/api-local/items']) {
      const { statusCode, rawPayload, headers } = await person.get(path, accept)
      t.equal(statusCode, 200)
      t.ok(rawPayload.length > 1024)
      t.equal(headers['content-encoding'], undefined, path)
    }
  })
})

/** The plugin around other routes than Vitrine's. */
async function around (t: Test, routes: (app: FastifyInstance) => void) {
  const { api } = await build(t)
  const app = Fastify()
  t.teardown(async () => { await app.close() })
  await app.register(fp(async (inner) => { inner.decorate('api', api) }, { name: 'vitrine-api' }))
  await app.register(namespace)
  await app.register(compress)
  routes(app)
  return await started(app)
}

t.test('streams are compressed as they come; events are not; failures end the answer', async (t) => {
  const open: Readable[] = []
  const { begin, get } = await around(t, (app) => {
    const stream = async (_: unknown, reply: FastifyReply): Promise<FastifyReply> => {
      const lines = new Readable({ read () {} })
      open.push(lines)
      lines.push('{"n": 1}\n')
      return await reply.send(lines)
    }
    app.get('/lines', async (request, reply) => await stream(request, reply.header('content-type', 'application/x-ndjson')))
    app.get('/events', async (request, reply) => await stream(request, reply.header('content-type', 'text/event-stream')))
    app.get('/failing', async (_request, reply) => await reply.header('content-type', 'text/csv').header('etag', '"a"').send(
      new Readable({ read () { this.destroy(new Error('too late')) } })))
    app.get('/weak', async (_request, reply) => await reply.header('content-type', 'text/css').header('etag', 'W/"a"')
      .send(Buffer.alloc(4096)))
    app.get('/coded', async (_request, reply) => await reply.header('content-type', 'text/css')
      .header('content-encoding', 'x').send(Buffer.alloc(4096)))
  })
  for (const coding of CODINGS) {
    const reply = await begin('/lines', { 'accept-encoding': coding })
    const decoder = streams[coding]!()
    reply.pipe(decoder)
    t.equal(String((await once(decoder, 'data'))[0]), '{"n": 1}\n')
    open.at(-1)!.push('{"n": 2}\n')
    t.equal(String((await once(decoder, 'data'))[0]), '{"n": 2}\n', 'although there is more to come')
    open.at(-1)!.push(null)
    await once(decoder.resume(), 'end')
  }
  const events = await begin('/events', { 'accept-encoding': 'br' })
  t.equal(events.headers['content-encoding'], undefined)
  t.equal(String((await once(events, 'data'))[0]), '{"n": 1}\n')
  events.destroy()
  const failed = await get('/failing', { 'accept-encoding': 'br' })
  t.match(failed, { status: 500, headers: { 'content-encoding': undefined, etag: undefined } })
  t.match(JSON.parse(failed.body.toString()), { message: 'too late' })
  t.equal((await get('/coded', { 'accept-encoding': 'br' })).headers['content-encoding'], 'x')
  t.match((await get('/weak', { 'accept-encoding': 'br' })).headers, { 'content-encoding': 'br', etag: 'W/"a"' })
  const left = await begin('/lines', { 'accept-encoding': 'br' })
  left.destroy()
  await new Promise((resolve) => open.at(-1)!.once('close', resolve))

  const many = await Promise.all(Array.from({ length: 40 }, async () => await begin('/lines', { 'accept-encoding': 'br' })))
  t.equal(many.filter(({ headers }) => headers['content-encoding'] === 'br').length, 16, 'as many as memory is meant for')
  for (const reply of many) reply.destroy()
})

t.test('cached bodies are compressed once, others each time; with too many at once, none', async (t) => {
  const bodies = new CompressedBodies(new Lru(1024 * 1024).part('compressed'))
  const body = numbered(Buffer.from(LONG_TITLE))
  const first = bodies.of(body, 'br')
  t.equal(await bodies.of(body, 'br'), await first, 'shared meanwhile')
  t.equal(bodies.of(body, 'br'), await first, 'ready from now on')
  t.not(await bodies.of(body, 'gzip'), await first)
  const once = Buffer.from(LONG_TITLE)
  t.not(bodies.of(once, 'br'), bodies.of(once, 'br'))
  const all = Array.from({ length: 100 }, () => bodies.of(Buffer.from(LONG_TITLE), 'gzip'))
  t.equal(all.filter((encoded) => encoded === undefined).length, 38)
  await Promise.all(all)
  t.ok(await bodies.of(once, 'gzip'))
})

t.test('none of it happens where it is turned off', async (t) => {
  const { send } = await build(t, { compress: false })
  const { headers } = await send({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } })
  t.equal(headers['content-encoding'], undefined)
  t.notMatch(headers.vary, 'Accept-Encoding')
})

t.test('preferences of clients', async (t) => {
  t.equal(codingFor(undefined), undefined)
  t.equal(codingFor(''), undefined)
  t.equal(codingFor('gzip, deflate, br'), 'br')
  t.equal(codingFor('GZIP;q=1.0, br;q=0.5'), 'gzip')
  t.equal(codingFor('br;q=0, *;q=0.1'), CODINGS.find((coding) => coding !== 'br'))
  t.equal(codingFor('*'), 'br')
  t.equal(codingFor('identity, gzip;q=0.5'), undefined)
  t.equal(codingFor('identity;q=0.5, gzip;q=0.5'), 'gzip')
  t.equal(codingFor('gzip;q=0'), undefined)
  t.equal(codingFor('gzip;q=2'), undefined)
  t.equal(codingFor('deflate, compress'), undefined)
  for (let at = 0; at < 300; at++) t.equal(codingFor(`x${at}, gzip`), 'gzip')
})
