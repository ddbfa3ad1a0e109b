import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { ANONYMOUS, OPERATOR } from '../../../../api/core/calls/actor.js'
import { webhook } from '../../../../db/tables/index.js'
import type { WebhookDelivery } from '../../../../schemas/administration/webhooks.js'
import { open } from '../../../../app.js'
import { keptIn } from '../../../database.js'
import { build, dataFolder, title, WITHOUT_THREADS } from '../../../helper.js'
import { isGenuine, receiver } from './fixtures/receiver.js'

const QUICK = {
  ...WITHOUT_THREADS,
  webhookHosts: ['127.0.0.1'],
  webhookTimeout: 1000,
  webhookTries: 3,
  webhookFirstRetry: 10,
  webhookLastRetry: 40,
  webhookLog: 5
}

const server = await build(t, { ...QUICK, baseUrl: 'https://museum.example' })
const { api } = server
const key = await server.account('site_admin')
const ADMIN = { actor: OPERATOR }

type Json = Record<string, unknown>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

async function rest (method: Method, url: string, payload?: Json, as = key, on = server) {
  const { statusCode, body, headers } = await on.send({
    method, url, as, ...(payload !== undefined && { payload: JSON.stringify(payload), headers: { 'content-type': 'application/json' } })
  })
  return { status: statusCode, json: JSON.parse(body) as Json, headers }
}

/** Makes a webhook; every test has its own, which it deletes. */
async function hook (t: Test, address: string, more: Json = {}, as = key, on = server) {
  const { status, json } = await rest('POST', '/api/webhooks', { 'o:label': 'Test', 'vitrine:address': address, ...more }, as, on)
  if (status !== 200) throw new Error(JSON.stringify(json))
  const id = json['o:id'] as number
  t.teardown(async () => { await rest('DELETE', `/api/webhooks/${id}`, undefined, as, on) })
  return {
    id,
    secret: json['vitrine:secret'] as string,
    deliveries: async () => (await rest('GET', `/api/webhooks/${id}/deliveries`, undefined, as, on)).json.deliveries as WebhookDelivery[]
  }
}

async function makeItem (more: Json = {}, on = api): Promise<number> {
  return (await on.items.create({ ...title('Amphora'), ...more }, ADMIN)).id as number
}

/** Waits until the log of a webhook says something. */
async function until<T> (look: () => Promise<T>, isRight: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await look()
    if (isRight(found)) return found
    await new Promise((resolve) => { setTimeout(resolve, 20) })
  }
}

t.test('administrators set webhooks up; the secret is shown once', async (t) => {
  const { status, json, headers } = await rest('POST', '/api/webhooks', {
    'o:label': ' Mirror ', 'vitrine:address': 'https://203.0.114.7/hook', 'vitrine:resources': ['media', 'items'], 'o:is_active': false
  })
  t.equal(status, 200)
  t.match(json, {
    '@id': 'https://museum.example/api/webhooks/1',
    '@type': 'vitrine:Webhook',
    'o:label': 'Mirror',
    'o:owner': { 'o:id': 1 },
    'vitrine:address': 'https://203.0.114.7/hook',
    'vitrine:secret': /^whsec_[A-Za-z0-9+/]{43}=$/,
    'vitrine:resources': ['items', 'media'],
    'vitrine:operations': [],
    'vitrine:includes_private': false,
    'o:is_active': false,
    'vitrine:problem': null,
    'o:modified': null
  })
  t.equal(headers.location, 'https://museum.example/api/webhooks/1')
  const { 'vitrine:secret': _, ...shown } = json
  t.same((await rest('GET', '/api/webhooks/1')).json, shown)
  t.same((await rest('GET', '/api/webhooks?is_active=0&label=mirror')).json, [shown])
  const put = await rest('PUT', '/api/webhooks/1', { ...shown, 'o:label': 'Copy', 'vitrine:operations': ['delete'] })
  t.match(put, { status: 200, json: { 'o:label': 'Copy', 'vitrine:operations': ['delete'] } })
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const patched = await rest('PATCH', '/api/webhooks/1', { 'vitrine:secret': secret, 'vitrine:includes_private': true })
  t.match(patched.json, { 'o:label': 'Copy', 'vitrine:includes_private': true })
  t.notOk('vitrine:secret' in patched.json)
  const [row] = await api.store.read.select().from(webhook)
  t.equal(row!.secret, secret)
  t.match((await rest('DELETE', '/api/webhooks/1')).json, { 'o:id': null, 'o:label': 'Copy' })
  t.equal((await rest('GET', '/api/webhooks/1')).status, 404)
})

