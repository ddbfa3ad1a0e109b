import { once } from 'node:events'
import http from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { PARALLEL_PICTURES, picturePool } from '../../../files/thumbnails/pool.js'
import { build, type Ending, type Key, type Server } from '../../helper.js'
import { quadrants } from '../../files/fixtures/pictures.js'
import { itemWith, jpegOf, mediaOf } from './fixtures.js'

/** Occupies all places for pictures. @returns frees one of them; all are free when the test ends. */
async function occupy (t: Ending): Promise<() => void> {
  const free: Array<() => void> = []
  for (let at = 1; at <= PARALLEL_PICTURES; at++) {
    picturePool.thumbnails('', 0, async () => {
      await new Promise<void>((resolve) => { free.push(resolve) })
    }).catch(t.fail)
    while (free.length < at) await nextTurn()
  }
  t.teardown(() => { for (const one of free) one() })
  return free[0]!
}

const waiting = async ({ api }: Server): Promise<number> => (await api.monitor.figures()).drawings.waiting

/** Resolves when a number of drawings wait, or when it is over. */
async function waitFor (server: Server, number: number, isOver = () => false): Promise<void> {
  while (!isOver() && await waiting(server) !== number) await nextTurn()
}

async function withPicture (t: Ending) {
  const server = await build(t, { trustProxy: true })
  const as = await server.account('global_admin')
  const [id] = mediaOf(await itemWith(server, as, [['a.jpg', await jpegOf(400, 300)]]))
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const ask = (path: string, address = '192.0.2.1'): http.ClientRequest => {
    const headers = { 'x-forwarded-for': address }
    return http.get({ port, host: '127.0.0.1', agent: false, path: `/iiif/3/${id}/full/${path}`, headers })
      .on('error', () => {})
  }
  return { server, id, port, as, ask }
}

async function answerTo (request: http.ClientRequest): Promise<http.IncomingMessage> {
  const [response] = await once(request, 'response') as [http.IncomingMessage]
  return response.resume()
}

t.test('a picture is not drawn if its client has disconnected', async (t) => {
  const { server, id, port, ask } = await withPicture(t)
  const release = await occupy(t)
  const alone = ask('max/10/default.png')
  const shared = [ask('max/20/default.png'), ask('max/20/default.png')]
  const stays = ask('max/30/default.png')
  await waitFor(server, 3)
  alone.destroy()
  await waitFor(server, 2)
  shared[0]!.destroy()
  // The other one still waits, whatever the server has heard of by now.
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  t.equal(await waiting(server), 2)
  shared[1]!.destroy()
  await waitFor(server, 1)

  // Requests that are sent together are answered one after the other, but all of them wait at once.
  const together = connect(port, '127.0.0.1').on('error', () => {})
  together.write([40, 41, 42].map((degrees) =>
    `GET /iiif/3/${id}/full/max/${degrees}/default.png HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''))
  await waitFor(server, 4)
  together.destroy()
  await waitFor(server, 1)

  const again = ask('max/20/default.png')
  await waitFor(server, 2)
  release()
  for (const { statusCode } of await Promise.all([stays, again].map(answerTo))) t.equal(statusCode, 200)
  t.equal(await waiting(server), 0)
})

t.test('waiting pictures are limited by their cost, for each address and in total; others are refused at once', async (t) => {
  const { server, ask } = await withPicture(t)
  await occupy(t)
  const pending: http.ClientRequest[] = []
  /** Asks for large pictures until one is refused. @returns how many were not. */
  const flood = async (address: string, degrees: number): Promise<number> => {
    for (let admitted = 0; ; admitted++) {
      const before = await waiting(server)
      const asked = ask(`%5E3000,/${degrees + admitted}/default.png`, address)
      pending.push(asked)
      let isAnswered = false
      const answer = answerTo(asked).finally(() => { isAnswered = true })
      const refusal = await Promise.race([answer, waitFor(server, before + 1, () => isAnswered)])
      if (refusal === undefined) continue
      t.match(refusal, { statusCode: 503, headers: { 'retry-after': '2' } })
      return admitted
    }
  }
  const admitted = await flood('192.0.2.1', 1)
  t.ok(admitted > 1 && admitted < 50, `${admitted} large pictures of one address`)
  t.ok(await flood('192.0.2.2', 100) > 1, 'another address has its own share')
  t.equal(await flood('192.0.2.3', 200), 0, 'all that may wait')
  for (const one of pending) one.destroy()
  await waitFor(server, 0)
})

t.test('thumbnails of an upload come before drawings, small drawings and newcomers before large ones', async (t) => {
  const { server, as, ask } = await withPicture(t)
  const release = await occupy(t)
  const order: string[] = []
  const ended: Array<Promise<unknown>> = []
  const add = async (name: string, path: string, address: string): Promise<void> => {
    const before = await waiting(server)
    ended.push(answerTo(ask(path, address)).then(({ statusCode }) => {
      order.push(`${name} ${statusCode}, ${picturePool.waitingThumbnails} thumbnails wait`)
    }))
    await waitFor(server, before + 1)
  }
  await add('first', '%5E1000,/1/default.png', '192.0.2.1')
  await add('second', '%5E1000,/2/default.png', '192.0.2.1')
  await add('third', '%5E1000,/3/default.png', '192.0.2.1')
  await add('newcomer', '%5E1010,/1/default.png', '192.0.2.2')
  await add('small', '50,/1/default.png', '192.0.2.3')
  ended.push(itemWith(server, as, [['b.png', await quadrants(300, 200)]]))
  while (picturePool.waitingThumbnails === 0) await nextTurn()
  release()
  await Promise.all(ended)
  t.same(order, ['small', 'first', 'newcomer', 'second', 'third'].map((name) => `${name} 200, 0 thumbnails wait`))
})

t.test('an upload does not wait for all that another account has sent before', async (t) => {
  const server = await build(t)
  const release = await occupy(t)
  const many = await server.account('author')
  const ended: string[] = []
  const upload = async (name: string, as: Key): Promise<void> => {
    const before = picturePool.waitingThumbnails
    uploads.push(itemWith(server, as, [[name, await quadrants(300, 200)]]).then(() => { ended.push(name) }))
    while (picturePool.waitingThumbnails === before) await nextTurn()
  }
  const uploads: Array<Promise<void>> = []
  // Many, because two that begin one after the other may end in any order.
  for (let n = 1; n <= 12; n++) await upload(`${n}.png`, many)
  await upload('only.png', await server.account('author'))
  release()
  await Promise.all(uploads)
  t.not(ended.at(-1), 'only.png')
})
