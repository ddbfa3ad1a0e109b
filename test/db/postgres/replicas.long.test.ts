import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import t from 'tap'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import vitrine from '../../../app.js'
import { build, title, type Server } from '../../helper.js'
import { dice } from '../../dice.js'
import { until } from '../../until.js'
import { addressesOf } from '../../../db/postgres/connection/servers.js'
import { PostgresServer } from './fixtures/postgres-server.js'

const primary = await PostgresServer.primary(t)
const replica = await PostgresServer.replica(t, primary.address)
const settings = { database: primary.address, replica: [replica.address] }

const isUsed = ({ api }: Server): boolean => api.store.engine.replicas[0]!.isUsed
const readsOf = ({ api }: Server): number => api.store.engine.replicas[0]!.reads

async function titles ({ send }: Server): Promise<string[]> {
  const response = await send({ url: '/api/items?search=lamp&sort_by=id' })
  return response.json<Array<{ 'o:title': string }>>().map((item) => item['o:title'])
}

/** Searches until the replica is asked: after each commit, such as one that indexes texts, it is left for a moment. */
async function asks (server: Server): Promise<void> {
  for (const reads = readsOf(server), end = Date.now() + 60_000; readsOf(server) === reads;) {
    if (Date.now() > end) throw new Error('The replica is not asked.')
    await until(() => isUsed(server))
    const neverAsked = `property[0][property]=1&property[0][type]=eq&property[0][text]=${Math.random()}`
    await server.send({ url: `/api/items?${neverAsked}` })
  }
}

t.test('an address may name several servers', async (t) => {
  t.same(addressesOf('postgres://ada:p%40@a,b:5433/museum?sslmode=require&target_session_attrs=read-write&x=1'), [
    'postgres://ada:p%40@a/museum?sslmode=require&x=1', 'postgres://ada:p%40@b:5433/museum?sslmode=require&x=1'
  ])
  t.same(addressesOf('postgresql://[::1]:1,b/x?target_session_attrs=primary'), ['postgresql://[::1]:1/x', 'postgresql://b/x'])
  t.throws(() => addressesOf('postgres://a,b/x?target_session_attrs=standby'), { message: /standby is not supported/ })
})

t.test('requests read from a replica as long as it knows all that the process may know of', async (t) => {
  const [one, two] = [await build(t, settings), await build(t, { database: primary.address })]
  const standalone = Fastify()
  await standalone.register(vitrine, { api: one.api, standalone: true })
  const health = async (): Promise<unknown> => (await standalone.inject('/health')).json()
  const make = async ({ api }: Server, text: string): Promise<void> => {
    await api.items.create(title(text), { actor: OPERATOR })
  }
  await make(one, 'lamp of one')
  await asks(one)
  t.same(await titles(one), ['lamp of one'])
  await until(async () => JSON.stringify(await health()).includes('"isUsed":true'))

  await replica.pause(true)
  const { version } = one.api.store.changes
  const reads = readsOf(one)
  await make(two, 'lamp of two')
  await until(() => one.api.store.changes.version > version)
  t.same(await titles(one), ['lamp of one', 'lamp of two'])
  t.equal(readsOf(one), reads, 'it was not asked while it lacked what another process has announced')
  await replica.pause(false)
  await until(() => isUsed(one))
  const more = readsOf(one)
  await replica.pause(true)
  await make(one, 'lamp of its own')
  t.same(await titles(one), ['lamp of one', 'lamp of two', 'lamp of its own'])
  t.equal(readsOf(one), more, 'nor what this one has written')
  await until(() => (one.api.store.engine.replicas[0]!.lag ?? 0) > 0)
  t.match(await health(), { status: 'ok', replicas: [{ isUsed: false, lag: Number, reason: 'behind' }] })
  t.match((await standalone.inject('/metrics')).body, /vitrine_replica_used\{[^}]*\} 0\n/)

  await replica.pause(false)
  await until(() => isUsed(one))
  await asks(one)
  t.equal((await titles(one)).length, 3)
  await until(async () => {
    const snapshot = await one.api.store.engine.snapshot()
    const [found] = await snapshot.database.all<{ isReplica: number }>('SELECT pg_is_in_recovery() AS "isReplica"')
    await snapshot.close()
    return found!.isReplica === 1
  })
})

t.test('a replica that is far behind is not read from, even if nothing was announced', async (t) => {
  const one = await build(t, { ...settings, replicaLag: 0 })
  await until(() => isUsed(one))
  await replica.pause(true)
  await primary.tell('CREATE TABLE of_somebody_else (id int)')
  await until(() => !isUsed(one))
  await replica.pause(false)
  await until(() => isUsed(one))
  t.pass()
})