t.test('invalid webhooks are refused with the key at fault', async (t) => {
  const good = { 'o:label': 'x', 'vitrine:address': 'https://203.0.114.7/hook' }
  const refused: Array<[Json, string, RegExp]> = [
    [{ 'o:label': ' ' }, 'o:label', /must have a label/],
    [{ 'vitrine:address': undefined }, 'vitrine:address', /needs the address/],
    [{ 'vitrine:address': 'ftp://203.0.114.7/' }, 'vitrine:address', /http or https/],
    [{ 'vitrine:address': 'https://me:secret@203.0.114.7/' }, 'vitrine:address', /without name and password/],
    [{ 'vitrine:address': `https://203.0.114.7/${'x'.repeat(2000)}` }, 'vitrine:address', /more than 2000/],
    ...['http://10.1.2.3/', 'http://[::1]:80/', 'http://169.254.169.254/latest', 'http://2130706434/', 'http://localhost/']
      .map((address): [Json, string, RegExp] => [{ 'vitrine:address': address }, 'vitrine:address', /private.*webhookHosts/]),
    [{ 'vitrine:secret': 'password' }, 'vitrine:secret', /whsec_/],
    [{ 'vitrine:secret': `whsec_${Buffer.alloc(23).toString('base64')}` }, 'vitrine:secret', /24 to 64/],
    [{ 'vitrine:resources': ['users'] }, 'vitrine:resources', /no "users"; there are items, item_sets, media/],
    [{ 'vitrine:resources': 'items' }, 'vitrine:resources', /list/],
    [{ 'vitrine:operations': ['read'] }, 'vitrine:operations', /no "read"/]
  ]
  for (const [change, name, message] of refused) {
    const { status, json } = await rest('POST', '/api/webhooks', { ...good, ...change })
    t.equal(status, 422, JSON.stringify(change))
    t.match((json.errors as Json)[name], [message])
  }
  t.same((await rest('GET', '/api/webhooks')).json, [])
})

t.test('only administrators see and set up webhooks', async (t) => {
  const { id } = await hook(t, 'https://203.0.114.7/hook', { 'o:is_active': false })
  const editor = await server.account('editor')
  for (const as of [editor, undefined]) {
    for (const [method, url] of [
      ['GET', '/api/webhooks'], ['GET', `/api/webhooks/${id}`], ['GET', `/api/webhooks/${id}/deliveries`],
      ['DELETE', `/api/webhooks/${id}`]
    ] as const) t.equal((await server.send({ method, url, ...(as !== undefined && { as }) })).statusCode, 403, `${method} ${url}`)
    for (const url of ['/api/webhooks', `/api/webhooks/${id}/deliveries`]) {
      const { statusCode } = await server.send({
        method: 'POST', url, ...(as !== undefined && { as }), payload: '{"op": "test"}', headers: { 'content-type': 'application/json' }
      })
      t.equal(statusCode, 403, url)
    }
  }
  await t.rejects(api.webhooks.test(id, ANONYMOUS), { name: 'PermissionError' })
})

t.test('a webhook gets signed messages about changes, in order', async (t) => {
  const { address, until: arrived } = await receiver(t)
  const { id, secret, deliveries } = await hook(t, `${address}/all`)
  const item = await makeItem()
  await arrived('/all', 1)
  await api.items.update(item, title('Krater'), { ...ADMIN, partial: true })
  await arrived('/all', 2)
  await api.items.delete(item, ADMIN)
  const received = await arrived('/all', 3)
  t.same(received.map(({ told: { op } }) => op), ['create', 'update', 'delete'])
  t.match(received[0], {
    headers: { 'content-type': 'application/json', 'webhook-id': received[0]!.told.delivery },
    told: {
      webhook: id,
      delivery: /^msg_[0-9a-f]{32}$/,
      position: Number,
      resource: 'items',
      'o:id': item,
      '@id': `https://museum.example/api/items/${item}`,
      modified: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/
    }
  })
  t.ok(received.every((one) => isGenuine(one, secret)))
  t.notOk(isGenuine({ ...received[0]!, text: `${received[0]!.text} ` }, secret), 'a forged one is not genuine')
  t.notOk(isGenuine(received[0]!, `whsec_${Buffer.alloc(32).toString('base64')}`))
  const positions = received.map(({ told: { position } }) => position)
  t.same(positions, positions.toSorted((a, b) => a - b))
  const log = await until(deliveries, (found) => found[0]?.state === 'delivered')
  t.match(log, [{ op: 'delete', 'o:id': item, status: 204, tries: 1, error: null, ended: String, due: null }, { op: 'update' }, { op: 'create' }])
})

