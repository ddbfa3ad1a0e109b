import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import t, { type Test } from 'tap'
import { OPERATOR, type Actor } from '../../../api/core/calls/actor.js'
import type { Settings } from '../../../api/runtime/settings/settings.js'
import { createFirstAdministrator } from '../../../cli/accounts/first-administrator.js'
import { EVERYTHING } from '../../../db/changes/change-log.js'
import vitrine, { open, serverOptions, type Api } from '../../../app.js'
import { WRITING_TABLES } from '../../../db/postgres/write/migrate.js'
import { importUpload } from '../../../db/tables/index.js'
import { refusal } from '../../api/collection.js'
import { newDatabase } from '../../database.js'
import { dice } from '../../dice.js'
import { serveS3 } from '../../files/fixtures/servers.js'
import { temporaryFolder, title, WITHOUT_THREADS } from '../../helper.js'
import { until } from '../../until.js'

interface Node { api: Api, app: FastifyInstance }

async function node (t: Test, database: string, more: Partial<Settings> = {}): Promise<Node> {
  const api = await open({ data: await temporaryFolder(t), database, rateLimit: 0, ...WITHOUT_THREADS, ...more })
  const app = Fastify(serverOptions)
  app.addHook('onClose', async () => { await api.close() })
  t.teardown(async () => { await app.close() })
  await app.register(vitrine, { api })
  return { api, app }
}

async function keyFor (api: Api): Promise<{ authorization: string }> {
  await api.accounts.createUser({ email: 'ada@example.org', name: 'Ada', role: 'editor' })
  const { identity, credential } = await api.keys.create('ada@example.org', { label: 'test' }, OPERATOR)
  return { authorization: `Bearer ${identity}.${credential}` }
}

async function titleAt ({ app }: Node, id: number, headers: Record<string, string>): Promise<string | undefined> {
  const answer = await app.inject({ url: `/api/items/${id}`, headers })
  return answer.json<{ 'o:title'?: string }>()['o:title']
}

t.test('the account that has written through one node sees it immediately through any other; other clients soon', async (t) => {
  const address = await newDatabase()
  const [one, two] = [await node(t, address), await node(t, address)]
  const key = await keyFor(one.api)
  const created = await one.app.inject({ method: 'POST', url: '/api/items', headers: key, payload: title('Old') })
  const id = created.json<{ 'o:id': number }>()['o:id']
  t.equal(await titleAt(two, id, key), 'Old', 'with a key that was made at another node')
  await two.app.inject({ url: `/api/items/${id}` })

  // Announces nothing: like Vitrine's connections, this one has temporary tables for what it changes.
  const client = new pg.Client(address)
  await client.connect()
  await client.query(WRITING_TABLES)
  t.teardown(async () => { await client.end() })
  const writeUntold = async (text: string): Promise<number> => {
    await client.query('BEGIN')
    await client.query('UPDATE value SET text = $1 WHERE resource_id = $2', [text, id])
    await client.query('UPDATE resource SET title = $1, public_title = $1 WHERE id = $2', [text, id])
    const { rows } = await client.query<{ position: string }>(
      'INSERT INTO write_note SELECT max(position) + 1, 0, $1 FROM write_note RETURNING position', [`[${id}]`]
    )
    await client.query('COMMIT')
    return Number(rows[0]!.position)
  }
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    await writeUntold(text)
    t.equal(await titleAt(two, id, key), text, 'the account')
  }
  for (const text of ['f', 'g', 'h']) {
    const position = await writeUntold(text)
    t.equal(await titleAt(two, id, { 'service-position': String(position) }), text, 'who names the position')
  }
  await writeUntold('z')
  await until(async () => await titleAt(two, id, {}) === 'z')
  const patched = await two.app.inject({ method: 'PATCH', url: `/api/items/${id}`, headers: key, payload: title('New') })
  t.equal(Number(patched.headers['service-position']), two.api.store.position)
  t.equal(await titleAt(one, id, { 'service-position': String(patched.headers['service-position']) }), 'New')
  t.equal((await one.app.inject({ url: '/api/items', headers: { 'service-position': '99999999' } })).statusCode, 200)
})