t.test('answers are right while two processes write and the replica lags and catches up', async (t) => {
  const [one, two] = [await build(t, settings), await build(t, settings)]
  const roll = dice(17)
  const words = ['amber', 'birch', 'cedar']
  const found = new Map<number, { word: string, isPublic: boolean }>()
  const ids = (): number[] => [...found.keys()]
  let isPaused = false
  for (let round = 0; round < 50; round++) {
    const [writer, other] = roll(2) === 0 ? [one, two] : [two, one]
    if (roll(8) === 0) await replica.pause(isPaused = !isPaused)
    const { version } = other.api.store.changes
    const [state, id] = [{ word: words[roll(3)]!, isPublic: roll(3) > 0 }, ids()[roll(found.size + 4)]]
    const payload = { ...title(`${state.word} box`), 'o:is_public': state.isPublic }
    if (id === undefined) {
      const made = await writer.api.items.create(payload, { actor: OPERATOR })
      found.set(made.json('')['o:id'] as number, state)
    } else if (roll(3) === 0) {
      await writer.api.items.delete(id, { actor: OPERATOR })
      found.delete(id)
    } else {
      await writer.api.items.update(id, payload, { actor: OPERATOR })
      found.set(id, state)
    }
    // Writes of other processes are announced within a moment.
    const reader = roll(2) === 0 ? writer : other
    if (reader === other) await until(() => other.api.store.changes.version > version)
    if (!isPaused && roll(2) === 0) await until(() => isUsed(reader))
    const word = words[roll(3)]!
    const matching = [...found].filter(([, item]) => item.isPublic && item.word === word)
    const expected = matching.map(([id]) => id).sort((a, b) => a - b)
    const query = [
      `fulltext_search=${word}&sort_by=id`, `search=${word}&sort_by=id`,
      `property[0][property]=1&property[0][type]=eq&property[0][text]=${word}+box&sort_by=id`
    ][roll(3)]!
    const { statusCode, body } = await reader.send({ url: `/api/items?${query}` })
    if (statusCode !== 200) t.fail(body)
    t.same((JSON.parse(body) as Array<{ 'o:id': number }>).map((item) => item['o:id']), expected, `${round} ${query}`)
  }
  await replica.pause(false)
  await asks(one)
})

t.test('a replica that dies and comes back goes unnoticed', async (t) => {
  const one = await build(t, settings)
  const wrong: unknown[] = []
  const end = new AbortController()
  const reader = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const search = `search=lamp&property[0][property]=1&property[0][type]=neq&property[0][text]=${Math.random()}`
      const { statusCode, body } = await one.send({ url: `/api/items?${search}` })
      if (statusCode !== 200 || !body.includes('lamp of two')) wrong.push(body)
      await pause(1)
    }
  }
  const readers = Promise.all(Array.from({ length: 4 }, reader))
  await until(() => isUsed(one))
  await replica.kill()
  await until(() => !isUsed(one))
  await replica.begin()
  await until(() => isUsed(one))
  end.abort()
  await readers
  t.same(wrong, [])
})

t.test('while the primary is away replicas answer; when one of them is promoted, it becomes the primary', async (t) => {
  const [first, second] = [primary, replica].map(({ address }) => new URL(address).host)
  const database = `postgres://postgres@${first!},${second!}/postgres?target_session_attrs=read-write`
  const one = await build(t, { ...settings, database, replica: [primary.address, replica.address], replicaLag: 60 })
  const strict = await build(t, { ...settings, database, replicaLag: 0 })
  const as = await one.account('editor')
  const write = async () => await one.send({ method: 'POST', url: '/api/items', payload: title('lamp of the heir'), as })
  await one.send({ url: '/api/items/1' })
  await until(() => one.api.store.engine.replicas[1]!.isUsed)
  await primary.kill()
  await until(() => one.api.store.problem !== undefined && one.api.store.engine.replicas[1]!.lag! > 0)
  for (const url of ['/api/items/1', '/api/items?search=lamp', '/api/items?per_page=3']) {
    const { statusCode, body } = await one.send({ url })
    t.equal(statusCode, 200, `${url}: ${body.slice(0, 200)}`)
  }
  t.equal((await write()).statusCode, 503)
  for (const method of ['PATCH', 'PUT', 'DELETE'] as const) {
    const { statusCode } = await one.send({ method, url: '/api/items/999', payload: title('x'), as })
    t.equal(statusCode, 503, `${method}: that it was not found may only mean that the replica has not received it`)
  }
  const named = await one.send({ url: '/api/items/1', headers: { 'service-position': '99999999' } })
  t.equal(named.statusCode, 503, 'who names a position is shown nothing older')
  t.match(named.json(), { errors: { error: /position/ } })
  t.ok(named.headers['retry-after'])
  t.equal((await strict.send({ url: '/api/items?search=lamp' })).statusCode, 503, 'it may be further behind than the setting says')
  await replica.promote()
  await until(async () => (await write()).statusCode === 200)
  await until(() => one.api.store.problem === undefined)
  t.match((await titles(one)).at(-1), 'lamp of the heir')
  t.equal(one.api.store.engine.replicas[1]!.reason, 'not a replica')
})
