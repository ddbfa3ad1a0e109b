import { fork, type ChildProcess } from 'node:child_process'
import { request, type ClientRequest } from 'node:http'
import path from 'node:path'
import sharp from 'sharp'
import { Collection } from '../../bench/collection/collection.js'
import { writeCollection } from '../../bench/collection/file.js'
import { Client } from '../../bench/http/client.js'
import { createAdministrator, KEY } from '../../bench/processes/administrator.js'
import { BareServer } from '../../bench/processes/bare-server.js'
import { PROGRAM, vitrine } from '../../bench/processes/program.js'
import { memoryOf } from '../../bench/processes/usage.js'
import { pause, Server } from '../process/server.js'
import type { Context, Torture } from '../torture.js'
import type { CrowdFigures, CrowdOrder } from './crowd.js'
import { loopback } from './loopback.js'
import type { Visit, VisitorOrder } from './visitor.js'

/** Resources of the collection. */
const RESOURCES = { short: 10_000, long: 70_000 }

/** Milliseconds within which 95 of 100 visitors have to be served, and all of them. */
const VISIT_MAX_MS = { p95: 500, worst: 2000 }

/** Milliseconds within which `/health/live` has to answer. */
const LIVENESS_MAX_MS = { p95: 100, worst: 100 }

/** The requests of a crowd, which are never repeated. */
const PAGES = ['/?dcterms:creator=item/{5000}&q={9999}', '/?dcterms:date=17{99}&q={9999}']
const ANYTHING = [
  ...PAGES, '/api/items/facets?facets=dcterms:subject&search=so{9999}', '/api/items?fulltext_search=so+{9999}',
  '/api/items?property[0][property]=dcterms:title&property[0][type]=in&property[0][text]={9999}', '/items/{9000}',
  '/iiif/3/MEDIA/{3400},{2400},512,512/512,/0/default.jpg', '/api/items/export?format=csv&search={9999}'
]

/** The connections of a crowd, and what happens on them. */
interface Crowd {
  name: string
  connections: number
  addresses: number
  requests?: readonly string[]
}

const CROWDS: readonly Crowd[] = [
  { name: '200 event streams from 10 addresses', connections: 200, addresses: 10 },
  { name: '200 connections from one address, pages', connections: 200, addresses: 1, requests: PAGES },
  { name: '2,000 connections from 2,000 addresses, anything', connections: 2000, addresses: 2000, requests: ANYTHING }
]

export const swarm: Torture = {
  name: 'swarm',
  description: 'crowds that ask for what was never asked before, and what a visitor gets meanwhile',
  async run (context) {
    const { folder, report, scaled } = context
    if (process.platform !== 'linux') {
      report.notes.push('skipped: clients with many addresses need Linux, whose loopback network has them')
      return
    }
    const data = path.join(folder, 'data')
    const collection = new Collection(scaled(RESOURCES.short, RESOURCES.long))
    const records = path.join(folder, 'collection.ndjson')
    await writeCollection(collection, records)
    await createAdministrator(data)
    await vitrine(PROGRAM, 'import', records, '--data', data)
    const server = await Server.start(data)
    const control = await BareServer.start()
    try {
      const item = collection.workId(1)
      const media = await addPicture(server, item)
      const questions = {
        '/': '/',
        'an item': `/items/${collection.workId(2)}`,
        'a search': '/?q=visitor+#',
        'a tile': `/iiif/3/${media}/0,0,512,512/512,/0/default.jpg`,
        '/health/live': '/health/live'
      }
      await warm(server, Object.values(questions))
      for (const crowd of CROWDS) await watch(crowd, { server, control, item, media, questions }, context)
    } finally {
      await control.stop()
      if (!server.isAlive) report.fault(`the process ended: ${server.log.slice(-1500)}`)
      const ending = await server.stop()
      if (ending !== undefined) report.fault(ending)
    }
  }
}

/** Milliseconds between two uploads of an editor beside a crowd. */
const UPLOAD_EVERY_MS = 3000

