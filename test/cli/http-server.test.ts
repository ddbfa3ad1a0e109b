import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { completeSettings } from '../../api/runtime/settings/settings.js'
import vitrine, { open } from '../../app.js'
import { limitConnections } from '../../cli/serve/connection-limit.js'
import { httpServer } from '../../cli/serve/http-server.js'
import { answerOneByOne } from '../../cli/serve/pipelined-requests.js'
import { endSlowBodies } from '../../cli/serve/slow-bodies.js'
import { endSlowReaders } from '../../cli/serve/slow-readers.js'
import { serializers } from '../../plugins/request/redaction.js'
import { keptIn } from '../database.js'
import { dataFolder, WITHOUT_THREADS } from '../helper.js'
import { until } from '../until.js'

async function portOf (t: Test, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function connected (t: Test, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  t.teardown(() => { socket.destroy() })
  await once(socket, 'connect')
  return socket
}

/** The raw answer of a server to raw bytes. */
async function answerTo (t: Test, port: number, request: string): Promise<string> {
  const socket = await connected(t, port)
  socket.write(request)
  return await text(socket)
}

t.test('no credential of any address gets into an answer or the log, and errors have our form', async (t) => {
  const lines: string[] = []
  const stream = new Writable({ write (chunk, _encoding, done) { lines.push(String(chunk)); done() } })
  const { log } = Fastify({ logger: { level: 'trace', stream, serializers } })
  const settings = completeSettings({ ...await keptIn(await dataFolder(t)), ...WITHOUT_THREADS })
  const api = await open(settings)
  const app = httpServer(log, settings)
  app.addHook('onClose', async () => { await api.close() })
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, { api, standalone: true })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  const secrets = [
    'key_credential=SECRET',
    'key[credential=SECRET',
    '%6bey%5fcredential=SECRET',
    'key_credential%zz=SECRET&key_identity=SECRET'
  ]
  const paths = [
    '/nowhere',
    '/',
    '/api/nope/a/b/c',
    '/api/items/%zz',
    '/%zz',
    `/api/items/${'1'.repeat(300)}`,
    '/api/nope',
    '/login/x',
    '/admin',
    '/admin/x',
    '/files/x/y'
  ]
  for (const path of paths) {
    for (const secret of secrets) {
      const answer = await answerTo(
        t, port, `GET ${path}?${secret} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
      )
      t.match(answer, /^HTTP\/1\.1 (?:[234]\d\d) /, `${path} ${secret}`)
      t.notMatch(answer, 'SECRET', `${path} ${secret}`)
    }
  }
  t.match(
    await answerTo(t, port, 'GET http://me:SECRET@localhost/nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 404 /
  )
  const malformed = await answerTo(t, port, 'GET /api/items?key_credential=SECRET HTTP/1.1\r\nHost localhost\r\n\r\n')
  t.match(malformed, /^HTTP\/1\.1 400 .*\{"errors":\{"error":"The request is not HTTP\."\}\}$/s)
  const large = await answerTo(t, port, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
  t.match(large, /^HTTP\/1\.1 431 .*"errors"/s)
  t.match(
    await answerTo(t, port, 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    /404 .*\{"errors":\{"error":"There is nothing at this address\."\}\}$/s
  )
  t.match(
    await answerTo(t, port, 'BREW / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 400 .*"errors"/s
  )

  const logged = lines.join('')
  t.match(logged, 'request completed')
  t.notMatch(logged, 'SECRET')
  t.notMatch(logged, /"data":\[\d+,/, 'raw requests are not logged as bytes either')
})

t.test('a very slow body is cut off, a steady one is not', async (t) => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => { response.end('received') }).on('error', () => {})
  })
  endSlowBodies(server, { window: 400, least: 100 })
  const port = await portOf(t, server)
  const post = 'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5000\r\n\r\n'

  const slow = await connected(t, port)
  slow.write(post)
  const steady = await connected(t, port)
  steady.write(post)
  const answer = text(steady)
  for (let sent = 0; sent < 5000; sent += 100) {
    steady.write('x'.repeat(100))
    await delay(20)
  }
  t.match(await answer, 'received')
  if (!slow.destroyed) await Promise.race([once(slow, 'close'), delay(30_000)])
  t.ok(slow.destroyed)
})

/** More than the buffers of the system hold of an answer. */
const ANSWER_BYTES = 16 * 1024 * 1024

t.test('a client that takes nothing of its answer is cut off; one that takes it, or waits for it, is not', async (t) => {
  let later: ServerResponse | undefined
  const server = createServer(({ url }, response) => {
    if (url === '/later') later = response
    else response.end(Buffer.alloc(ANSWER_BYTES))
  })
  endSlowReaders(server, { silence: 300 })
  const port = await portOf(t, server)
  const openPorts = new Set<number>()
  server.on('connection', (socket: Socket) => {
    const port = socket.remotePort!
    openPorts.add(port)
    socket.on('close', () => { openPorts.delete(port) })
  })
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
  const waiting = answerTo(t, port, get('/later'))
  const silent = (await connected(t, port)).pause()
  silent.write(get('/'))
  t.ok((await answerTo(t, port, get('/'))).length > ANSWER_BYTES)
  await until(() => !openPorts.has(silent.localPort!))
  t.equal(openPorts.size, 1)
  later!.end('at last')
  t.match(await waiting, /at last/)
})

t.test('when too much waits in memory, the client for which most waits is cut off', {
  skip: process.platform !== 'linux' && 'loopback has one address'
}, async (t) => {
  const server = createServer((_request, response) => { response.end(Buffer.alloc(ANSWER_BYTES)) })
  endSlowReaders(server, { waiting: 3 * ANSWER_BYTES, interval: 20 })
  const port = await portOf(t, server)
  const open = new Map<Socket, string>()
  server.on('connection', (socket) => {
    open.set(socket, socket.remoteAddress!)
    socket.on('close', () => { open.delete(socket) })
  })
  for (const localAddress of ['127.0.0.2', '127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1']) {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {}).pause()
    t.teardown(() => { socket.destroy() })
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  }
  await until(() => open.size <= 3)
  t.ok([...open.values()].includes('127.0.0.2'))
})

t.test('idle connections make room for new ones, and a flood leaves the server answering', async (t) => {
  const server = createServer((_request, response) => { response.end('here') })
  limitConnections(server, 20)
  const port = await portOf(t, server)
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
  for (let i = 0; i < 19; i++) {
    const idle = await connected(t, port)
    idle.write(request)
    await once(idle, 'data')
  }
  for (let i = 0; i < 5; i++) {
    t.match(await answerTo(t, port, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'), 'here')
  }
})

t.test('while all connections are busy, a further one is refused with 503 and Retry-After', async (t) => {
  const server = createServer(() => {})
  limitConnections(server, 10)
  const port = await portOf(t, server)
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
  for (let i = 0; i < 10; i++) {
    const busy = await connected(t, port)
    busy.write(request)
    await once(server, 'request')
  }
  const answer = await answerTo(t, port, request)
  t.match(answer, /^HTTP\/1\.1 503 .*\r\nretry-after: 2\r\n/s)
  t.match(answer, /\r\nConnection: close\r\n.*"Too many connections are open. Try again in a moment."/s)
})

const GET = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

t.test('requests of a client that does not wait for answers are carried out one after the other', async (t) => {
  let atWork = 0
  const server = createServer((request, response) => {
    const others = atWork++
    setTimeout(() => {
      atWork--
      response.end(`${request.method!} ${request.url!} beside ${others}\n`)
    }, 10)
  })
  answerOneByOne(server)
  const port = await portOf(t, server)
  const answers = await answerTo(t, port, GET('/1') + GET('/2') +
    'POST /3 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab' +
    'GET /4 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  t.same(answers.match(/.+ beside .+/g), ['GET /1 beside 0', 'GET /2 beside 0', 'POST /3 beside 0', 'GET /4 beside 0'])
})

t.test('requests of a client that does not wait for answers are not read without end', async (t) => {
  let read = 0
  const server = createServer(() => {})
  answerOneByOne(server)
  server.on('request', () => { read++ })
  const client = await connected(t, await portOf(t, server))
  for (let i = 0; i < 100; i++) client.write(GET('/').repeat(1000))
  await once(server, 'request')
  await delay(300)
  t.ok(read < 10_000, `${read} of 100,000`)
})
