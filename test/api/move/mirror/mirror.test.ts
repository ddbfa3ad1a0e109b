import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import { build, title, type Key, type Server } from '../../../helper.js'
import type { MirrorCall } from '../../../../api/move/mirror/mirrorer.js'
import type { MirrorProgress } from '../../../../api/move/mirror/run/mirror.js'
import type { DifferentRecord } from '../../../../api/move/mirror/run/verify.js'
import type { Json } from '../../../files/fixtures/uploads.js'
import { mixed } from '../export/fixtures/mixed.js'

const TYPES = [
  'vocabularies', 'properties', 'resource_classes', 'users', 'assets', 'resource_templates', 'item_sets', 'items', 'media',
  'sites', 'site_pages'
]

/** A server that listens, with the address of its API. */
async function source (t: Test): Promise<{ server: Server, address: string }> {
  const server = await build(t)
  return { server, address: `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api` }
}

/** Everything that the API shows, with the same base everywhere. */
async function everything ({ send }: Server, as?: Key): Promise<Json> {
  const found: Json = {}
  for (const type of TYPES) {
    const { payload } = await send({ url: `/api/${type}?per_page=10000`, ...(as !== undefined && { as }) })
    found[type] = JSON.parse(payload.replaceAll('http://localhost', 'BASE')) as unknown
  }
  return found
}

/** A change is recognized by its date, which is in whole seconds. */
async function nextSecond (): Promise<void> {
  await delay(1000 - Date.now() % 1000)
}

const quick = { backoff: 1, attempts: 3 }

