import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { build, title, type Key, type Server } from '../../helper.js'

t.test('only JSON and forms are taken, and that is said before anything else', async (t) => {
  const { send } = await build(t)
  const post = async (type: string | undefined, payload: string, url = '/api/items'): Promise<[number, string]> => {
    const { statusCode, payload: body } = await send({
      method: 'POST',
      url,
      headers: type === undefined ? {} : { 'content-type': type },
      payload
    })
    return [statusCode, JSON.parse(body).errors.error]
  }
  const refusal = (type: string): string => `Invalid Content-Type header. Expecting "application/json", got "${type}".`
  for (const type of [
    'text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/json+xml', '*/*', 'json',
    'application/', 'multipart/mixed', 'application/jsonx', 'APPLICATION/JSON', 'application/ld+JSON', 'Multipart/Form-Data'
  ]) {
    t.same(await post(type, '{'), [415, refusal(type)])
  }
  t.same(await post('text/turtle; charset=utf-8', '{', '/api/nonsense'), [415, refusal('text/turtle')])
  t.same(await post(undefined, '{'), [415, refusal('none')])
  for (const type of [
    'application/json', 'application/ld+json; charset=utf-8', 'application/vnd.api+json', 'application/json ; a=b',
    'multipart/x+form-data'
  ]) {
    t.same(await post(type, '{'), [400, 'JSON: Syntax error'], type)
    t.equal((await post(type, '{}'))[0], 403, type)
  }
})

t.test('a compressed body is refused with the coding that is expected', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const post = async (coding: string, url: string, type: string) => await send({
    method: 'POST', url, as, headers: { 'content-type': type, 'content-encoding': coding }, payload: gzipSync('{}')
  })
  for (const [url, type] of [
    ['/api/items', 'application/json'], ['/api/items', 'text/turtle'], ['/api/items', 'multipart/form-data; boundary=a'],
    ['/api/bulk', 'application/x-ndjson']
  ] as const) {
    const { statusCode, headers, payload } = await post('gzip', url, type)
    t.same([statusCode, headers['accept-encoding'], JSON.parse(payload).errors], [
      415, 'identity', { error: 'The body has the content coding "gzip". Send it without one.' }
    ], `${url} ${type}`)
  }
  t.equal((await post('Identity', '/api/items', 'application/json')).statusCode, 400)
  t.equal((await send({
    method: 'POST', url: '/api/items', as, headers: { 'content-encoding': 'identity' }, payload: title('a')
  })).statusCode, 200)
})

t.test('bad JSON is reported before missing permissions and unknown names', async (t) => {
  const { send } = await build(t)
  const headers = { 'content-type': 'application/json' }
  for (const [method, url] of [
    ['POST', '/api/items'],
    ['POST', '/api/items/9'],
    ['PUT', '/api/items/9'],
    ['PATCH', '/api/items/9/'],
    ['PUT', '/api/items'],
    ['DELETE', '/api/items'],
    ['DELETE', '/api/items/'],
    ['POST', '/api/nonsense']
  ] as const) {
    for (const payload of ['', '{', '"a"', Buffer.from([0x7b, 0xff])]) {
      t.equal((await send({ method, url, headers, payload })).statusCode, 400, `${method} ${url} ${String(payload)}`)
    }
  }
})

t.test('a body where none belongs is ignored, and so is its type', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'garbage' }, {}]) {
    for (const payload of [undefined, '{', 'x'.repeat(200_000)]) {
      t.equal((await send({ url: '/api/items', headers, payload })).statusCode, 200)
      const { payload: made } = await send({ method: 'POST', url: '/api/items', as, payload: title('a') })
      t.equal(
        (await send({ method: 'DELETE', url: `/api/items/${JSON.parse(made)['o:id']}`, as, headers, payload }))
          .statusCode,
        200
      )
    }
  }
})

t.test('a list cannot be deleted, whatever else comes with the request', async (t) => {
  const { send } = await build(t)
  for (const [type, payload] of [
    ['application/json', '{}'], ['application/json', 'x'.repeat(200_000)], ['text/plain', '{'],
    ['multipart/form-data; boundary=x', '{'], [undefined, undefined]
  ] as const) {
    const headers = type === undefined ? {} : { 'content-type': type }
    t.equal((await send({ method: 'DELETE', url: '/api/items', headers, payload })).statusCode, 405, String(type))
  }
})

t.test('a body over the limit is refused', async (t) => {
  const { send } = await build(t, { bodyLimit: 2000 })
  const { statusCode, payload } = await send({ method: 'POST', url: '/api/items', payload: title('x'.repeat(3000)) })
  t.equal(statusCode, 413)
  t.ok(JSON.parse(payload).errors.error)
})

