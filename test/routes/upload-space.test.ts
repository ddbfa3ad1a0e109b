import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { build, type Key, type Server } from '../helper.js'
import { file, sendForm } from '../files/fixtures/uploads.js'

const SIZE = 60_000
const DATA = '{"o:media":[{"o:ingester":"upload","file_index":0}]}'

async function listening (t: Test): Promise<Server> {
  const server = await build(t, { uploadSpacePerAccount: 100_000, uploadSpace: 150_000 })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return server
}

const upload = async (server: Server, as: Key) =>
  await sendForm(server, as, 'POST', '/api/items', { data: DATA, 'file[0]': file('x'.repeat(SIZE), 'a.txt') })

/** Temporary files of forms. */
async function onTheirWay ({ data }: Server): Promise<string[]> {
  return (await readdir(path.join(data, 'tmp'), { recursive: true })).filter((name) => /form-\w+\/\d+$/.test(name))
}

/** Sends a file and leaves the form unfinished. */
async function hold (t: Test, server: Server, { identity, credential }: Key): Promise<Socket> {
  const before = (await onTheirWay(server)).length
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  t.teardown(() => { socket.destroy() })
  await once(socket, 'connect')
  socket.write(`POST /api/items HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${identity}.${credential}\r\n` +
    'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n' +
    `--b\r\nContent-Disposition: form-data; name="file[0]"; filename="a"\r\n\r\n${'x'.repeat(SIZE)}\r\n` +
    '--b\r\nContent-Disposition: form-data; name="file[1]"; filename="b"\r\n\r\nx')
  while ((await onTheirWay(server)).length < before + 2) await delay(10)
  return socket
}

t.test(
  'uploads on their way are bounded for each account and for all together, and give their space back',
  async (t) => {
    const server = await listening(t)
    const [one, two, three] = [
      await server.account('editor'),
      await server.account('editor'),
      await server.account('editor')
    ]
    for (let i = 0; i < 3; i++) {
      t.equal((await upload(server, one)).status, 200, 'one after the other there may be any number')
    }

    const held = await hold(t, server, one)
    const refused = await upload(server, one)
    t.equal(refused.status, 413)
    t.match(refused.json, {
      errors: { error: 'The uploads of this account that are on their way are larger than 100000 bytes.' }
    })
    t.equal((await upload(server, two)).status, 200)

    await hold(t, server, two)
    const crowded = await upload(server, three)
    t.equal(crowded.status, 507)
    t.match(crowded.json, { errors: { error: /no room for more uploads/ } })

    held.destroy()
    // The space is given back after the files are gone.
    let { status } = await upload(server, three)
    while (status === 507) {
      await delay(10)
      status = (await upload(server, three)).status
    }
    t.equal(status, 200)
  }
)