t.test('a mirror of everything shows everything, under the same ids', async (t) => {
  const { server, address } = await source(t)
  const ids = await mixed(server)
  const { admin } = ids
  const own = await build(t)
  const phases = new Set<string>()
  const onProgress = ({ phase }: MirrorProgress): void => { phases.add(phase) }
  const summary = await own.api.mirrors.run({ ...quick, address, key: admin, onProgress })
  t.same([...phases], ['list', 'read', 'files', 'check', 'write'])
  t.match(summary, { level: 'administrator', problems: 0, files: 2, leftOut: [] })
  t.same(await everything(own, await reader(own)), await everything(server, admin))
  t.same(await everything(own), await everything(server))
  // The author of an item does not see the private values of annotations of others, here as little as there.
  const author = await own.api.keys.create('author2@example.org', { label: 'test' }, OPERATOR)
  t.same(await everything(own, author), await everything(server, ids.author))
  const job = (await own.send({ url: '/api/jobs/1', as: await reader(own) })).payload
  t.notMatch(job, admin.credential)
  t.match(readFileSync(summary.report!, 'utf8'), /^\{"source":/)
  t.notMatch(readFileSync(summary.report!, 'utf8'), admin.credential)

  const differences: DifferentRecord[] = []
  const call = { ...quick, address, key: admin }
  const verified = await own.api.mirrors.verify(call, (record) => { differences.push(record) })
  t.same(differences, [])
  t.match(verified, { different: 0, compared: { items: 4, media: 3, users: 2 } })
})

/** A key of an account of the source, which came without its keys. */
async function reader (server: Server): Promise<Key> {
  return await server.api.keys.create('global_admin1@example.org', { label: 'test' }, OPERATOR)
}

t.test('another run brings what has changed, and nothing else', async (t) => {
  const { server, address } = await source(t)
  const ids = await mixed(server)
  const own = await build(t)
  const call: MirrorCall = { ...quick, address, key: ids.admin }
  await own.api.mirrors.run(call)
  t.match((await own.api.mirrors.run(call)).transferred, {})
  await nextSecond()
  await server.send({ method: 'PATCH', url: `/api/items/${ids.public}`, payload: title('Changed'), as: ids.admin })
  await server.send({ method: 'DELETE', url: `/api/items/${ids.private}`, as: ids.admin })
  await server.send({ method: 'POST', url: '/api/items', payload: title('New'), as: ids.admin })
  const surveyed = await own.api.mirrors.survey(call)
  t.match(surveyed.counts.find(({ resource }) => resource === 'items'), { new: 1, changed: 1, gone: 1, known: 4 })
  const summary = await own.api.mirrors.run(call)
  t.match(summary.transferred, { items: { created: 1, deleted: 1 } })
  t.same(await everything(own, await reader(own)), await everything(server, ids.admin))
})

t.test('without a key only public records are imported', async (t) => {
  const { server, address } = await source(t)
  await mixed(server)
  const own = await build(t)
  const summary = await own.api.mirrors.run({ ...quick, address })
  t.match(summary, { level: 'anonymous', leftOut: [{ resource: 'users' }] })
  const there = await everything(server)
  const here = await everything(own)
  for (const type of TYPES) {
    t.equal((here[type] as unknown as unknown[]).length, (there[type] as unknown as unknown[]).length, type)
  }
  const differences: DifferentRecord[] = []
  await own.api.mirrors.verify({ ...quick, address }, (record) => { differences.push(record) })
  t.same(differences, [])
})

async function differences (own: Server, call: MirrorCall): Promise<DifferentRecord[]> {
  const found: DifferentRecord[] = []
  await own.api.mirrors.verify(call, (record) => { found.push(record) })
  return found
}

t.test('a mirror begun without a key gets with one what it could not get before', async (t) => {
  const { server, address } = await source(t)
  const { admin, rich } = await mixed(server)
  const hidden = { 'o:title': 'Hidden', 'o:slug': 'hidden', 'o:theme': 'default', 'o:is_public': false }
  const site = await server.send({ method: 'POST', url: '/api/sites', payload: hidden, as: admin })
  const sites = [{ 'o:id': (JSON.parse(site.payload) as Json)['o:id'] }]
  await server.send({ method: 'PATCH', url: `/api/items/${rich}`, payload: { 'o:site': sites }, as: admin })
  const own = await build(t)
  await own.api.mirrors.run({ ...quick, address })
  const call: MirrorCall = { ...quick, address, key: admin }
  t.ok((await differences(own, call)).length > 0)
  const surveyed = await own.api.mirrors.survey(call)
  t.match(surveyed.counts.find(({ resource }) => resource === 'items'), { new: 1, changed: 3 })
  t.match((await own.api.mirrors.run(call)).transferred, { users: { created: 2 }, items: { created: 1, updated: 3 } })
  t.same(await everything(own, await reader(own)), await everything(server, admin))
  t.same(await differences(own, call), [])
  t.match((await own.api.mirrors.run(call)).transferred, {})
})

t.test('--full reports what was changed or deleted here only, and --overwrite replaces it with what the source has', async (t) => {
  const { server, address } = await source(t)
  const ids = await mixed(server)
  const own = await build(t)
  const call: MirrorCall = { ...quick, address, key: ids.admin }
  await own.api.mirrors.run(call)
  const actor = { actor: OPERATOR }
  const expected = await everything(server, ids.admin)
  const mediaIds = (expected.media as unknown as Json[]).map((one) => one['o:id'] as number)
  await nextSecond()
  await own.api.items.update(ids.public, title('Mine'), { ...actor, partial: true })
  // Values that link to it go with it, and the media of an item.
  await own.api.items.delete(ids.private, actor)
  await own.api.itemSets.delete(ids.set, actor)
  await own.api.media.delete(mediaIds.at(-1)!, actor)
  await own.api.resource('sites').update(1, { 'o:title': 'Mine' }, { ...actor, partial: true })
  t.match((await own.api.mirrors.run(call)).transferred, {})

  const full = await own.api.mirrors.run({ ...call, full: true })
  t.match(full.transferred, {
    items: { conflicts: 2, created: 0 }, item_sets: { conflicts: 1 }, media: { conflicts: 1 }, sites: { conflicts: 1 }
  })
  t.match(readFileSync(full.report!, 'utf8'), /"conflict".*it was changed here since the last import; the record here stays as it is/)
  t.match((await own.api.items.read(ids.public, actor)).json(), { 'o:title': 'Mine' })

  const brought = await own.api.mirrors.run({ ...call, overwrite: true })
  t.match(brought.transferred, {
    items: { conflicts: 0, created: 1 }, item_sets: { created: 1 }, media: { created: 1 }
  })
  t.same(await everything(own, await reader(own)), expected)
  t.same(await differences(own, call), [])
  const again = await own.api.mirrors.run({ ...call, overwrite: true })
  t.same(again.transferred, {}, 'nothing more comes the next time')

  // What is deleted there stays if it was changed here, until the source is to win.
  await own.api.items.update(ids.public, title('Mine'), { ...actor, partial: true })
  await server.send({ method: 'DELETE', url: `/api/items/${ids.public}`, as: ids.admin })
  t.match((await own.api.mirrors.run(call)).transferred, { items: { conflicts: 1 } })
  t.notMatch((await own.api.mirrors.run(call)).transferred, { items: { conflicts: 1 } })
  t.match((await own.api.mirrors.run({ ...call, overwrite: true })).transferred, { items: { deleted: 1 } })
  t.same(await everything(own, await reader(own)), await everything(server, ids.admin))
})
