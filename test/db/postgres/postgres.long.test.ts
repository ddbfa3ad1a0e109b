import { eq, sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import { ANONYMOUS, open as openApi, OPERATOR } from '../../../app.js'
import { insertRows } from '../../../db/query/statements/insert-rows.js'
import { putDocuments } from '../../../db/query/text/full-text.js'
import { Store } from '../../../db/open/store.js'
import type { Query } from '../../../api/core/calls/call.js'
import { resource, setting } from '../../../db/tables/index.js'
import { updateRow } from '../../../db/query/statements/update-row.js'
import { knownMigrations } from '../../../db/postgres/write/migrate.js'
import { packageFolder } from '../../../package.js'
import { newDatabase } from '../../database.js'
import { dataFolder } from '../../helper.js'
import { until } from '../../until.js'

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

t.test('of several processes that start at once, one creates the tables', async (t) => {
  const address = await newDatabase()
  const stores = await Promise.all(Array.from({ length: 5 }, async () => await open(t, address)))
  t.same(await make(stores[0]!), 1)
  for (const store of stores) t.equal((await store.read.select().from(resource)).length, 1)
})

t.test('a failed write leaves nothing, not even a gap between ids', async (t) => {
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

t.test('a statement that runs in the background fails the write that it belongs to, and no other', async (t) => {
  const address = await newDatabase()
  const store = await open(t, address)
  const id = await make(store)
  const refused = { code: '23502' }
  const spoil = async (): Promise<void> => await store.write(async (database) => {
    await updateRow(database, resource, id, { created: 1 })
    await updateRow(database, resource, id, { kind: null as never })
  })
  await t.rejects(spoil(), refused)
  const outcomes = await Promise.allSettled([make(store), spoil(), make(store), spoil()])
  t.match(outcomes, [{ value: 2 }, { reason: refused }, { value: 3 }, { reason: refused }])
  t.match(await store.read.select().from(resource).orderBy(resource.id), [{ created: 0 }, { id: 2 }, { id: 3 }])
  await store.write(async (database) => { await updateRow(database, resource, id, { created: 2 }) })
  t.match(await store.read.select().from(resource).where(eq(resource.id, id)), [{ created: 2 }])
  const client = await connect(t, address)
  const { rows } = await client.query(`SELECT (SELECT xmin FROM resource WHERE id = ${id})::text AS row,
    (SELECT xmin FROM write_note ORDER BY position DESC LIMIT 1)::text AS note`)
  t.equal(rows[0].note, rows[0].row, 'a write and its note are in one transaction')
})

t.test('for a changed text, only rows of its index that differ are written', async (t) => {
  const address = await newDatabase()
  const store = await open(t, address)
  const client = await connect(t, address)
  const put = async (title: string, text: string): Promise<Map<string, string>> => {
    await store.write(async (database) => {
      await putDocuments(database, 'fulltext', [{ id: 1, title, text, hidden: '' }, { id: 2, title: 'other', text: '', hidden: '' }])
    })
    const { rows } = await client.query('SELECT term, part, positions::text, xmin FROM fulltext_posting WHERE id = 1')
    return new Map(rows.map((row) => [`${row.term} ${row.part} ${row.positions}`, row.xmin as string]))
  }
  const first = await put('sea', 'one two one')
  t.same([...first.keys()].sort(), ['one 1 {0,2}', 'sea 0 {0}', 'two 1 {1}'])
  const second = await put('sea', 'one one three')
  t.same([...second.keys()].sort(), ['one 1 {0,1}', 'sea 0 {0}', 'three 1 {2}'])
  t.equal(second.get('sea 0 {0}'), first.get('sea 0 {0}'))
  t.same([...(await put('', '')).keys()], [])
})

t.test('deferred indexes are built when the database is opened next', async (t) => {
  const address = await newDatabase()
  const client = await connect(t, address)
  const indexes = async (): Promise<unknown[]> =>
    (await client.query('SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY indexname')).rows
  const one = await Store.open('', {}, { address })
  const all = await indexes()
  const other = await Store.open('', {}, { address })
  await one.deferIndexes()
  t.notOk(one.engine.areIndexesDeferred, 'others would find nothing quickly')
  await other.close()
  await one.deferIndexes()
  t.ok(one.engine.areIndexesDeferred)
  t.ok((await indexes()).length < all.length - 10)
  t.equal(await make(one), 1)
  await one.close()
  const next = await open(t, address)
  t.ok(next.engine.areIndexesDeferred)
  await next.buildIndexes()
  t.notOk(next.engine.areIndexesDeferred)
  t.same(await indexes(), all)
})

async function connect (t: Test, address: string): Promise<pg.Client> {
  const client = new pg.Client(address)
  await client.connect()
  t.teardown(async () => { await client.end() })
  return client
}

/** Ends the connections over which processes listen. */
async function deafen (client: pg.Client): Promise<void> {
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'vitrine listening'`)
}

t.test('every process learns what each write touched; what another program writes makes everything stale', async (t) => {
  const address = await newDatabase()
  const stores = [await open(t, address), await open(t, address), await open(t, address)] as const
  const [one, two, three] = stores
  const versions = stores.map((store) => store.changes.version)
  const told = (): unknown => stores.map((store, at) => store.changes.touchedSince(versions[at]!))
  const first = await make(one)
  t.same(one.changes.touchedSince(versions[0]!), [first], 'its own at once')
  const second = await make(two)
  t.same(two.changes.touchedSince(versions[1]!), [first, second], 'in its own transaction it learns of those before')
  await three.catchUp()
  t.same(three.changes.touchedSince(versions[2]!), [first, second], 'who asks knows')
  await until(() => stores.every(({ position }) => position === three.position))
  t.same(told(), [[first, second], [first, second], [first, second]], 'everybody hears of it')

  const many = await one.write(async (database) =>
    (await database.insert(resource).values(Array<typeof item>(3000).fill(item)).returning({ id: resource.id }))
      .map(({ id }) => id))
  await until(() => stores.every(({ position }) => position === one.position))
  t.same((told() as number[][]).map((ids) => ids.length), [3002, 3002, 3002], 'notes that are too long to be announced')
  t.same(three.changes.touchedSince(versions[2]!)!.slice(2).sort((a, b) => a - b), many)

  await one.write(async (database) => { await database.insert(setting).values({ id: 'x', value: 1 }) })
  await until(() => stores.every(({ position }) => position === one.position))
  t.same(told(), [undefined, undefined, undefined], 'what may show anywhere')

  const client = await connect(t, address)
  const epochs = stores.map(({ changes }) => changes.epoch)
  await client.query('UPDATE resource SET modified = 1 WHERE id = 1')
  await until(() => stores.every(({ changes }, at) => changes.epoch > epochs[at]!))
})

t.test('ids that are given are not given again, and PostgreSQL learns at once that a table has grown', async (t) => {
  const store = await open(t, await newDatabase())
  const rows = Array.from({ length: 600 }, (_, at) => ({ ...item, id: 1001 + at }))
  await store.writeBulk(async (database) => { await insertRows(database, resource, rows) })
  t.equal(await make(store), 1601)
  const [known] = await store.read.all<{ reltuples: number }>(
    sql`SELECT reltuples FROM pg_class WHERE oid = 'resource'::regclass`
  )
  t.equal(known?.reltuples, 600)
})

t.test('a process that missed a notice, or a part of it, finds out', async (t) => {
  const address = await newDatabase()
  const [one, two] = [await open(t, address), await open(t, address)]
  const client = await connect(t, address)
  const { version } = two.changes
  await deafen(client)
  const id = await make(one)
  await until(() => two.position === one.position && one.problem === undefined && two.problem === undefined)
  t.ok([undefined, id].includes(two.changes.touchedSince(version)?.at(-1)))
  await until(() => {
    const { changes } = two
    return two.changes.version === changes.version
  })
  // A note that was not announced.
  const { epoch, version: later } = two.changes
  await client.query("INSERT INTO write_note SELECT max(position) + 1, 0, '[77]' FROM write_note")
  await until(() => two.changes.touchedSince(later)?.[0] === 77)
  t.equal(two.changes.epoch, epoch)
  // Notes that are gone, and a database that was put back.
  await client.query("INSERT INTO write_note SELECT max(position) + 5, 0, '[78]' FROM write_note")
  await until(() => two.changes.epoch > epoch)
  const { epoch: before } = two.changes
  await client.query('DELETE FROM write_note WHERE position > 1')
  await until(() => two.changes.epoch > before)
  t.equal(two.position, 1)
})

t.test('a process that cannot query the database for notices does not use its cache until it can again', async (t) => {
  const address = await newDatabase()
  const name = new URL(address).pathname.slice(1)
  const store = await open(t, address)
  const admin = await connect(t, Object.assign(new URL(address), { pathname: '/postgres' }).href)
  const { epoch } = store.changes
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  await until(() => store.changes.epoch > epoch)
  const { epoch: still } = store.changes
  await until(() => store.changes.epoch > still)
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  await until(() => store.problem === undefined)
  const { version } = store.changes
  const id = await make(store)
  t.same(store.changes.touchedSince(version), [id])
})

t.test('texts that an older version split into other words, or compared with their blanks, are found as by this one', async (t) => {
  const settings = { data: await dataFolder(t), database: await newDatabase() }
  const call = { actor: OPERATOR }
  const older = await openApi(settings)
  const literal = (text: string) => [{ type: 'literal' as const, '@value': text }]
  const { id } = await older.items.create(
    { 'dcterms:title': literal('Qurʾān'), 'dcterms:subject': literal('\u00A0 Paper') }, call
  )
  await older.store.write(async (database) => {
    await database.$native.putDocuments('fulltext', [{ id: Number(id), title: 'qurʾān', text: '', hidden: '' }])
    await database.run(sql`DELETE FROM fulltext_due`)
    await database.run(sql`UPDATE value SET text_key = 'old'`)
    await database.run(sql`DELETE FROM migration WHERE name = '0021_other-words.sql'`)
  })
  await older.close()
  const api = await openApi(settings)
  t.teardown(async () => { await api.close() })
  const queries: Query[] = [
    { fulltext_search: 'Quran' }, { property: [{ property: 'dcterms:subject', type: 'eq', text: 'Paper' }] }
  ]
  for (const query of queries) t.equal((await api.items.search({ ...query, return_scalar: 'id' }, call)).template, `{"${id}":${id}}`)
})

t.test('changes that an older version had not logged or indexed yet are logged and found', async (t) => {
  const address = await newDatabase()
  const client = await connect(t, address)
  await client.query('CREATE TABLE migration (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())')
  for (const name of knownMigrations().filter((name) => name < '0022')) {
    await client.query(readFileSync(path.join(packageFolder, 'db/postgres/migrations', name), 'utf8'))
    await client.query('INSERT INTO migration (name) VALUES ($1)', [name])
  }
  // As in the older version, to which its triggers belong.
  await client.query(`CREATE FUNCTION "touch_item_INSERT"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO touched VALUES (new.id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER "touch_item_INSERT" AFTER INSERT ON item FOR EACH ROW EXECUTE FUNCTION "touch_item_INSERT"();
    INSERT INTO resource (kind, is_public, created, title, public_title) VALUES ('item', 1, 0, 'Gallery', 'Gallery');
    INSERT INTO item (id) VALUES (1);
    INSERT INTO value (resource_id, property_id, type, text, is_public) SELECT 1, id, 'literal', 'Gallery', 1 FROM property`)
  const api = await openApi({ data: await dataFolder(t), database: address })
  t.teardown(async () => { await api.close() })
  const { entries } = await api.changes.read({ since: 0 }, { actor: ANONYMOUS })
  t.same(entries.map(({ op, id }) => `${op} ${id}`), ['create 1'])
  const { template } = await api.items.search({ fulltext_search: 'gallery', return_scalar: 'id' }, { actor: ANONYMOUS })
  t.equal(template, '{"1":1}')
  const { rows } = await client.query("SELECT tgname FROM pg_trigger WHERE tgname ~ '^touch_|_change_'")
  t.same(rows, [])
})
