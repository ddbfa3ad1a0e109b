import { rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import t from 'tap'
import vitrine, { open } from '../../app.js'
import { IS_POSTGRES, keptIn } from '../database.js'
import { build, dataFolder, WITHOUT_THREADS, type Ending } from '../helper.js'

/** A server for Vitrine alone, or an application that has it under a prefix. */
async function server (t: Ending, prefix?: string) {
  const data = await dataFolder(t)
  const api = await open({ ...await keptIn(data), ...WITHOUT_THREADS })
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'info', stream: { write (line: string) { lines.push(line) } } } })
  app.addHook('onClose', async () => { await api.close() })
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, prefix === undefined ? { api, standalone: true } : { api, prefix })
  await app.ready()
  return { app, api, data, lines }
}

t.test('a server that serves says that it lives and is ready, without a line in the log', async (t) => {
  const { app, lines } = await server(t)
  const live = await app.inject('/health/live')
  t.same([live.statusCode, live.json(), live.headers['cache-control']], [200, { status: 'ok' }, 'no-store'])
  for (const url of ['/health', '/health/ready']) {
    const { statusCode, headers, body } = await app.inject(url)
    t.equal(statusCode, 200)
    t.match(headers['content-type'], /^application\/.*json/)
    t.same(JSON.parse(body), { status: 'ok', checks: { database: 'ok', files: 'ok', running: 'ok' } })
  }
  t.equal((await app.inject({ method: 'HEAD', url: '/health/ready' })).statusCode, 200)
  t.same(lines.filter((line) => line.includes('/health')), [])
})

t.test('a server that is about to end lives but is not ready', async (t) => {
  const { app, api } = await server(t)
  api.monitor.announceEnd()
  t.equal((await app.inject('/health/live')).statusCode, 200)
  const { statusCode, body } = await app.inject('/health/ready')
  t.equal(statusCode, 503)
  t.match(JSON.parse(body), { status: 'failing', checks: { running: 'failing', database: 'ok' } })
})

t.test('a database that another version has migrated meanwhile is not ready', async (t) => {
  const { app, api } = await server(t)
  await api.store.write(async (database) => {
    await database.run(IS_POSTGRES
      ? sql`INSERT INTO migration (name) VALUES ('9999_later')`
      : sql`UPDATE __drizzle_migrations SET created_at = created_at + 1000000000`)
  })
  await until(async () => (await app.inject('/health/ready')).statusCode === 503)
  t.match((await app.inject('/health/ready')).json(), { checks: { database: 'failing' } })
})

t.test('stored files that cannot be reached make it unready, as soon as that is known', async (t) => {
  const { app, data } = await server(t)
  rmSync(path.join(data, 'files'), { recursive: true })
  await app.inject('/health/ready')
  await t.resolves(until(async () => (await app.inject('/health/ready')).statusCode === 503))
  t.match((await app.inject('/health/ready')).json(), {
    checks: { files: 'failing' }, reason: 'The folder files of the data folder cannot be written (ENOENT).'
  })
  t.equal((await app.inject('/api/items')).statusCode, 200, 'reading goes on')
})

t.test('under a prefix they stand below it, and nothing outside', async (t) => {
  const { app } = await server(t, '/collections')
  t.equal((await app.inject('/collections/health/ready')).statusCode, 200)
  t.equal((await app.inject('/health/ready')).statusCode, 404)
})

t.test('at the root of an application the address is the application\'s own', async (t) => {
  const { app } = await build(t)
  t.equal((await app.inject('/health')).statusCode, 404)
  t.equal((await app.inject('/metrics')).statusCode, 404)
})

async function until (isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('It never became so.')
}
