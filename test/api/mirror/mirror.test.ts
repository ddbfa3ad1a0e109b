import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { OPERATOR } from '../../../api/access/actor.js'
import type { Key, Server } from '../../helper.js'
import { build, title } from '../../helper.js'
import type { MirrorCall, MirrorProgress } from '../../../api/mirror/mirrorer.js'
import type { DifferentRecord } from '../../../api/mirror/verify.js'
import type { Json } from '../../files/fixtures/uploads.js'
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

const quick = { backoff: 1, attempts: 3 }

t.test('a mirror of everything shows everything, under the same ids', async (t) => {
  const { server, address } = await source(t)
  const { admin } = await mixed(server)
  const own = await build(t)
  const phases = new Set<string>()
  const onProgress = ({ phase }: MirrorProgress): void => { phases.add(phase) }
  const summary = await own.api.mirrors.run({ ...quick, address, key: admin, onProgress })
  t.same([...phases], ['list', 'read', 'files', 'check', 'write'])
  t.match(summary, { level: 'administrator', troubles: 0, files: 2, leftOut: [] })
  t.same(await everything(own, await reader(own)), await everything(server, admin))
  t.same(await everything(own), await everything(server))
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
  await server.send({ method: 'PATCH', url: `/api/items/${ids.public}`, payload: title('Changed'), as: ids.admin })
  await server.send({ method: 'DELETE', url: `/api/items/${ids.private}`, as: ids.admin })
  await server.send({ method: 'POST', url: '/api/items', payload: title('New'), as: ids.admin })
  const surveyed = await own.api.mirrors.survey(call)
  t.match(surveyed.counts.find(({ resource }) => resource === 'items'), { new: 1, changed: 1, gone: 1, known: 4 })
  const summary = await own.api.mirrors.run(call)
  t.match(summary.transferred, { items: { created: 1, deleted: 1 } })
  t.same(await everything(own, await reader(own)), await everything(server, ids.admin))
})

t.test('without a key only what everybody sees comes', async (t) => {
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