t.test('it gets only the types and operations that it covers', async (t) => {
  const { address, until: arrived, at } = await receiver(t)
  await hook(t, `${address}/sets`, { 'vitrine:resources': ['item_sets'], 'vitrine:operations': ['create', 'delete'] })
  await hook(t, `${address}/end`, { 'vitrine:resources': ['item_sets'] })
  const set = (await api.itemSets.create(title('Vases'), ADMIN)).id as number
  await makeItem()
  await arrived('/sets', 1)
  await arrived('/end', 1)
  await api.itemSets.update(set, title('Pots'), { ...ADMIN, partial: true })
  await arrived('/end', 2)
  await api.itemSets.delete(set, ADMIN)
  await arrived('/sets', 2)
  t.same(at('/sets').map(({ told: { op, resource } }) => [op, resource]), [['create', 'item_sets'], ['delete', 'item_sets']])
})

t.test('private resources are reported only to webhooks that include them; to others, becoming private is a deletion', async (t) => {
  const { address, until: arrived } = await receiver(t)
  await hook(t, `${address}/public`)
  await hook(t, `${address}/private`, { 'vitrine:includes_private': true })
  const hidden = await makeItem({ 'o:is_public': false })
  const shown = await makeItem()
  t.same((await arrived('/public', 1)).map(({ told }) => [told.op, told['o:id']]), [['create', shown]])
  await arrived('/private', 2)
  await api.items.update(shown, { 'o:is_public': false }, { ...ADMIN, partial: true })
  t.match((await arrived('/public', 2))[1]!.told, { op: 'delete', 'o:id': shown })
  t.same((await arrived('/private', 3)).map(({ told }) => [told.op, told['o:id']]),
    [['create', hidden], ['create', shown], ['update', shown]])
})

t.test('a failed delivery is retried; the next of its resource waits for it, deliveries of other resources do not', async (t) => {
  let isOpen = false
  let slow = 0
  const { address, until: arrived, at } = await receiver(t, {
    '/some': ({ told }, response) => { response.writeHead(told['o:id'] === slow && !isOpen ? 500 : 200).end('thanks') }
  })
  // However long the writes of this test take, it is not given up meanwhile.
  const patient = await build(t, { ...QUICK, webhookTries: 100, webhookLastRetry: 400 })
  const { deliveries } = await hook(t, `${address}/some`, {}, await patient.account('site_admin'), patient)
  const first = await makeItem({}, patient.api)
  slow = first
  await arrived('/some', 1)
  await patient.api.items.update(first, title('Second'), { ...ADMIN, partial: true })
  const other = await makeItem({}, patient.api)
  await until(async () => at('/some').some(({ told }) => told['o:id'] === other), (found) => found)
  isOpen = true
  const log = await until(deliveries, (found) => found.length === 3 && found.every(({ state }) => state === 'delivered'))
  const ofFirst = at('/some').filter(({ told }) => told['o:id'] === first)
  const ops = ofFirst.map(({ told: { op } }) => op)
  t.same(ops, [...ops.slice(0, -1).map(() => 'create'), 'update'])
  t.equal(new Set(ofFirst.map(({ headers }) => headers['webhook-id'])).size, 2, 'a message keeps its id')
  t.match(log.at(-1), { op: 'create', status: 200, error: null })
})

