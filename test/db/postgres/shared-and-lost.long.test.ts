import Fastify from 'fastify'
import pg from 'pg'
import t, { type Test } from 'tap'
import { viewerOf } from '../../../api/access/access.js'
import { ANONYMOUS, OPERATOR, type Actor } from '../../../api/core/calls/actor.js'
import { PasswordCheck } from '../../../api/access/accounts/password-check.js'
import { SharedThrottle } from '../../../api/access/throttles/shared-throttle.js'
import { NO_EXTENSIONS } from '../../../api/resources/definition/extensions.js'
import type { JobClass } from '../../../api/runtime/jobs/job-class.js'
import { openServices } from '../../../api/operations/open-services.js'
import { represent } from '../../../api/operations/represent.js'
import type { ResourceType } from '../../../api/resources/definition/resource-type.js'
import { defaultSettings } from '../../../api/runtime/settings/settings.js'
import vitrine, { open as openApi } from '../../../app.js'
import { Store } from '../../../db/open/store.js'
import { setting } from '../../../db/tables/index.js'
import { newDatabase } from '../../database.js'
import { build, temporaryFolder, title, WITHOUT_THREADS } from '../../helper.js'
import { until } from '../../until.js'
import { Proxy } from './fixtures/proxy.js'

async function open (t: Test, address: string): Promise<Store> {
  const store = await Store.open('', {}, { address })
  t.teardown(async () => { await store.close() })
  return store
}

