import Fastify from 'fastify'
import { register } from 'prom-client'
import t from 'tap'
import vitrine, { open, type Api } from '../../app.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { keptIn } from '../database.js'
import { dataFolder, title, WITHOUT_THREADS, type Ending } from '../helper.js'

const OPERATOR = { id: null, role: 'global_admin' } as const

async function server (t: Ending, settings: Partial<Settings> = {}, prefixes: readonly string[] = ['/']) {
  const app = Fastify()
  const apis: Api[] = []
  for (const prefix of prefixes) {
    const api = await open({ ...await keptIn(await dataFolder(t)), ...WITHOUT_THREADS, ...settings })
    app.addHook('onClose', async () => { await api.close() })
    await app.register(vitrine, prefix === '/' ? { api, standalone: true } : { api, prefix })
    apis.push(api)
  }
  t.teardown(async () => { await app.close() })
  await app.ready()
  const metrics = async (url = '/metrics'): Promise<string> => (await app.inject(url)).body
  return { app, api: apis[0]!, metrics }
}

/** The value of a sample, by its name and labels as the text has them. */
function sample (text: string, name: string): number | undefined {
  const line = text.split('\n').find((line) => line.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

t.test('requests are counted by method, pattern of the route and status', async (t) => {
  const { app, api, metrics } = await server(t)
  const { id } = await api.items.create(title('Amphora'), { actor: OPERATOR })
  for (const url of [`/api/items/${String(id)}`, `/api/items/${String(id)}`, '/api/items/9999']) await app.inject(url)
  const text = await metrics()
  t.equal(sample(text, 'vitrine_http_requests_total{method="GET",route="/api/items/:id",status="200"}'), 2)
  t.equal(sample(text, 'vitrine_http_requests_total{method="GET",route="/api/items/:id",status="404"}'), 1)
  t.equal(sample(text, 'vitrine_http_request_duration_seconds_count{method="GET",route="/api/items/:id"}'), 3)
  t.equal(sample(text, 'vitrine_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/api/items/:id"}') ??
    sample(text, 'vitrine_http_request_duration_seconds_bucket{method="GET",route="/api/items/:id",le="+Inf"}'), 3)
})

t.test('input of clients does not become a label', async (t) => {
  const { app, metrics } = await server(t)
  for (let n = 0; n < 20; n++) {
    await app.inject(`/secret-${n}?key_credential=abc`)
    await app.inject(`/api/secret-${n}/secret-${n}`)
    await app.inject({ method: 'PROPFIND' as 'GET', url: `/secret-${n}` })
  }
  const text = await metrics()
  t.notMatch(text, /secret|credential|PROPFIND/)
  t.equal(sample(text, 'vitrine_http_requests_total{method="GET",route="none",status="404"}'), 20)
})

t.test('metrics cover caches, queues, jobs, sizes, the event loop and the process', async (t) => {
  const { app, api, metrics } = await server(t)
  const { id } = await api.items.create(title('Amphora'), { actor: OPERATOR })
  await app.inject(`/api/items/${String(id)}`)
  const hits = (text: string): number => sample(text, 'vitrine_cache_hits_total{cache="answers"}')!
  const before = hits(await metrics())
  await app.inject(`/api/items/${String(id)}`)
  const text = await metrics()
  t.equal(hits(text), before + 1)
  t.ok(sample(text, 'vitrine_cache_misses_total{cache="answers"}')! >= 1)
  t.ok(sample(text, 'vitrine_cache_bytes{cache="answers"}')! > 0)
  t.ok(sample(text, 'vitrine_database_bytes{file="database"}')! > 100_000)
  t.equal(sample(text, 'vitrine_searches_waiting{kind="searches"}'), 0)
  t.equal(sample(text, 'vitrine_jobs{status="in_progress"}'), 0)
  t.ok(sample(text, 'process_cpu_seconds_total')! > 0)
  t.ok(sample(text, 'process_resident_memory_bytes')! > 10_000_000)
  t.ok(sample(text, 'nodejs_eventloop_lag_seconds{quantile="1"}')! >= 0)
})

/** Bytes by thread and part. */
function bytesOf (text: string, name: string): Map<string, number> {
  const samples = text.matchAll(new RegExp(`^${name}\\{thread="(\\w+)",part="(\\w+)"\\} (\\d+)$`, 'gm'))
  return new Map(Array.from(samples, ([, thread, part, bytes]) => [`${thread!} ${part!}`, Number(bytes)]))
}

t.test('under any load each cache stays within its limit, and all limits together within the setting memory', async (t) => {
  const { app, api, metrics } = await server(t, { memory: 10 })
  const LENGTH = 60_000
  const kept = async (): Promise<Map<string, number>> => bytesOf(await metrics(), 'vitrine_memory_bytes')
  const texts = Array.from({ length: 20 }, (_, at) => title(`${at} `.padEnd(LENGTH, 'long ')))
  await api.items.batchCreate(texts, { actor: OPERATOR })
  await app.inject('/api/items/1')
  const one = (await kept()).get('main answers')!
  t.ok(one >= LENGTH && one < 2 * LENGTH, 'an answer counts as the bytes that were sent')
  const gzip = { 'accept-encoding': 'gzip' }
  for (let id = 1; id <= 20; id++) {
    for (const url of [
      `/api/items/${id}`, `/api/items?per_page=4&page=${id % 5}`, `/api/items?search=${id}`, `/items/${id}`, `/?page=${id}`,
      `/api/items?sort_by=dcterms:title&id[]=${id}`, `/api/items/facets?facets=dcterms:title&search=${id}`,
      `/iiif/3/${id}/manifest`
    ]) await app.inject({ url, headers: gzip })
    const limits = bytesOf(await metrics(), 'vitrine_memory_limit_bytes')
    t.ok([...limits.values()].reduce((sum, bytes) => sum + bytes) <= 10 * 1024 * 1024)
    for (const [part, bytes] of await kept()) t.ok(bytes <= limits.get(part)!, `${part} ${id}`)
  }
  t.ok((await kept()).get('main answers')! > 1_000_000, 'which it fills')
  await api.items.create(title('Later'), { actor: OPERATOR })
  await app.inject('/api/items?search=19')
  t.ok((await kept()).get('main sets')! > 0, 'sets of ids, which writes patch')
})

t.test('by default only programs on this computer may read them, and not through a proxy', async (t) => {
  const { app } = await server(t, { trustProxy: true })
  const from = async (remoteAddress: string, headers = {}) =>
    (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
  t.same([await from('127.0.0.1'), await from('::1'), await from('::ffff:127.0.0.1')], [200, 200, 200])
  t.same([await from('192.0.2.7'), await from('10.0.0.1'), await from('2001:db8::1')], [404, 404, 404])
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host']) {
    t.equal(await from('127.0.0.1', { [header]: '127.0.0.1' }), 404, `${header} cannot make anybody local`)
  }
  const { headers } = await app.inject('/metrics')
  t.notOk(headers['access-control-allow-origin'], 'nor a page of another origin in a browser here')
})

t.test('the setting metrics opens them to every client, or to none', async (t) => {
  const { app: open } = await server(t, { metrics: 'all' })
  t.equal((await open.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })).statusCode, 200)
  const { app: closed } = await server(t, { metrics: 'off' })
  t.equal((await closed.inject('/metrics')).statusCode, 404)
})

t.test('collections side by side are counted apart, and not in the registry of the application', async (t) => {
  const { app, metrics } = await server(t, {}, ['/a', '/b'])
  await app.inject('/a/api/items')
  t.match(await metrics('/a/metrics'), 'route="/a/api/items"')
  t.notMatch(await metrics('/b/metrics'), 'route="/a/api/items"')
  t.equal(await register.metrics(), '\n')
})