t.test('a list in place of an object makes one resource, huge numbers break nothing', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const post = async (payload: string): Promise<number> =>
    (await send({ method: 'POST', url: '/api/items', as, headers: { 'content-type': 'application/json' }, payload }))
      .statusCode
  t.equal(await post('[1,{"a":2}]'), 200)
  t.ok(await post('{"o:owner":{"o:id":99999999999999999999999}}') < 500)
  t.ok(await post('{"x":1e400,"y":-0}') < 500)
  t.equal(await post('{"__proto__":{"o:is_public":false}}'), 400)
})

/** Announces a body, sends the beginning of it and waits for the answer. */
async function begin (
  server: Server,
  line: string,
  headers: Record<string, string | number>,
  body = '',
  as?: Key
): Promise<{ status: number, body: string }> {
  if (!server.app.server.listening) await server.app.listen({ port: 0 })
  const socket = connect((server.app.server.address() as AddressInfo).port)
  await once(socket, 'connect')
  const authorization = as === undefined ? {} : { Authorization: `Bearer ${as.identity}.${as.credential}` }
  const lines = Object.entries({ Host: 'localhost', ...authorization, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`
  )
  socket.write(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  let text = ''
  socket.setEncoding('utf8')
  for await (const chunk of socket) {
    text += chunk as string
    if (/\r\n\r\n./s.test(text)) break
  }
  socket.destroy()
  return { status: Number(text.split(' ', 2)[1]), body: text.slice(text.indexOf('\r\n\r\n') + 4) }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const FORM_TYPE = { 'Content-Type': 'multipart/form-data; boundary=b' }
const LARGE_BODY_HEADERS = { 'Content-Length': 3_000_000 }
const ENDLESS = { 'Transfer-Encoding': 'chunked' }

t.test('a client without the right to write is refused before a large body is read', async (t) => {
  const server = await build(t)
  const [editor, author] = [await server.account('editor'), await server.account('author')]
  await server.send({ method: 'POST', url: '/api/items', as: editor, payload: title('theirs') })
  const cases: Array<[line: string, as: Key | undefined, status: number]> = [
    ['POST /api/items', undefined, 403],
    ['POST /api/items/5', undefined, 403],
    ['PUT /api/items/1', undefined, 403],
    ['PATCH /api/items/99', undefined, 403],
    ['PUT /api/items/1', author, 403],
    ['PATCH /api/items/99', author, 404],
    ['PUT /api/items', editor, 405],
    ['POST /api/modules', editor, 403],
    ['POST /api/data_types', undefined, 403],
    ['POST /api/nonsense', editor, 404],
    ['POST /api/no/such/address', editor, 404]
  ]
  for (const [line, as, status] of cases) {
    for (const type of [JSON_TYPE, FORM_TYPE]) {
      const announced = await begin(server, line, { ...type, ...LARGE_BODY_HEADERS }, '', as)
      t.equal(announced.status, status, `${line} ${type['Content-Type']}`)
      t.ok(JSON.parse(announced.body).errors, 'in JSON')
    }
    t.equal(
      (await begin(server, line, { ...JSON_TYPE, ...ENDLESS }, '5\r\n[{},{\r\n', as)).status,
      status,
      `${line} without a length`
    )
  }
})

t.test('a body over the limit is refused unread', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  const { status, body } = await begin(
    server,
    'POST /api/items',
    { ...JSON_TYPE, 'Content-Length': 60_000_000 },
    '[{},',
    as
  )
  t.equal(status, 413)
  t.ok(JSON.parse(body).errors.error)
})

t.test('millions of empty objects are refused', async (t) => {
  const { send, account } = await build(t)
  const as = await account('editor')
  const { statusCode, json } = await send({
    method: 'POST',
    url: '/api/items',
    as,
    headers: { 'content-type': 'application/json' },
    payload: `[${'{},'.repeat(1_000_000)}{}]`
  })
  t.equal(statusCode, 413)
  t.match(json(), { errors: { error: /200000 members/ } })
})

t.test('a body in many small pieces takes little more memory than its bytes', async (t) => {
  const server = await build(t)
  const as = await server.account('author')
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const heapUsed = (): number => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  for (const [line, type, end] of [
    ['POST /api/items', 'application/json', '{}'],
    ['POST /api/items', 'text/turtle', '<> <http://purl.org/dc/terms/title> "a" .'],
    ['POST /api/bulk', 'application/x-ndjson', '{"op":"create","resource":"items","data":{}}']
  ] as const) {
    const send = async (pieces: number) => await begin(
      server, line, { 'Content-Type': type, ...ENDLESS }, `${chunk(' ').repeat(pieces)}${chunk(end)}0\r\n\r\n`, as
    )
    // Not measured: what the first request of a type loads, and what earlier tests have left, freed after a turn.
    await send(1)
    collectGarbage()
    await delay(100)
    const before = heapUsed()
    let most = 0
    const timer = setInterval(() => { most = Math.max(most, heapUsed() - before) }, 50)
    const { status } = await send(100_000)
    clearInterval(timer)
    t.equal(status, 200, type)
    t.ok(most < 8 * 2 ** 20, `${type}: ${most} bytes`)
  }
})
