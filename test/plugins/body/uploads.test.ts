import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import type { Payload, Upload } from '../../../api/core/calls/call.js'
import { build, form, title, type Server } from '../../helper.js'

/** Names of temporary folders that are left. */
async function left ({ api }: Server): Promise<string[]> {
  return await readdir(api.files.work.temporary)
}

/** Records the payload and uploads that the API is called with, and creates a plain item in their place. */
function listen ({ api }: Server): { payload?: Payload, uploads?: readonly Upload[] } {
  const received: { payload?: Payload, uploads?: readonly Upload[] } = {}
  const create = api.items.create.bind(api.items)
  api.items.create = async (payload, call = {}) => {
    Object.assign(received, { payload, uploads: call.uploads })
    return await create(title('x'), { actor: call.actor })
  }
  return received
}

t.test('JSON and files of a form reach the API, in whatever order they come', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  const received = listen(server)
  const json = new Blob(['{"a":"é"}'], { type: 'application/json' })
  const file = (text: string): Blob => new Blob([text], { type: 'application/octet-stream' })
  const forms = [
    { data: '{"a":"é"}', 'file[0]': [file('one'), 'one.txt'], 'file[1]': [file('three'), 'file[1]'] },
    { 'file[]': [file('one'), 'one.txt'], data: json },
    { 'file[7]': [file('one'), 'a/b/one.txt'], data: [json, 'data.json'], file: [file(''), 'x'] }
  ] as const
  for (const parts of forms) {
    t.equal(
      (await server.send({ method: 'POST', url: '/api/items', as, ...(await form(parts as never)) })).statusCode,
      200
    )
    t.same(received.payload, { a: 'é' })
  }
  const quoted = await server.send({
    method: 'POST',
    url: '/api/items',
    as,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: [
      '--b', "Content-Disposition: form-data; name='data'", '', '{"a":"in quotes"}',
      '--b', "Content-Disposition: form-data; name='file[0]'; filename='one.txt'", '', 'one', '--b--', ''
    ].join('\r\n')
  })
  t.equal(quoted.statusCode, 200)
  t.match(received, { payload: { a: 'in quotes' }, uploads: [{ field: 'file', index: '0', filename: 'one.txt', size: 3 }] })
  await server.send({ method: 'POST', url: '/api/items', as, ...(await form(forms[2] as never)) })
  t.match(received.uploads, [
    { field: 'file', index: '7', filename: 'one.txt', size: 3 },
    { field: 'file', index: null, filename: 'x', size: 0 }
  ])
  t.same(await left(server), [])
})

t.test('a field as large as a body may be arrives whole', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  const received = listen(server)
  const text = 'x'.repeat(3_000_000)
  await server.send({ method: 'POST', url: '/api/items', as, ...await form({ data: JSON.stringify({ text }) }) })
  t.equal((received.payload as { text: string }).text.length, text.length)
})

t.test('a form without usable JSON is refused like such a body', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  for (const [parts, message] of [
    [{ 'file[0]': [new Blob(['x']), 'a.txt'] }, 'JSON: Syntax error'],
    [{ data: '{' }, 'JSON: Syntax error'],
    [{ data: '5' }, 'JSON: Content must be an object or array.'],
    [{ data: new Blob([Buffer.from([0x7b, 0xff])]) }, 'JSON: Malformed UTF-8 characters, possibly incorrectly encoded']
  ] as const) {
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      const { statusCode, payload } = await server.send({
        method,
        url: '/api/items/1',
        as,
        ...(await form(parts as never))
      })
      t.equal(statusCode, 400)
      t.equal(JSON.parse(payload).errors.error, message)
    }
  }
  for (const [type, payload] of [
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=b', '--b\r\nnonsense'],
    ['multipart/form-data; boundary=b', '']
  ] as const) {
    t.equal(
      (await server.send({ method: 'POST', url: '/api/items', as, headers: { 'content-type': type }, payload }))
        .statusCode,
      400,
      payload
    )
  }
  t.same(await left(server), [])
})

t.test('files and fields over their limits are refused', async (t) => {
  const server = await build(t, { bodyLimit: 1024, uploadLimit: 5000 })
  const as = await server.account('editor')
  const status = async (parts: Parameters<typeof form>[0]): Promise<number> =>
    (await server.send({ method: 'POST', url: '/api/items', as, ...(await form(parts)) })).statusCode
  t.equal(await status({ data: '{}', 'file[0]': [new Blob(['x'.repeat(5000)]), 'a'] }), 200)
  t.equal(await status({ data: '{}', 'file[0]': [new Blob(['x'.repeat(5001)]), 'a'] }), 413)
  t.equal(await status({ 'file[0]': [new Blob(['x'.repeat(900_000)]), 'a'], data: '{}' }), 413)
  t.equal(await status({ data: JSON.stringify({ a: 'x'.repeat(2000) }) }), 413)
  t.same(await left(server), [])
})

