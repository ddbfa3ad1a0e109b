import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { Session } from '../http/session.js'
import { createFolder } from '../process/accounts.js'
import { pause, Server } from '../process/server.js'
import type { Context, Torture } from '../torture.js'
import { Watchdog } from '../watch/watchdog.js'

const CONNECTIONS = 1000

/** Milliseconds within which all of a thousand concurrent requests must be answered. */
const LONGEST_FLOOD = 30_000

/** Connections of slow clients, per kind. */
const SLOW = 150

const QUESTIONS = ['/api-context', '/api/items/1', '/api/items?per_page=1']

export const floods: Torture = {
  name: 'floods',
  description: 'a thousand connections at once, clients that send or read slowly, clients that go away',
  async run (context) {
    const { folder, report, scaled } = context
    const data = path.join(folder, 'data')
    const accounts = await createFolder(data)
    const server = await Server.start(data)
    const session = new Session(server.base, accounts, report)
    for (let at = 0; at < 40; at++) {
      const values = Array.from({ length: 50 }, () => ({
        type: 'literal',
        property_id: 1,
        '@value': `Item ${at} ${'amber '.repeat(20)}`
      }))
      await session.json({ method: 'POST', path: '/api/items', as: 'editor', json: { values } })
    }
    session.close()
    let doing = ''
    const watchdog = await Watchdog.start(server.base, QUESTIONS, report, () => doing)
    try {
      for (let round = 0; round < scaled(1, 5); round++) {
        doing = 'a flood'
        await flood(server, context)
        for (const [name, behave] of SLOW_CLIENTS) {
          doing = `slow clients (${name})`
          await beSlow(server, behave, scaled(2000, 6000), context)
        }
        doing = 'clients that go away'
        await goAway(server, context)
      }
    } finally {
      report.notes.push(`the watchdog asked ${await watchdog.stop()} questions`)
    }
    if (!server.isAlive) report.fault(`the process ended: ${server.log.slice(-1500)}`)
    for (const line of server.errorLines()) report.fault(`the server logged ${line.slice(0, 1500)}`)
    const ending = await server.stop()
    if (ending !== undefined) report.fault(ending)
  }
}

function open (server: Server): Socket {
  const { hostname, port } = new URL(server.base)
  // The server may refuse or reset these connections; only what other clients see meanwhile is judged.
  return connect(Number(port), hostname).on('error', () => {})
}

const get = (address: string): string => `GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`

/** Each of a thousand concurrent requests is served, or refused with 503 or 429. */
async function flood (server: Server, { report }: Context): Promise<void> {
  const sockets = Array.from({ length: CONNECTIONS }, () => open(server))
  const answers = await Promise.all(sockets.map(async (socket, at) => {
    report.requests++
    return await statusOf(socket, get(at % 3 === 0 ? '/api/items?per_page=5' : '/api/items/1'))
  }))
  const served = answers.filter((status) => status === 200).length
  const refused = answers.filter((status) => status === 503 || status === 429).length
  report.steps++
  if (served + refused < CONNECTIONS) {
    report.fault(
      `of ${CONNECTIONS} connections ${served} were served, ${refused} told to come back, the others nothing`
    )
  }
}

async function statusOf (socket: Socket, request: string): Promise<number | undefined> {
  return await new Promise((resolve) => {
    let text = ''
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
      resolve(status === undefined ? undefined : Number(status))
    }
    const timer = setTimeout(end, LONGEST_FLOOD)
    socket.on('connect', () => { socket.write(request) }).on('data', (chunk) => { text += chunk.toString('latin1') })
    socket.on('close', end)
  })
}

/** The behaviour of a slow client on an open connection. Called again every 100 ms. */
type Behaviour = (socket: Socket, step: number) => void

const HEAD =
  'POST /api/items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
const FORM =
  'POST /api/items HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 100000\r\n\r\n'
const PART = '--B\r\nContent-Disposition: form-data; name="file[0]"; filename="a.txt"\r\n\r\n'

const SLOW_CLIENTS: ReadonlyArray<[string, Behaviour]> = [
  [
    'a header at a time',
    (socket, step) => {
      socket.write(step === 0 ? 'GET / HTTP/1.1\r\nHost: localhost\r\n' : `X-${step}: y\r\n`)
    }
  ],
  [
    'a body byte by byte',
    (socket, step) => {
      socket.write(step === 0 ? HEAD : '[')
    }
  ],
  [
    'a form byte by byte',
    (socket, step) => {
      socket.write(step === 0 ? FORM + PART : 'x')
    }
  ],
  ['nothing at all', () => {}],
  ['answers not read', (socket, step) => {
    if (step === 0) socket.pause()
    socket.write(get('/api/items?per_page=99999').replace('close', 'keep-alive'))
  }]
]

async function beSlow (server: Server, behave: Behaviour, milliseconds: number, { report }: Context): Promise<void> {
  const sockets = Array.from({ length: SLOW }, () => open(server))
  const steps = milliseconds / 100
  for (let step = 0; step < steps; step++) {
    for (const socket of sockets) if (socket.writable) behave(socket, step)
    await pause(100)
  }
  report.requests += SLOW
  report.steps++
  for (const socket of sockets) socket.destroy()
}

/** Requests long answers and disconnects at once, repeatedly. */
async function goAway (server: Server, { report, random, scaled }: Context): Promise<void> {
  for (let round = 0; round < scaled(10, 50); round++) {
    const sockets = Array.from({ length: 20 }, () => open(server))
    for (const socket of sockets) {
      socket.write(
        random.pick([get('/api/items?per_page=99999'), HEAD, FORM + PART, get('/api/properties?per_page=999')])
      )
    }
    await pause(random.between(0, 60))
    for (const socket of sockets) {
      if (random.chance(0.5)) socket.resetAndDestroy()
      else socket.destroy()
    }
    report.requests += sockets.length
  }
  report.steps++
}
