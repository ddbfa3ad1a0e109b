import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import t, { type Test } from 'tap'
import { OPERATOR } from '../../../api/access/actor.js'
import { EVERYTHING } from '../../../db/change-log.js'
import vitrine, { open, serverOptions, type Api } from '../../../app.js'
import { newDatabase } from '../../database.js'
import { dice } from '../../dice.js'
import { temporaryFolder, title, WITHOUT_THREADS } from '../../helper.js'

interface Node { api: Api, app: FastifyInstance }

async function node (t: Test, database: string): Promise<Node> {
  const api = await open({ data: await temporaryFolder(t), database, rateLimit: 0, ...WITHOUT_THREADS })
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

t.test('what is written through one node is seen at once by its account through any, and by others soon', async (t) => {
  const address = await newDatabase()
  const [one, two] = [await node(t, address), await node(t, address)]
  const key = await keyFor(one.api)
  const created = await one.app.inject({ method: 'POST', url: '/api/items', headers: key, payload: title('Old') })
  const id = created.json<{ 'o:id': number }>()['o:id']
  t.equal(await titleAt(two, id, key), 'Old', 'with a key that was made at another node')
  await two.app.inject({ url: `/api/items/${id}` })

  // Nobody is told of this.
  const client = new pg.Client(address)
  await client.connect()
  t.teardown(async () => { await client.end() })
  const writeUntold = async (text: string): Promise<number> => {
    await client.query("BEGIN; SET vitrine.tracking = 'off'")
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
  while (await titleAt(two, id, {}) !== 'z') await new Promise((resolve) => { setTimeout(resolve, 20) })
  const patched = await two.app.inject({ method: 'PATCH', url: `/api/items/${id}`, headers: key, payload: title('New') })
  t.equal(Number(patched.headers['service-position']), two.api.store.position)
  t.equal(await titleAt(one, id, { 'service-position': String(patched.headers['service-position']) }), 'New')
  t.equal((await one.app.inject({ url: '/api/items', headers: { 'service-position': '99999999' } })).statusCode, 200)
})

t.test('three nodes that write all the time show what one shows that keeps nothing', async (t) => {
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
    // Some at the same time.
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
