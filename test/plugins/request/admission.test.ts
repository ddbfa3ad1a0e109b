import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import type { WaitingWork } from '../../../api/runtime/admission/admission.js'
import { build, title, type Server } from '../../helper.js'

type Answer = Awaited<ReturnType<Server['send']>>

/** Requests of a route that are at work at once, and the most that may wait. */
const AT_WORK = 16
const NEWCOMERS_AT_WORK = 4
const WAITING = 200

/** A server with items 1 to 3 and a format that takes until it is let go. */
async function busyServer (t: Parameters<typeof build>[0]) {
  const held: Array<{ id: number, go: () => void }> = []
  let isOpen = false
  let unanswered = 0
  let inFormat = 0
  const serialise = async (body: unknown): Promise<string> => {
    const id = (body as { 'o:id': number })['o:id']
    inFormat++
    await new Promise<void>((resolve) => {
      held.push({ id, go: resolve })
      if (isOpen) resolve()
    })
    inFormat--
    return 'slow'
  }
  const server = await build(t, {}, {}, { formats: [{ name: 'slow', mediaType: 'text/x-slow', serialise }] })
  const as = await server.account('editor')
  for (const text of ['Crowd', 'Visitor', 'Known']) {
    await server.send({ method: 'POST', url: '/api/items', payload: title(text), as })
  }
  let number = 0
  const send = async (options: Parameters<Server['send']>[0]): Promise<Answer> => {
    unanswered++
    return await server.send(options).finally(() => { unanswered-- })
  }
  return {
    held,
    send,
    /** Requests an item at a URL that was never requested before. */
    ask (id: number, remoteAddress: string, headers: Record<string, string> = {}): Promise<Answer> {
      return send({ url: `/api/items/${id}?format=slow&never=${++number}`, remoteAddress, headers })
    },
    /** Lets all pending work proceed, until each request waits for its turn or in the format, and nothing changes. */
    async settle (): Promise<void> {
      for (let turn = 0; turn < 20; turn++) {
        await new Promise((resolve) => { setImmediate(resolve) })
        if (unanswered - server.api.admission.figures.waiting > inFormat) turn = 0
      }
    },
    letAllGo () {
      isOpen = true
      for (const { go } of held) go()
    }
  }
}

t.test('where there are too many requests, clients with the fewest are next', async (t) => {
  const { send, held, ask, settle, letAllGo } = await busyServer(t)
  const crowd = Array.from({ length: AT_WORK + 30 }, async () => await ask(1, '203.0.113.1'))
  while (held.length < AT_WORK) await settle()
  // The first few clients of a crowd count as new.
  for (let extra = held.splice(AT_WORK); extra.length > 0; extra = held.splice(AT_WORK)) {
    for (const { go } of extra) go()
    await settle()
  }
  t.equal(held.length, AT_WORK, 'others wait')

  // Neither can be answered without passing the requests that wait.
  t.equal((await send({ url: '/nothing' })).statusCode, 404, 'what no route serves')
  t.equal((await send({ url: '/api/items', remoteAddress: '203.0.113.1' })).statusCode, 200, 'another route')

  const newcomers = Array.from({ length: NEWCOMERS_AT_WORK + 2 }, async (_, at) => await ask(2, `2001:db8:${at}::1`))
  while (held.length < AT_WORK + NEWCOMERS_AT_WORK) await settle()
  await settle()
  t.same(held.slice(AT_WORK).map(({ id }) => id), [2, 2, 2, 2], 'some new clients need not wait at all')
  for (const { go } of held.splice(0, 4 + NEWCOMERS_AT_WORK)) go()
  while (held.length < AT_WORK) await settle()
  const next = held.slice(AT_WORK - 4).map(({ id }) => id)
  t.equal(next.filter((id) => id === 2).length, 2, 'others come before a crowd that has waited longer')

  letAllGo()
  const answers = await Promise.all([...crowd, ...newcomers])
  t.same([...new Set(answers.map(({ statusCode }) => statusCode))], [200], 'everybody is answered in the end')
  t.equal((await ask(1, '203.0.113.1')).statusCode, 200)
})

t.test('requests that were sent before come first, because their answers are cached', async (t) => {
  const { send, held, ask, settle, letAllGo } = await busyServer(t)
  const known = '/api/items/3?format=slow'
  const first = send({ url: known })
  while (held.length < 1) await settle()
  held.splice(0)[0]!.go()
  t.equal((await first).statusCode, 200)

  const crowd = Array.from({ length: AT_WORK + 3 }, async (_, number) => await ask(1, `203.0.113.${number}`))
  while (held.length < AT_WORK) await settle()
  const visitor = send({ url: known, remoteAddress: '203.0.113.99' })
  await settle()
  held.splice(0, 1)[0]!.go()
  while (held.length < AT_WORK) await settle()
  t.equal(held.at(-1)!.id, 3)
  letAllGo()
  await Promise.all([...crowd, visitor])
})

t.test('requests that would wait for too long are refused at once, except those of a new client', async (t) => {
  const { held, ask, settle, letAllGo } = await busyServer(t)
  const crowd = Array.from({ length: AT_WORK + 2 * WAITING }, async () => await ask(1, '203.0.113.1'))
  const json = await Promise.race(crowd)
  t.equal(json.statusCode, 503)
  t.match(json.headers, { 'retry-after': '2', 'content-type': 'application/json', 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
  t.same(json.json(), {
    errors: { error: 'There are more requests than can be answered. Try again in a moment.' },
    'request-id': json.headers['x-request-id']
  })
  const pages = Array.from({ length: 2 * WAITING }, async () =>
    await ask(1, '203.0.113.1', { accept: 'text/html', 'accept-language': 'de' }))
  const page = await Promise.race(pages)
  t.equal(page.statusCode, 503)
  t.match(page.headers, { 'retry-after': '2', 'content-type': /text\/html/ })
  t.match(page.payload, '<html lang="de">')
  do await settle(); while (held.length < AT_WORK)

  const visitor = ask(2, '198.51.100.1')
  await settle()
  for (const { go } of held.splice(0, 2)) go()
  await settle()
  t.ok(held.slice(-2).some(({ id }) => id === 2), 'the crowd made room for the visitor, who is next')
  letAllGo()
  await Promise.all([...crowd, ...pages])
  t.equal((await visitor).statusCode, 200)
})

t.test('a repeated request after a refusal is read when the server has time', async (t) => {
  const server = await build(t)
  const { admission } = server.api
  const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  let resume = (): void => {}
  admission.pause = (connection) => {
    connection.pause()
    resume = () => { connection.resume() }
  }
  admission.mayBegin = () => false
  admission.wait = (_client: string, work: WaitingWork) => { work.refuse() }
  const socket = connect(Number(address.port), address.hostname)
  t.teardown(() => { socket.destroy() })
  const ask = (): void => { socket.write('GET /api/items HTTP/1.1\r\nHost: localhost\r\n\r\n') }
  ask()
  const [first] = await once(socket, 'data') as [Buffer]
  t.match(String(first), /^HTTP\/1\.1 503 .*\r\nretry-after: 2\r\n.*\r\nConnection: keep-alive\r\n/s)
  let answers = 0
  socket.on('data', () => { answers++ })
  ask()
  for (let others = 0; others < 3; others++) t.equal((await fetch(`${address.origin}/elsewhere`)).status, 404)
  t.equal(answers, 0)
  resume()
  await once(socket, 'data')
  t.equal(answers, 1)
})
