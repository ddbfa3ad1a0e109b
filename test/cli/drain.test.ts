import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import t from 'tap'
import { drainOf } from '../../cli/serve/drain.js'

t.test('a request is waited for whose client has left, for it reads on', async (t) => {
  const app = Fastify()
  t.teardown(async () => { await app.close() })
  const drain = drainOf(app.server)
  let arrive = (): void => {}
  const arrived = new Promise<void>((resolve) => { arrive = resolve })
  let leave = (): void => {}
  const left = new Promise<void>((resolve) => { leave = resolve })
  let isDone = false
  app.get('/', async (request) => {
    request.raw.socket.once('close', () => { setImmediate(leave) })
    arrive()
    await left
    // Work that a request does after its connection was closed.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => { setTimeout(resolve, 5) })
    isDone = true
    return 'answer'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await arrived
  client.destroy()
  await once(client, 'close')
  await left
  await drain.begin(false)
  t.equal(isDone, true)
})