/** Ends connections as an administrator of the database does. */
async function terminate (address: string, condition = ''): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() ${condition}`)
  await client.end()
}

const put = async (store: Store, id: string): Promise<void> => {
  await store.write(async (database) => { await database.insert(setting).values({ id, value: 1 }) })
}
const has = async (store: Store, id: string): Promise<boolean> =>
  (await store.read.select().from(setting)).some((row) => row.id === id)

t.test('one node has a claim, until it gives it back or loses its connection', async (t) => {
  const address = await newDatabase()
  const [one, two] = [await open(t, address), await open(t, address)]
  const first = await one.engine.claims!.take('jobs')
  t.equal(first?.isHeld, true)
  t.equal(await two.engine.claims!.take('jobs'), undefined)
  t.equal(await one.engine.claims!.take('jobs'), undefined, 'nor anybody else of the same node')
  const other = await two.engine.claims!.take('webhooks')
  t.equal(other?.isHeld, true)
  await first!.release()
  const second = await two.engine.claims!.take('jobs')
  t.equal(second?.isHeld, true)
  await terminate(address)
  await until(() => !second!.isHeld)
  t.equal(other?.isHeld, false)
  const third = await one.engine.claims!.take('jobs')
  t.equal(third?.isHeld, true)
  await second!.release()
  t.equal(await two.engine.claims!.take('jobs'), undefined, 'what was lost cannot be given back')
})

t.test('lost connections are opened again; a write whose answer was lost is looked up', async (t) => {
  const address = await newDatabase()
  const proxy = await Proxy.before(t, address)
  const store = await open(t, proxy.address)
  await put(store, 'before')
  await terminate(address)
  t.equal(await has(store, 'before'), true)
  await put(store, 'after')
  proxy.next = 'unanswered'
  await put(store, 'unanswered')
  proxy.next = 'lost'
  await t.rejects(put(store, 'lost'), { code: '08006' })
  t.same(await Promise.all(['after', 'unanswered', 'lost'].map(async (id) => await has(store, id))), [true, true, false])
  const broken = store.write(async (database) => {
    await database.insert(setting).values({ id: 'broken', value: 1 })
    await terminate(address)
    await database.insert(setting).values({ id: 'more', value: 1 })
  })
  await t.rejects(broken, { code: /^(57P01|08006)$/ })
  await put(store, 'again')
  t.same(await Promise.all(['broken', 'more', 'again'].map(async (id) => await has(store, id))), [false, false, true])
})

t.test('while the database is away requests are refused with 503, and answered when it is back', async (t) => {
  const proxy = await Proxy.before(t, await newDatabase())
  const server = await build(t, { database: proxy.address, databaseWait: 2000, metrics: 'all' })
  const app = Fastify()
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, { api: server.api, standalone: true })
  const key = await server.account('editor')
  const write = async () => await server.send({ method: 'POST', url: '/api/items', payload: title('x'), as: key })
  t.equal((await write()).statusCode, 200)
  await proxy.cut()
  for (const answer of [await server.send({ url: '/api/items' }), await write(), await server.send({ url: '/login' })]) {
    t.match(answer, { statusCode: 503, headers: { 'retry-after': /^\d+$/ } })
  }
  t.match((await server.send({ url: '/api/items?x=1' })).json(), { errors: { error: /^The database cannot be reached/ } })
  t.match(await app.inject('/health'), { statusCode: 503, payload: /"database":"failing"/ })
  t.match(await app.inject('/metrics'), { statusCode: 200, payload: /^vitrine_database_connections_limit 10$/m })
  await proxy.open()
  await until(async () => (await app.inject('/health')).statusCode === 200)
  t.equal((await write()).statusCode, 200)
  t.equal((await server.send({ url: '/api/items' })).json().length, 2)
})

t.test('a node whose database a newer version has migrated reports it, still reads, and refuses writes', async (t) => {
  const database = await newDatabase()
  const server = await build(t, { database })
  const app = Fastify()
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, { api: server.api, standalone: true })
  const as = await server.account('editor')
  const write = async () => await server.send({ method: 'POST', url: '/api/items', payload: title('x'), as })
  t.equal((await write()).statusCode, 200)
  const claim = await server.api.store.engine.claims!.take('webhooks')
  const client = new pg.Client(database)
  await client.connect()
  await client.query("INSERT INTO migration (name) VALUES ('9999_of-the-next-version.sql')")
  await client.end()
  t.match(await write(), { statusCode: 503, headers: { 'retry-after': /^\d+$/ }, payload: /This server is older than the database/ })
  await until(async () => (await app.inject('/health')).statusCode === 503)
  t.match((await app.inject('/health')).json(), {
    status: 'failing', checks: { database: 'failing' }, reason: /^A newer version of Vitrine has changed the tables/
  })
  t.equal((await write()).statusCode, 503)
  t.equal((await server.send({ url: '/api/items' })).json().length, 1)
  t.equal(claim!.isHeld, false, 'others deliver')
  await t.rejects(open(t, database), { message: /^This database was written by a newer version of Vitrine\. Update Vitrine/ })

  const unfinished = await newDatabase()
  const copying = new pg.Client(unfinished)
  await copying.connect()
  await copying.query('CREATE TABLE unfinished_copy (name text)')
  await copying.end()
  await t.rejects(open(t, unfinished), { message: /^A collection is being copied into this database/ })
})

t.test('a job runs on one node, and continues on another when that one loses its connection', async (t) => {
  const address = await newDatabase()
  const proxy = await Proxy.before(t, address)
  const counted: string[] = []
  let isHeldUp = true
  let arrive = (): void => {}
  const arrived = new Promise<void>((resolve) => { arrive = resolve })
  const counting = (node: string): JobClass<{ to: number }> => ({
    name: 'Test\\Count',
    async run ({ args: { to }, checkpoint, advance }) {
      for (let number = (checkpoint as number | undefined) ?? 1; number <= to; number++) {
        if (number === 3) {
          arrive()
          await until(() => !isHeldUp)
        }
        counted.push(`${node}${number}`)
        await advance(number, to, number + 1)
      }
    }
  })
  const node = async (name: string, database: string) => {
    const data = await temporaryFolder(t)
    const api = await openApi({ data, ...WITHOUT_THREADS, database }, { jobs: [counting(name)] })
    t.teardown(async () => { await api.close() })
    return api
  }
  const [one, two] = [await node('a', proxy.address), await node('b', address)]
  const id = await one.jobs.start('Test\\Count', { to: 4 }, OPERATOR)
  await arrived
  two.jobs.wake()
  await two.jobs.idle()
  t.same(counted, ['a1', 'a2'])
  await proxy.cut()
  isHeldUp = false
  await one.jobs.idle()
  await until(async () => {
    two.jobs.wake()
    await two.jobs.idle()
    return (await two.jobs.report(id, OPERATOR)).status === 'completed'
  })
  t.same(counted, ['a1', 'a2', 'a3', 'b3', 'b4'])
  t.match(await two.jobs.report(id, OPERATOR), { log: [/Started/, /Taken up again/, /Completed/] })
  await proxy.open()
})

t.test('a resource that another node has hidden during a search is not shown', async (t) => {
  const database = await newDatabase()
  const folder = async () => ({ data: await temporaryFolder(t), ...WITHOUT_THREADS, database })
  const one = await openApi(await folder())
  t.teardown(async () => { await one.close() })
  const make = async (text: string, isPublic: boolean): Promise<number> =>
    (await one.items.create({ ...title(text), 'o:is_public': isPublic }, { actor: OPERATOR })).json()['o:id'] as number
  const ids = [await make('open', true), await make('secret', false)]
  const { services, definitions } = await openServices({ ...defaultSettings(), ...await folder() }, NO_EXTENSIONS)
  t.teardown(async () => { for (const each of [services.store, services.files]) await each.close() })
  const items = definitions.find(({ name }) => name === 'items') as ResourceType
  const shownTo = async (actor: Actor) => {
    const answers = await represent(items, await services.reading(viewerOf(actor)), ids)
    return answers.map((answer) => (answer.json() as { 'o:title': string })['o:title'])
  }
  t.same(await shownTo(ANONYMOUS), ['open'])
  t.same(await shownTo(OPERATOR), ['open', 'secret'])
})

t.test('attempts to sign in, and requests, count on all nodes', async (t) => {
  const address = await newDatabase()
  const buckets = [(await open(t, address)).engine.buckets!, (await open(t, address)).engine.buckets!]
  const checks = buckets.map((each) => new PasswordCheck(each))
  const attempt = { account: 'a', passwordHash: null, password: 'x', address: '203.0.113.7' }
  const verdicts = await Promise.all(Array.from({ length: 14 }, async (_, at) => await checks[at % 2]!.check(attempt)))
  t.equal(verdicts.filter(({ is }) => is === 'wrong').length, 10)
  t.match(verdicts.find(({ is }) => is === 'too-often'), { wait: 60 })
  t.match(await checks[0]!.check({ ...attempt, account: 'b' }), { is: 'wrong' })
  const [one, two] = buckets.map((each) => new SharedThrottle(each, 'test', { burst: 10, every: 1000 }))
  one!.take('x', 7)
  t.equal(two!.wait('x', 4), 0, 'not known yet')
  await until(() => {
    // Reads of the position get it every second.
    two!.take('x', 0)
    return two!.left('x') < 4
  })
  t.ok(two!.wait('x', 4) > 0)
})