/** Uploads a picture, as an editor does. @returns the id of its media, of which tiles can be requested. */
async function addPicture (server: Server, item: number): Promise<number> {
  const picture = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#857' } }).jpeg().toBuffer()
  const body = new FormData()
  body.set('data', JSON.stringify({ 'o:ingester': 'upload', 'o:item': { 'o:id': item }, file_index: 0 }))
  body.set('file[0]', new Blob([picture]), 'picture.jpg')
  const headers = { authorization: `Bearer ${KEY.identity}.${KEY.credential}` }
  const response = await fetch(`${server.base}/api/media`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The picture was answered ${response.status}: ${await response.text()}`)
  return (await response.json() as { 'o:id': number })['o:id']
}

/** Asks what visitors ask, so that the server knows it as one that has run for a while does. */
async function warm (server: Server, questions: readonly string[]): Promise<void> {
  const client = new Client(server.base)
  for (let round = 0; round < 3; round++) {
    for (const question of questions) await client.expect({ path: question.replaceAll('#', `warm${round}`) })
  }
  client.close()
}

interface Watched {
  server: Server
  control: BareServer
  /** An item that gets uploads, and a media of it. */
  item: number
  media: number
  questions: Record<string, string>
}

async function watch (crowd: Crowd, watched: Watched, context: Context): Promise<void> {
  const { server, control, item, media, questions } = watched
  const { report, scaled, seed } = context
  const port = Number(new URL(server.base).port)
  const visitors = await start('visitor.ts')
  server.takePeakMemory()
  const stop = crowd.requests === undefined
    ? openStreams(port, crowd)
    : await release({ ...crowd, port, seed: (seed + CROWDS.indexOf(crowd)) % 1000, requests: crowd.requests.map((path) => path.replace('MEDIA', `${media}`)) })
  visitors.send({ port, control: Number(new URL(control.base).port), questions } satisfies VisitorOrder)
  const until = performance.now() + scaled(15_000, 60_000)
  const uploads: number[] = []
  while (performance.now() < until) {
    const begin = performance.now()
    await addPicture(server, item).then(
      () => { uploads.push(performance.now() - begin) },
      (error: Error) => { report.fault(`${crowd.name}: an upload failed: ${error.message}`) }
    )
    await pause(UPLOAD_EVERY_MS)
  }
  report.notes.push(`${crowd.name}: ${uploads.length} uploads succeeded, each within ${summaryOf(uploads)}`)
  const visits = await figuresOf<Visit[]>(visitors)
  const figures = await stop()
  visitors.disconnect()
  report.requests += visits.length + Object.values(figures.statuses).reduce((sum, count) => sum + count, 0)
  report.steps++
  tell(crowd, visits, figures, server, context)
  // Lets the server finish the work that the crowd has left.
  await pause(2000)
}

function tell (
  crowd: Crowd, visits: readonly Visit[], figures: CrowdFigures, server: Server, { report }: Context
): void {
  const memory = server.takePeakMemory() / 2 ** 20
  const now = (memoryOf(server.child.pid!, 'RssAnon') ?? 0) / 2 ** 20
  const answers = Object.entries(figures.statuses).map(([status, count]) => `${count} × ${status}`).join(', ')
  report.notes.push(`${crowd.name}: ${answers}; ${figures.broken} broken; refused within ${summaryOf(figures.refusals)}; ` +
    `memory at the most ${Math.round(memory)} MB, then ${Math.round(now)} MB`)
  if (figures.withoutAdvice > 0) report.fault(`${crowd.name}: ${figures.withoutAdvice} refusals without Retry-After`)
  for (const question of new Set(visits.map(({ question }) => question))) {
    const own = visits.filter((visit) => visit.question === question)
    const times = own.map(({ milliseconds }) => milliseconds)
    const failed = own.filter(({ status }) => status !== 200)
    report.notes.push(`${crowd.name}: a visitor got ${question} within ${summaryOf(times)}; ${failed.length} of ${own.length} not`)
    report.waited(Math.max(...times))
    const { p95, worst } = question === '/health/live' ? LIVENESS_MAX_MS : VISIT_MAX_MS
    if (quantile(times, 0.95) > p95 || Math.max(...times) > worst) {
      report.fault(`${crowd.name}: a visitor waited ${summaryOf(times)} for ${question}`)
    }
    const answers = new Set(failed.map(({ status, message = '' }) => `${status} ${message}`))
    if (failed.length > 0) report.fault(`${crowd.name}: ${question} was answered ${[...answers].join(', ')}`)
  }
}

function summaryOf (times: readonly number[]): string {
  if (times.length === 0) return '–'
  const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => Math.round(quantile(times, share)))
  return `${p50} ms (p50), ${p95} ms (p95), ${worst} ms (worst)`
}

function quantile (times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** Starts a process of this folder. Resolves when it takes orders. */
async function start (file: string): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, file))
  await messageOf(child, 'isReady')
  return child
}

async function figuresOf<T> (child: ChildProcess): Promise<T> {
  const figures = messageOf<T>(child, 'figures')
  child.send('figures')
  return await figures
}

/** What a process says under this name; the loader of TypeScript sends messages of its own. */
async function messageOf<T> (child: ChildProcess, name: string): Promise<T> {
  return await new Promise<T>((resolve) => {
    child.on('message', (message: Record<string, T>) => { if (name in message) resolve(message[name]!) })
  })
}

/** Lets a crowd loose. @returns a function that ends it. */
async function release (order: CrowdOrder): Promise<() => Promise<CrowdFigures>> {
  const child = await start('crowd.ts')
  child.send(order)
  return async () => {
    const figures = await figuresOf<CrowdFigures>(child)
    child.disconnect()
    return figures
  }
}

/** Opens event streams that begin with all changes, and reads them. @returns a function that ends them. */
function openStreams (port: number, { connections, addresses }: Crowd): () => Promise<CrowdFigures> {
  const figures: CrowdFigures = { statuses: {}, withoutAdvice: 0, broken: 0, refusals: [] }
  const streams: ClientRequest[] = []
  for (let number = 0; number < connections; number++) {
    const begin = performance.now()
    const headers = { accept: 'text/event-stream' }
    const localAddress = loopback(number % addresses)
    const stream = request({ host: '127.0.0.1', port, path: '/api/changes', headers, localAddress, agent: false }, (answer) => {
      const status = String(answer.statusCode)
      figures.statuses[status] = (figures.statuses[status] ?? 0) + 1
      if (status === '503') {
        figures.refusals.push(performance.now() - begin)
        if (answer.headers['retry-after'] === undefined) figures.withoutAdvice++
      }
      answer.resume().on('error', () => {})
    })
    streams.push(stream.on('error', () => {}).end())
  }
  return async () => {
    for (const stream of streams) stream.destroy()
    return figures
  }
}