const CUT_SHORT = [
  '',
  '-',
  '--b',
  '--b\r',
  '--b\r\n',
  '--b\r\nContent-Dispo',
  '--b\r\nContent-Disposition: form-data; name="x"\r\n',
  '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n',
  '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nabc',
  '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{}',
  '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{}\r\n--b',
  '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{}\r\n--b-',
  '--b\r\nContent-Disposition: form-data; name="file[0]"; filename="a"\r\n\r\nabc',
  '--b\r\nContent-Disposition: form-data; name="file[0]"; filename="a"\r\n\r\nabc\r\n--b\r\n\r\n',
  '--b\r\nContent-Disposition: attachment\r\n\r\nabc',
  '--b\r\n\r\nabc',
  '--b\r\nX: y\r\n\r\nabc',
  '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nabc'
]

t.test('a form that is cut short is refused for every client, and the server continues', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  const address = await server.app.listen({ port: 0 })
  for (const body of CUT_SHORT) {
    const signed: Array<Record<string, string>> = [{}, { authorization: `Bearer ${as.identity}.${as.credential}` }]
    for (const headers of signed) {
      const answer = await fetch(`${address}/api/items`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
        body
      })
      t.equal(answer.status, 400, JSON.stringify(body))
      t.ok((await answer.json() as { errors: object }).errors)
    }
  }
  t.equal((await fetch(`${address}/api/items`)).status, 200)
  t.same(await left(server), [])
})

t.test('parts that are no fields are dropped, however large they are', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  const address = await server.app.listen({ port: 0 })
  const data = '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{}\r\n'
  for (const disposition of ['Content-Disposition: attachment; name="x"', 'X: y']) {
    for (const size of [20_000, 70_000, 3_000_000]) {
      const part = `--b\r\n${disposition}\r\n\r\n${'x'.repeat(size)}\r\n`
      for (const body of [part + data, data + part, part + data + part]) {
        const answer = await fetch(`${address}/api/items`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${as.identity}.${as.credential}`,
            'content-type': 'multipart/form-data; boundary=b'
          },
          body: `${body}--b--\r\n`
        })
        t.equal(answer.status, 200, `${disposition} ${size}`)
      }
    }
  }
  t.same(await left(server), [])
})

t.test('a form of thousands of parts is refused', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  const payload = `${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nabc\r\n'.repeat(3000)}--b--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const { statusCode, json } = await server.send({ method: 'POST', url: '/api/items', as, headers, payload })
  t.equal(statusCode, 413)
  t.match(json(), { errors: { error: /1000 parts/ } })
  t.same(await left(server), [])
})

t.test('a large file goes to disk as it comes', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  const received = listen(server)
  const address = await server.app.listen({ port: 0 })
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  const before = process.memoryUsage().rss
  let most = 0
  async function * body (): AsyncGenerator<Buffer> {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{}\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file[0]"; filename="a"\r\n\r\n')
    for (let sent = 0; sent < 200; sent++) {
      yield chunk
      most = Math.max(most, process.memoryUsage().rss - before)
    }
    yield Buffer.from('\r\n--b--\r\n')
  }
  const sent = request(`${address}/api/items`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as.identity}.${as.credential}`,
      'content-type': 'multipart/form-data; boundary=b'
    }
  })
  const answered = once(sent, 'response')
  await pipeline(body, sent)
  const [answer] = await answered as [IncomingMessage]
  answer.resume()
  t.equal(answer.statusCode, 200)
  t.match(received.uploads, [{ size: 200 * chunk.length }])
  t.ok(most < 120 * chunk.length, `${most} bytes of memory`)
  t.same(await left(server), [])
})

t.test('nothing is left on disk when the client hangs up', async (t) => {
  const server = await build(t)
  const { identity, credential } = await server.account('editor')
  await server.app.listen({ port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const socket = connect(port)
  socket.write(`POST /api/items HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${identity}.${credential}\r\n` +
    'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n' +
    '--b\r\nContent-Disposition: form-data; name="file[0]"; filename="a"\r\n\r\nhalf of a fi')
  while ((await left(server)).length === 0) await delay(5)
  socket.destroy()
  for (let i = 0; i < 200 && (await left(server)).length > 0; i++) await delay(5)
  t.same(await left(server), [])
})
