import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { completeSettings } from '../../api/runtime/settings/settings.js'
import vitrine, { open, OPERATOR } from '../../app.js'
import { httpServer } from '../../cli/serve/http-server.js'
import { keptIn } from '../database.js'
import { dataFolder, temporaryFolder, WITHOUT_THREADS } from '../helper.js'
import { without } from '../programs.js'

const SIZES = [100_000, 1_000_000, 60_000_000]

/** As `vitrine serve` does, with a key that may write. */
async function serving (t: Test): Promise<{ port: number, editor: string }> {
  const settings = completeSettings({ ...await keptIn(await dataFolder(t)), ...WITHOUT_THREADS })
  const api = await open(settings)
  await api.accounts.createUser({ email: 'ada@example.org', name: 'Ada', role: 'editor' })
  const { identity, credential } = await api.keys.create('ada@example.org', { label: 'test' }, OPERATOR)
  const app = httpServer(Fastify().log, settings)
  app.addHook('onClose', async () => { await api.close() })
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, { api, standalone: true })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { port: (app.server.address() as AddressInfo).port, editor: `Bearer ${identity}.${credential}` }
}

/** The answer to a client that reads nothing before it has sent everything, as many do. */
async function answerToWhoSendsAll (port: number, head: string, body: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.write(head)
    socket.write(body, () => { resolve() })
  })
  return await text(socket)
}

const post = (length: string, authorization = ''): string =>
  `POST /api/items HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}${authorization}\r\n`
const closing = 'Connection: close\r\n'

t.test('a client whose large body is refused unread receives the reason', async (t) => {
  const { port, editor } = await serving(t)
  for (const size of SIZES) {
    const body = Buffer.alloc(size, ' ')
    const length = `Content-Length: ${size}\r\n`
    t.match(await answerToWhoSendsAll(port, post(length, closing), body), /^HTTP\/1\.1 403 .*"errors"/s, `${size}`)
    if (size < 5_000_000) continue
    const authorization = `Authorization: ${editor}\r\n`
    t.match(await answerToWhoSendsAll(port, post(length, authorization), body), /^HTTP\/1\.1 413 .*"errors"/s)
    const chunked = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
    t.match(
      await answerToWhoSendsAll(port, post('Transfer-Encoding: chunked\r\n', authorization), chunked),
      /^HTTP\/1\.1 413 .*"errors"/s,
      'also of unknown length'
    )
  }
})

t.test('curl and the client of Node see the refusal of a large body, every time', { skip: without('curl') }, async (t) => {
  const { port } = await serving(t)
  const url = `http://127.0.0.1:${port}/api/items`
  const file = path.join(await temporaryFolder(t), 'body')
  const byNode = async (body: Buffer): Promise<number | undefined> => {
    return await new Promise((resolve, reject) => {
      request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, agent: false }, (response) => {
        response.resume().on('end', () => { resolve(response.statusCode) })
      }).on('error', reject).end(body)
    })
  }
  for (const size of SIZES) {
    const body = Buffer.alloc(size, ' ')
    writeFileSync(file, body)
    for (let time = 0; time < 3; time++) {
      t.equal(await byNode(body), 403)
      const { stdout } = await promisify(execFile)('curl', [
        '--silent', '--write-out', '%{http_code}', '--header', 'Content-Type: application/json', '--header', 'Expect:',
        '--data-binary', `@${file}`, url
      ])
      t.match(stdout, /"errors".*403$/s)
    }
  }
})

t.test('a body that never ends is not read for ever after its refusal', async (t) => {
  const { port, editor } = await serving(t)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => { socket.once('close', () => { resolve() }) })
  socket.write(post(`Content-Length: ${10 ** 12}\r\n`, `Authorization: ${editor}\r\n`))
  let answer = ''
  socket.on('data', (chunk) => { answer += String(chunk) })
  await once(socket, 'end')
  t.match(answer, /^HTTP\/1\.1 413 /)
  const sending = setInterval(() => { socket.write('x'.repeat(1000)) }, 20)
  await closed
  clearInterval(sending)
})

t.test('a request that is not HTTP is answered before the connection is closed, and HEAD without a body', async (t) => {
  const { port } = await serving(t)
  const large = `/api/items?search=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`
  for (const rest of ['', 'x'.repeat(3_000_000)]) {
    const body = Buffer.from(rest)
    t.match(await answerToWhoSendsAll(port, `GET ${large}`, body), /^HTTP\/1\.1 431 .*\r\n\r\n\{"errors".*\}$/s)
    t.match(await answerToWhoSendsAll(port, `HEAD ${large}`, body), /^HTTP\/1\.1 431 .*\r\n\r\n$/s)
    t.match(await answerToWhoSendsAll(port, 'nonsense\r\n\r\n', body), /^HTTP\/1\.1 400 .*\r\n\r\n\{"errors".*\}$/s)
  }
})