t.test('a receiver that breaks every rule does no harm, and is turned off', async (t) => {
  let followed = 0
  const endless: NodeJS.Timeout[] = []
  t.teardown(() => { for (const timer of endless) clearInterval(timer) })
  const { address, until: arrived, at } = await receiver(t, {
    '/500': (_, response) => { response.writeHead(500).end('x'.repeat(100_000)) },
    '/302': (_, response) => { response.writeHead(302, { location: `${address}/target` }).end() },
    '/target': () => { followed++ },
    '/hangs': () => {},
    '/reset': (_, response) => { response.destroy() },
    '/endless': (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1)
      endless.push(timer)
      response.on('close', () => { clearInterval(timer) })
    },
    '/lies': (_, response) => { response.writeHead(500, { 'content-length': '999999999' }).write('short') }
  })
  const nonsense = createServer((socket) => { socket.on('error', () => {}).end('this is no HTTP\r\n\r\n') })
  await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve))
  t.teardown(() => nonsense.close())
  const elsewhere = `http://127.0.0.1:${(nonsense.address() as AddressInfo).port}/`
  const paths = ['/500', '/302', '/hangs', '/reset', '/endless', '/lies']
  const hooks = await Promise.all([...paths.map((path) => `${address}${path}`), elsewhere].map((each) => hook(t, each)))
  await hook(t, `${address}/good`)
  await makeItem()
  await arrived('/good', 1)
  const ends: WebhookDelivery[] = []
  for (const { deliveries } of hooks) {
    ends.push((await until(deliveries, ([last]) => last !== undefined && last.state !== 'pending'))[0]!)
  }
  const givenUp = { state: 'failed', tries: 3 }
  t.match(ends, [
    { ...givenUp, status: 500, error: 'answered 500' },
    { ...givenUp, status: 302, error: /redirects are not followed/ },
    { ...givenUp, status: null, error: 'no answer within 1 seconds' },
    { ...givenUp, status: null, error: /hang up/ },
    { state: 'delivered', status: 200, error: null },
    { ...givenUp, status: 500, error: 'answered 500' },
    { ...givenUp, status: null, error: /Parse Error/ }
  ])
  t.equal(followed, 0)
  t.equal(at('/500').length, 3)
})

t.test('requests are served between the deliveries of many webhooks', async (t) => {
  const { address, until: arrived } = await receiver(t)
  for (let at = 0; at < 8; at++) await hook(t, `${address}/each`)
  const sentInTurns: number[] = []
  let isNew = true
  const count = (): void => {
    if (isNew) setImmediate(() => { isNew = true })
    if (isNew) sentInTurns.push(0)
    isNew = false
    sentInTurns[sentInTurns.length - 1]!++
  }
  subscribe('http.client.request.start', count)
  t.teardown(() => { unsubscribe('http.client.request.start', count) })
  await makeItem()
  await arrived('/each', 8)
  t.same(sentInTurns, Array.from({ length: 8 }, () => 1))
})

t.test('Retry-After of a receiver is obeyed', async (t) => {
  const { address, at } = await receiver(t, {
    '/busy': (_, response) => { response.writeHead(429, { 'retry-after': '3600' }).end() }
  })
  const { id, deliveries } = await hook(t, `${address}/busy`)
  const before = Date.now()
  await makeItem()
  const [waiting] = await until(deliveries, (found) => found[0]?.tries === 1)
  t.ok(Date.parse(waiting!.due!) > before + 3_500_000, waiting!.due!)
  const other = await makeItem()
  await until(deliveries, (found) => found[0]?.['o:id'] === other)
  t.equal(at('/busy').length, 1)
  await rest('PATCH', `/api/webhooks/${id}`, { 'o:is_active': false })
  await rest('PATCH', `/api/webhooks/${id}`, { 'o:is_active': true })
  await makeItem()
  await until(async () => at('/busy').length, (count) => count > 1)
  t.pass('turned off and on it begins anew')
})

t.test('a webhook that is gone, or has failed for long, is turned off, and says so', async (t) => {
  const { address } = await receiver(t, {
    '/gone': (_, response) => { response.writeHead(410).end() }, '/fails': (_, response) => { response.writeHead(500).end() }
  })
  const gone = await hook(t, `${address}/gone`)
  const failing = await hook(t, `${address}/fails`)
  await api.store.write(async (database) => {
    const failingSince = Math.floor(Date.now() / 1000) - 6 * 24 * 60 * 60
    await database.update(webhook).set({ failingSince }).where(eq(webhook.id, failing.id))
  })
  await makeItem()
  const read = async (id: number): Promise<Json> => (await rest('GET', `/api/webhooks/${id}`)).json
  t.match(await until(async () => await read(gone.id), (found) => found['o:is_active'] === false), { 'vitrine:problem': 'gone' })
  t.match(await until(async () => await read(failing.id), (found) => found['o:is_active'] === false), {
    'vitrine:problem': 'failing', 'vitrine:failing_since': { '@value': String }
  })
  t.same((await rest('GET', '/api/webhooks?is_active=1')).json, [])
  const on = await rest('PATCH', `/api/webhooks/${gone.id}`, { 'o:is_active': true })
  t.match(on.json, { 'o:is_active': true, 'vitrine:problem': null, 'vitrine:failing_since': null })
})

