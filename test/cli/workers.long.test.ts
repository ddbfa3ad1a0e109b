import { readFileSync } from 'node:fs'
import http from 'node:http'
import t, { type Test } from 'tap'
import { newDatabase } from '../database.js'
import { dice } from '../dice.js'
import { eventsOf } from '../routes/fixtures/events.js'
import { start } from './program.js'
import { temporaryFolder } from '../helper.js'
import { until } from '../until.js'

/** Requests of an address in a minute; those of private networks are not counted. */
const REQUESTS_PER_MINUTE = 20
const LIMITED = ['--trust-proxy', '--rate-limit', String(REQUESTS_PER_MINUTE)]

interface Reply { status: number, body: string }

/** Each request over a connection of its own, so that workers take turns. */
async function ask (
  address: string, method = 'GET', payload?: object, more: Record<string, string> = {}
): Promise<Reply> {
  return await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...more }
    const request = http.request(address, { method, agent: false, headers }, (response) => {
      response.toArray().then((chunks) => {
        resolve({ status: response.statusCode!, body: Buffer.concat(chunks as Buffer[]).toString('utf8') })
      }, reject)
    })
    request.once('error', reject).end(payload && JSON.stringify(payload))
  })
}

/** Ids of processes that another one has started. */
function childrenOf (id: number): number[] {
  return readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter((text) => text !== '').map(Number)
}

/** Starts two workers. */
async function begin (t: Test, more: readonly string[], environment: Record<string, string> = {}) {
  const server = start(t, [
    'serve', '--data', await temporaryFolder(t), '--port', '0', '--workers', '2', '--search-threads', '0', ...more
  ], environment)
  const address = await server.says(/listening at (\S+)/)
  const key = `key_identity=${await server.says(/key_identity=(\w+)/)}&key_credential=${await server.says(/key_credential=(\w+)/)}`
  const workers = async (): Promise<Set<string>> => {
    const { body } = await ask(`${address}/metrics`)
    return new Set([...body.matchAll(/^process_cpu_seconds_total\{worker="(\d+)"\}/gm)].map(([, worker]) => worker!))
  }
  await until(async () => (await workers()).size >= 2)
  return { server, address, key, workers }
}

/** Whether what one worker hears and counts concerns the other one. */
async function share (t: Test, { server, address, key }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  const [one, other] = childrenOf(server.process.pid!) as [number, number]
  /** Makes the other worker accept connections. */
  const without = async <Result>(stopped: number, work: () => Promise<Result>): Promise<Result> => {
    process.kill(stopped, 'SIGSTOP')
    return await work().finally(() => { process.kill(stopped, 'SIGCONT') })
  }
  const events = await without(other, async () => await eventsOf(`${address}/api/changes`))
  const create = async (): ReturnType<typeof ask> => {
    const answer = await without(one, async () => await ask(`${address}/api/items?${key}`, 'POST', {}))
    // A worker that was stopped while it brought an index up to date keeps the other one from writing.
    return answer.status === 503 ? await create() : answer
  }
  const created = await create()
  t.equal(created.status, 200, created.body)
  const { 'o:id': id } = JSON.parse(created.body) as { 'o:id': number }
  // Earlier changes come first.
  for (let event = await events.next(); event?.data['o:id'] !== id;) event = await events.next()
  await events.leave()

  const visit = async (): Promise<number> =>
    (await ask(`${address}/api/items/1`, 'GET', undefined, { 'x-forwarded-for': '203.0.113.7' })).status
  await without(other, async () => {
    for (let at = 0; at < REQUESTS_PER_MINUTE - 5; at++) t.equal(await visit(), 200)
    // Workers exchange their counts every second.
    for (const end = Date.now() + 2000; Date.now() < end;) {
      await new Promise((resolve) => { setTimeout(resolve, 500) })
      await visit()
    }
  })
  const allowed = await without(one, async () => {
    let count = 0
    for (; await visit() === 200; count++) await new Promise((resolve) => { setTimeout(resolve, 100) })
    return count
  })
  t.ok(allowed < REQUESTS_PER_MINUTE - 5, `${allowed} were allowed by the other worker`)
}

t.test('workers on PostgreSQL see writes of the others, and count requests together', async (t) => {
  const started = await begin(t, LIMITED, { VITRINE_DATABASE: await newDatabase() })
  await share(t, started)
  started.server.process.kill('SIGTERM')
  const { code, stderr } = await started.server.outcome()
  t.equal(code, 0)
  t.notMatch(stderr, /"level":[456]0/)
})

t.test('workers answer alike, whichever of them wrote; when one is killed, the others continue, and nothing is lost', async (t) => {
  const started = await begin(t, LIMITED)
  const { server, address, key, workers } = started

  const roll = dice(17)
  const titles = new Map<number, string>()
  const write = async (at: number): Promise<void> => {
    const title = `Title ${at} ${roll(5)}`
    const known = [...titles.keys()].filter((id) => id % 2 === at % 2)
    const id = known.length < 5 ? undefined : known[roll(known.length)]!
    const { status, body } = await ask(
      `${address}/api/items${id === undefined ? '' : `/${id}`}?${key}`, id === undefined ? 'POST' : 'PATCH',
      { 'dcterms:title': [{ type: 'literal', property_id: 1, '@value': title }] }
    )
    t.equal(status, 200)
    titles.set((JSON.parse(body) as { 'o:id': number })['o:id'], title)
  }
  const compare = async (note: string): Promise<void> => {
    const expected = [...titles].sort(([a], [b]) => a - b)
    for (const query of ['sort_by=id', 'sort_by=id&search=title', 'sort_by=id&per_page=100']) {
      const { body } = await ask(`${address}/api/items?${query}`)
      const shown = (JSON.parse(body) as Array<{ 'o:id': number, 'o:title': string }>).map((one) => [one['o:id'], one['o:title']])
      t.same(shown, expected, `${note}, ${query}`)
    }
  }
  for (let step = 0; step < 25; step++) {
    // Of two clients at the same time.
    await Promise.all([write(2 * step), write(2 * step + 1)])
    await compare(`step ${step}`)
  }

  await share(t, started)
  const [killed] = childrenOf(server.process.pid!)
  const before = [...titles.keys()]
  process.kill(killed!, 'SIGKILL')
  for (let step = 0; step < 20; step++) await write(100 + step).catch(() => {})
  for (const id of before) t.equal((await ask(`${address}/api/items/${id}`)).status, 200)
  await until(async () => (await workers()).size >= 2 && !childrenOf(server.process.pid!).includes(killed!))
  t.match(server.stderr, 'A worker has ended')
  for (const [id, title] of titles) t.match((await ask(`${address}/api/items/${id}`)).body, `"o:title":"${title}"`)

  server.process.kill('SIGTERM')
  t.equal((await server.outcome()).code, 0)
})
