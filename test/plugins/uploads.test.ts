import { readdir } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import type { Payload, Upload } from '../../api/call.js'
import { build, form, title, type Server } from '../helper.js'

/** Names of temporary folders that are left. */
async function left ({ api }: Server): Promise<string[]> {
  return await readdir(api.files.work.temporary)
}

/** Notes what the API is given, in place of making anything. */
function listen ({ api }: Server): { payload?: Payload, uploads?: readonly Upload[] } {
  const heard: { payload?: Payload, uploads?: readonly Upload[] } = {}
  const create = api.items.create.bind(api.items)
  api.items.create = async (payload, call) => {
    Object.assign(heard, { payload, uploads: call.uploads })
    return await create(title('x'), { actor: call.actor })
  }
  return heard
}

t.test('JSON and files of a form reach the API, in whatever order they come', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  const heard = listen(server)
  const json = new Blob(['{"a":"é"}'], { type: 'application/json' })
  const file = (text: string): Blob => new Blob([text], { type: 'application/octet-stream' })
  const forms = [
    { data: '{"a":"é"}', 'file[0]': [file('one'), 'one.txt'], 'file[1]': [file('three'), 'file[1]'] },
    { 'file[]': [file('one'), 'one.txt'], data: json },
    { 'file[7]': [file('one'), 'a/b/one.txt'], data: [json, 'data.json'], file: [file(''), 'x'] }
  ] as const
  for (const parts of forms) {
    t.equal((await server.send({ method: 'POST', url: '/api/items', as, ...await form(parts as never) })).statusCode, 200)
    t.same(heard.payload, { a: 'é' })
  }
  t.match(heard.uploads, [{ field: 'file', index: '7', filename: 'one.txt', size: 3 }, { field: 'file', index: null, filename: 'x', size: 0 }])
  t.same(await left(server), [])
})

t.test('a field as large as a body may be arrives whole', async (t) => {
  const server = await build(t)
  const as = await server.account('editor')
  const heard = listen(server)
  const text = 'x'.repeat(3_000_000)
  await server.send({ method: 'POST', url: '/api/items', as, ...await form({ data: JSON.stringify({ text }) }) })
  t.equal((heard.payload as { text: string }).text.length, text.length)
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
      const { statusCode, payload } = await server.send({ method, url: '/api/items/1', as, ...await form(parts as never) })
      t.equal(statusCode, 400)
      t.equal(JSON.parse(payload).errors.error, message)
    }
  }
  for (const [type, payload] of [['multipart/form-data', 'x'], ['multipart/form-data; boundary=b', '--b\r\nnonsense'], ['multipart/form-data; boundary=b', '']] as const) {
    t.equal((await server.send({ method: 'POST', url: '/api/items', as, headers: { 'content-type': type }, payload })).statusCode, 400, payload)
  }
  t.same(await left(server), [])
})

t.test('files and fields over their limits are refused', async (t) => {
  const server = await build(t, { bodyLimit: 1024, uploadLimit: 5000 })
  const as = await server.account('editor')
  const status = async (parts: Parameters<typeof form>[0]): Promise<number> => (await server.send({ method: 'POST', url: '/api/items', as, ...await form(parts) })).statusCode
  t.equal(await status({ data: '{}', 'file[0]': [new Blob(['x'.repeat(5000)]), 'a'] }), 200)
  t.equal(await status({ data: '{}', 'file[0]': [new Blob(['x'.repeat(5001)]), 'a'] }), 413)
  t.equal(await status({ 'file[0]': [new Blob(['x'.repeat(900_000)]), 'a'], data: '{}' }), 413)
  t.equal(await status({ data: JSON.stringify({ a: 'x'.repeat(2000) }) }), 413)
  t.same(await left(server), [])
})

t.test('nothing is left on disk when the client hangs up', async (t) => {
  const server = await build(t)
  await server.app.listen({ port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const socket = connect(port)
  socket.write('POST /api/items HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n' +
    '--b\r\nContent-Disposition: form-data; name="file[0]"; filename="a"\r\n\r\nhalf of a fi')
  while ((await left(server)).length === 0) await delay(5)
  socket.destroy()
  for (let i = 0; i < 200 && (await left(server)).length > 0; i++) await delay(5)
  t.same(await left(server), [])
})
