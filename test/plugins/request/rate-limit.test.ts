import Fastify from 'fastify'
import t from 'tap'
import { isPrivateNetwork } from '../../../api/access/throttles/throttle.js'
import vitrine from '../../../app.js'
import { build, type Key, type Server } from '../../helper.js'

type Answer = Awaited<ReturnType<Server['send']>>

/** Sends requests from an address on the internet. */
function from (server: Server, remoteAddress = '203.0.113.7') {
  return async (url = '/api/items', more: { as?: Key, headers?: Record<string, string> } = {}): Promise<Answer> =>
    await server.send({ url, remoteAddress, ...more })
}

/** The parameters of a member of a structured list, such as `"key";q=5;w=60`. */
function parameters (header: unknown): Record<string, number> {
  const [, ...given] = String(header).split(';')
  return Object.fromEntries(given.map((parameter) => parameter.split('=')).map(([name, value]) => [name, Number(value)]))
}

t.test('an address may make so many requests in a minute', async (t) => {
  const server = await build(t, { rateLimit: 5 })
  const send = from(server)
  for (let left = 4; left >= 0; left--) {
    const { statusCode, headers } = await send()
    t.equal(statusCode, 200)
    t.equal(headers['ratelimit-policy'], '"address";q=5;w=60')
    t.match(headers.ratelimit, /^"address";r=\d;t=\d+$/)
    t.equal(parameters(headers.ratelimit).r, left)
    t.equal(parameters(headers.ratelimit).t, (5 - left) * 12, 'until all is there again')
    t.equal(headers['retry-after'], undefined)
  }
  const refused = await send()
  t.equal(refused.statusCode, 429)
  const wait = Number(refused.headers['retry-after'])
  t.ok(wait > 0 && wait <= 12, 'until there is one again')
  t.match(refused.json(), { errors: { error: `There were too many requests. Try again in ${wait} s.` } })
  t.equal(parameters(refused.headers.ratelimit).r, 0)
  t.match(refused.headers, { 'cache-control': 'no-store', 'access-control-allow-origin': undefined })
  t.match((await from(server, '203.0.113.8')()), { statusCode: 200 }, 'others are not concerned')

  const page = await send('/items', { headers: { accept: 'text/html', 'accept-language': 'de' } })
  t.equal(page.statusCode, 429)
  t.match(page.headers, { 'content-type': /html/, 'cache-control': 'no-store' })
  t.match(page.payload, 'Aus Ihrem Netz kamen zu viele Anfragen')
  for (const url of ['/login', '/files/original/a.jpg', '/iiif/3/1/manifest', '/api/nothing/1/2', '/api-local/items']) {
    t.equal((await send(url)).statusCode, 429, url)
  }
})

t.test('health checks and metrics are never refused, and show refusals', async (t) => {
  const { api } = await build(t, { rateLimit: 1, metrics: 'all' })
  const app = Fastify()
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, { api, standalone: true })
  const ask = async (url: string): Promise<Answer> => await app.inject({ url, remoteAddress: '203.0.113.7' })
  await ask('/api/items')
  t.equal((await ask('/nothing')).statusCode, 429)
  t.equal((await ask('/api/items')).statusCode, 429)
  for (const url of ['/health/live', '/health/ready']) t.equal((await ask(url)).statusCode, 200, url)
  t.match((await ask('/metrics')).payload, /http_requests_total\{method="GET",route="\/api\/items",status="429"\} 1/)
})

t.test('a key is counted by itself, wherever it is used; one that is not valid like none', async (t) => {
  const server = await build(t, { rateLimit: 2, rateLimitPerKey: 3 })
  const [as, other] = [await server.account('editor'), await server.account('editor')]
  const send = from(server)
  for (let left = 2; left >= 0; left--) {
    const { statusCode, headers } = await send('/api/items', { as })
    t.equal(statusCode, 200)
    t.equal(headers['ratelimit-policy'], '"key";q=3;w=60')
    t.equal(parameters(headers.ratelimit).r, left)
  }
  t.equal((await from(server, '203.0.113.8')('/api/items', { as })).statusCode, 429)
  t.equal((await send(`/api/items?key_identity=${as.identity}&key_credential=${as.credential}`)).statusCode, 429)
  t.equal((await send('/api/items', { as: other })).statusCode, 200)
  const guess = async (): Promise<number> => (await send('/api/items', { as: { ...as, credential: 'x' } })).statusCode
  t.same([await guess(), await guess(), await guess()], [401, 401, 429])
  t.equal((await send(`/api/items?key_identity=${as.identity}&key_credential=x`)).statusCode, 429)
})

t.test('addresses of a customer count together, those behind a trusted proxy by themselves', async (t) => {
  const server = await build(t, { rateLimit: 2, trustProxy: true })
  const send = from(server, '127.0.0.1')
  const by = async (address: string): Promise<number> =>
    (await send('/api/items', { headers: { 'x-forwarded-for': `198.51.100.99, ${address}` } })).statusCode
  t.same([await by('2001:db8:0:1::1'), await by('2001:db8:0:1:ffff::2'), await by('2001:db8:0:1::3')], [200, 200, 429])
  t.equal(await by('2001:db8:0:2::1'), 200)
  t.same([await by('::ffff:203.0.113.9'), await by('203.0.113.9'), await by('203.0.113.9')], [200, 200, 429])
})

t.test('clients in private networks are not limited, and no client is if the limits are off', async (t) => {
  const limited = await build(t, { rateLimit: 1, rateLimitPerKey: 1 })
  for (const address of ['127.0.0.1', '192.168.7.7', '::1', 'fd00::1']) {
    const send = from(limited, address)
    for (let time = 0; time < 3; time++) {
      t.match(await send(), { statusCode: 200, headers: { ratelimit: undefined } }, address)
    }
  }
  t.match(['127.9.9.9', '10.0.0.1', '172.16.0.1', 'fe80::1', '::ffff:10.0.0.1', ''].map(isPrivateNetwork), Array(6).fill(true))
  t.match(['8.8.8.8', '172.32.0.1', '100.64.0.1', '2001:db8::1', '::ffff:8.8.8.8'].map(isPrivateNetwork), Array(5).fill(false))
  const open = await build(t, { rateLimit: 0, rateLimitPerKey: 0 })
  const as = await open.account('editor')
  for (let time = 0; time < 3; time++) {
    t.match(await from(open)('/api/items', { as }), { statusCode: 200, headers: { ratelimit: undefined } })
  }
})

t.test('an export counts for many requests, and goes through when all is left', async (t) => {
  const server = await build(t, { rateLimit: 30 })
  const send = from(server)
  const { statusCode, headers } = await send('/api/items/export')
  t.equal(statusCode, 200)
  t.equal(parameters(headers.ratelimit).r, 10)
  t.equal((await send('/api/items/export')).statusCode, 429)
  t.equal((await send()).statusCode, 200, 'for less there is enough')
  const narrow = from(await build(t, { rateLimit: 3 }))
  t.equal((await narrow('/api/items/export')).statusCode, 200)
  t.equal((await narrow()).statusCode, 429)
})

t.test('a clock that is set back refuses no client', async (t) => {
  const server = await build(t, { rateLimit: 5 })
  const send = from(server)
  t.equal((await send()).statusCode, 200)
  const { now } = Date
  Date.now = () => now() - 60 * 60 * 1000
  t.teardown(() => { Date.now = now })
  t.match(await send(), { statusCode: 200, headers: { ratelimit: /r=3;/ } })
})