t.test('tests are sent once, also to a webhook that is off; other deliveries can be sent again with their id; the log is bounded', async (t) => {
  let status = 500
  const { address, until: arrived, at } = await receiver(t, { '/log': (_, response) => { response.writeHead(status).end() } })
  const { id, deliveries } = await hook(t, `${address}/log`, { 'o:is_active': false })
  const url = `/api/webhooks/${id}/deliveries`
  const test = await rest('POST', url, { op: 'test' })
  t.match(test, { status: 202, json: { op: 'test', state: 'pending', resource: null, 'o:id': null } })
  const [failed] = await until(deliveries, (found) => found[0]?.state === 'failed')
  t.match(failed, { tries: 1, status: 500 })
  t.match(at('/log')[0]!.told, { op: 'test', position: null, '@id': null })
  status = 200
  await rest('PATCH', `/api/webhooks/${id}`, { 'o:is_active': true })
  const items: number[] = []
  for (let i = 0; i < 7; i++) items.push(await makeItem())
  await arrived('/log', 8)
  const log = await until(deliveries, (found) => found.every(({ state }) => state === 'delivered'))
  t.same(log.map((each) => each['o:id']), items.slice(-5).reverse())
  const again = await rest('POST', url, { id: log[0]!.id })
  t.match(again, { status: 202, json: { id: log[0]!.id, state: 'pending', tries: 0 } })
  const last = (await arrived('/log', 9)).at(-1)!
  t.equal(last.told.delivery, log[0]!.delivery)
  for (const [payload, refusal] of [[{ op: 'create' }, 422], [{ id: 999 }, 404], [{ id: '1' }, 422]] as const) {
    t.equal((await rest('POST', url, payload)).status, refusal, JSON.stringify(payload))
  }
  t.equal((await rest('GET', '/api/webhooks/999/deliveries')).status, 404)
  const page = await rest('GET', `${url}?page=2&per_page=2`)
  t.equal((page.json.deliveries as unknown[]).length, 2)
  t.equal(page.headers['service-total-results'], '5')
  t.match(page.headers.link, /page=3[^>]*>; rel="next"/)
})

t.test('deliveries under way at the end are sent after the next start; of two processes one delivers', async (t) => {
  let isOpen = false
  const { address, until: arrived, at } = await receiver(t, {
    '/hook': (_, response) => { if (isOpen) response.writeHead(200).end() }
  })
  const data = await dataFolder(t)
  const first = await open({ ...QUICK, ...await keptIn(data) })
  first.webhooks.watch()
  await first.resource('webhooks').create({ 'o:label': 'x', 'vitrine:address': `${address}/hook` }, ADMIN)
  await first.items.create(title('One'), ADMIN)
  const [sent] = await arrived('/hook', 1)
  const unsent = (await first.items.create(title('Two'), ADMIN)).id
  await arrived('/hook', 2)
  await first.close()
  isOpen = true
  const second = await open({ ...QUICK, ...await keptIn(data) })
  const third = await open({ ...QUICK, ...await keptIn(data) })
  t.teardown(async () => { await third.close() })
  second.webhooks.watch()
  await arrived('/hook', 4)
  third.webhooks.watch()
  t.same(at('/hook').slice(2).map(({ told }) => told.delivery).toSorted(), at('/hook').slice(0, 2).map(({ told }) => told.delivery).toSorted())
  t.ok(sent)
  await third.items.update(unsent!, title('Three'), { ...ADMIN, partial: true })
  await arrived('/hook', 5)
  // A delivery that is under way when its process ends would be sent again.
  const log = async () => (await second.webhooks.deliveries(1, { offset: 0, limit: 10 }, OPERATOR)).deliveries
  await until(log, (deliveries) => deliveries.every(({ state }) => state === 'delivered'))
  await second.close()
  await third.items.update(unsent!, title('Four'), { ...ADMIN, partial: true })
  const received = await arrived('/hook', 6)
  t.equal(new Set(received.slice(3).map(({ told: { delivery } }) => delivery)).size, 3)
})

t.test('a delivery that waits is sent after the clock was set back by years', async (t) => {
  let isOpen = false
  const { address, until: arrived } = await receiver(t, {
    '/hook': (_, response) => { response.writeHead(isOpen ? 204 : 503, { 'retry-after': '3600' }).end() }
  })
  const { now } = Date
  Date.now = () => now() + 10 * 365 * 24 * 60 * 60 * 1000
  t.teardown(() => { Date.now = now })
  const { deliveries } = await hook(t, `${address}/hook`)
  await makeItem()
  await until(deliveries, ([first]) => first?.tries === 1)
  isOpen = true
  Date.now = now
  await makeItem()
  const [first, second] = (await arrived('/hook', 3)).slice(1)
  t.ok(first!.told.delivery !== second!.told.delivery)
})