t.test('three nodes that write all the time show what a node without a cache shows', async (t) => {
  const address = await newDatabase()
  const nodes = [await node(t, address), await node(t, address), await node(t, address)]
  const forgetful = await node(t, address)
  const key = await keyFor(nodes[0]!.api)
  const roll = dice(17)
  const any = <T>(list: readonly T[]): T => list[roll(list.length)]!
  const ids: number[] = []
  const write = async ({ app }: Node): Promise<void> => {
    const payload = {
      ...title(`Title ${roll(9)}`),
      'dcterms:relation': ids.length === 0 ? [] : [{ type: 'resource', property_id: 13, value_resource_id: any(ids) }]
    }
    const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      (await app.inject({ method, url, headers: key, ...(payload && { payload }) })).json<{ 'o:id': number }>()
    if (ids.length < 6 || roll(4) === 0) ids.push((await send('POST', '/api/items', payload))['o:id'])
    else if (roll(5) === 0) await send('DELETE', `/api/items/${ids.splice(roll(ids.length), 1)[0]!}`)
    else await send('PATCH', `/api/items/${any(ids)}`, roll(6) === 0 ? { 'o:is_public': roll(2) } : payload)
  }
  const urls = (): string[] => [
    `/api/items/${any(ids)}`, '/api/items?sort_by=title', '/api/items?search=title+1&per_page=3',
    '/api/items?property[0][property]=dcterms:title&property[0][type]=eq&property[0][text]=Title+3',
    `/api/items?property[0][property]=dcterms:relation&property[0][type]=res&property[0][text]=${any(ids)}`
  ]
  for (let step = 0; step < 24; step++) {
    // Some writes run at the same time.
    await Promise.all(nodes.filter(() => roll(3) > 0).map(write))
    const asked = any(nodes)
    for (const url of urls()) {
      forgetful.api.store.changes.record(EVERYTHING)
      const expected = await forgetful.app.inject({ url, headers: key })
      const shown = await asked.app.inject({ url, headers: key })
      t.same([shown.statusCode, shown.body], [expected.statusCode, expected.body], `step ${step}, ${url}`)
    }
  }
})

t.test('a file that was sent to one node is imported by another, from where the first one was interrupted', async (t) => {
  const address = await newDatabase()
  const { endpoint, ...s3 } = await serveS3(t, await temporaryFolder(t))
  const settings = {
    s3Endpoint: endpoint, s3Region: s3.region, s3AccessKeyId: s3.accessKeyId, s3SecretAccessKey: s3.secretAccessKey
  }
  const [one, two] = [(await node(t, address, settings)).api, (await node(t, address, settings)).api]
  const { id } = await one.accounts.createUser({ email: 'ada@example.org', name: 'Ada', role: 'global_admin' })
  const actor: Actor = { id, role: 'global_admin' }
  const records = Array.from({ length: 300 }, (_, at) => JSON.stringify({ '@type': 'o:Item', ...title(`Record ${at}`) }))
  const file = path.join(await temporaryFolder(t), 'records.ndjson')
  await writeFile(file, records.join('\n'))
  const upload = await one.importUploads.add({ path: file, filename: 'records.ndjson', size: 1 }, actor)
  t.match(await refusal(two.importUploads.pathOf(upload.id, { id: id + 1, role: 'global_admin' })), { kind: 'not-found' })
  await t.rejects(two.importUploads.pathOf(upload.id, actor), { message: /the store gave/ }, 'half of a file is none')
  await one.store.write(async (database) => {
    await database.update(importUpload).set({ size: Buffer.byteLength(records.join('\n')) })
  })
  const preview = await two.imports.preview({ file: await two.importUploads.pathOf(upload.id, actor), files: null })
  t.equal(preview.length, 10, 'any node shows it')
  await two.importUploads.choose(upload.id, { some: 'thing' }, actor)
  t.same((await one.importUploads.find(upload.id, actor)).choices, { some: 'thing' })

  // The first node runs it until it is stopped.
  const claim = await two.store.engine.claims!.take('jobs')
  const options = { source: `upload ${upload.id}`, files: null, batchSize: 10 }
  const start = async (api: Api): Promise<number> => await api.imports.startUpload(upload.id, options, actor)
  const starts = await Promise.all([one, two].map(start))
  t.equal(starts[0], starts[1], 'a form that is sent to two nodes starts one job')
  await claim?.release()
  one.jobs.wake()
  await until(async () => (await one.jobs.report(starts[0]!, OPERATOR)).progress > 10)
  await one.jobs.close()
  await until(async () => {
    two.jobs.wake()
    await two.jobs.idle()
    return (await two.jobs.report(starts[0]!, OPERATOR)).status === 'completed'
  })
  t.match(await two.jobs.report(starts[0]!, OPERATOR), { log: [/Started/, /Interrupted/, /Taken up again/] })
  t.equal((await two.items.search({}, { actor: OPERATOR })).total, 300)
  await two.importUploads.remove(upload.id, actor)
  t.same(await refusal(one.importUploads.pathOf(upload.id, actor)).then((error) => error?.kind), 'not-found')
  t.match(await two.checkFiles(), { files: 0 })
})

t.test('nodes that start at the same time on an empty database make one administrator', async (t) => {
  const address = await newDatabase()
  const nodes = await Promise.all([1, 2, 3].map(async (at) => await node(t, address, { adminEmail: `admin${at}@example.org` })))
  t.same(await Promise.all(nodes.map(async ({ api }) => await api.accounts.hasUsers())), [false, false, false])
  const shown = await Promise.all(nodes.map(async ({ api }) => await createFirstAdministrator(api, 'http://x')))
  t.equal(shown.filter((text) => text !== '').length, 1)
  t.equal((await nodes[0]!.api.accounts.list('', OPERATOR)).length, 1)
})
