import { eq } from 'drizzle-orm'
import pg from 'pg'
import t, { type Test } from 'tap'
import { Store } from '../../../db/store.js'
import { resource, setting } from '../../../db/tables/index.js'
import { newDatabase } from '../../database.js'

async function open (t: Test, address: string): Promise<Store> {
  const store = await Store.open('', {}, { address })
  t.teardown(async () => { await store.close() })
  return store
}

const item = { kind: 'item', isPublic: true, created: 0 } as const

async function make (store: Store): Promise<number> {
  return await store.write(async (database) => {
    const [{ id } = { id: 0 }] = await database.insert(resource).values(item).returning({ id: resource.id })
    return id
  })
}

t.test('of several processes that start at once one makes the tables', async (t) => {
  const address = await newDatabase()
  const stores = await Promise.all(Array.from({ length: 5 }, async () => await open(t, address)))
  t.same(await make(stores[0]!), 1)
  for (const store of stores) t.equal((await store.read.select().from(resource)).length, 1)
})

t.test('what fails leaves nothing, not even a gap between ids', async (t) => {
  const store = await open(t, await newDatabase())
  t.equal(await make(store), 1)
  await t.rejects(store.write(async (database) => {
    await database.insert(resource).values(item)
    throw new Error('no')
  }), { message: 'no' })
  const outcomes = await Promise.allSettled([
    make(store),
    store.write(async (database) => { await database.insert(setting).values([{ id: 'x', value: 1 }, { id: 'x', value: 2 }]) }),
    make(store)
  ])
  t.same(outcomes.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled'])
  t.same((await store.read.select({ id: resource.id }).from(resource)).map(({ id }) => id).sort(), [1, 2, 3])
  await t.rejects(store.write(async (database) => {
    await database.insert(setting).values({ id: 'y', value: 1 })
    await database.insert(setting).values({ id: 'y', value: 2 }).catch(() => {})
  }), 'an error that nobody passed on')
  t.same(await store.read.select().from(setting).where(eq(setting.id, 'y')), [])
})

t.test('a write tells what it touched; those of others make everything stale', async (t) => {
  const address = await newDatabase()
  const [one, two] = [await open(t, address), await open(t, address)]
  const { version } = one.changes
  const id = await make(one)
  t.same(one.changes.touchedSince(version), [id])
  const told = async (store: Store, write: () => Promise<unknown>): Promise<void> => {
    const { epoch } = store.changes
    await write()
    while (store.changes.epoch === epoch) await new Promise((resolve) => { setImmediate(resolve) })
  }
  await told(two, async () => await make(one))
  const client = new pg.Client(address)
  await client.connect()
  t.teardown(async () => { await client.end() })
  await told(one, async () => await client.query('UPDATE resource SET modified = 1'))
  t.pass()
})
