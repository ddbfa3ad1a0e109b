import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import type { SqliteDatabase } from '../../../db/sqlite/connection/connection.js'
import { Store } from '../../../db/open/store.js'
import { property, resource, setting, vocabulary } from '../../../db/tables/index.js'
import { packageFolder } from '../../../package.js'
import { databaseOf, onSqlite } from '../../database.js'
import { temporaryFolder } from '../../helper.js'
import { writeElsewhere } from '../fixtures/elsewhere.js'

type Database = Store['read']

const remember = async (database: Database, id: string, value: unknown = id): Promise<void> => {
  await database.insert(setting).values({ id, value })
}
const known = async (store: Store, id: string): Promise<unknown> =>
  (await store.read.select().from(setting).where(eq(setting.id, id)))[0]?.value
const pause = async (): Promise<void> => { await new Promise((resolve) => { setImmediate(resolve) }) }

const addressOf = async (folder: string): Promise<string> => (await databaseOf(folder)).database ?? ''

/** Opens the database of a folder. */
async function opened (folder: string): Promise<Store> {
  return await Store.open(folder, {}, { address: await addressOf(folder) })
}

async function open (t: Test): Promise<Store> {
  const store = await opened(await temporaryFolder(t))
  t.teardown(async () => { await store.close() })
  return store
}

/** Waits until what others have committed can be known. */
async function heard (store: Store): Promise<void> {
  await pause()
  await store.catchUp()
}

t.test('a transaction that throws leaves nothing, wherever it throws', async (t) => {
  const store = await open(t)
  await t.rejects(store.write(async (database) => {
    await remember(database, 'a')
    await pause()
    await remember(database, 'b')
    throw new Error('no')
  }), { message: 'no' })
  await t.rejects(store.write(async (database) => {
    await remember(database, 'c')
    await database.insert(property).values({ vocabularyId: 999, localName: 'x', label: 'x', labelKey: 'x' })
  }))
  t.same(
    [await known(store, 'a'), await known(store, 'b'), await known(store, 'c')],
    [undefined, undefined, undefined]
  )
})

t.test('a failed write does not block other writes', async (t) => {
  const store = await open(t)
  const failed = store.write(async () => { throw new Error('no') })
  const done = store.write(async (database) => { await remember(database, 'a') })
  await t.rejects(failed)
  await done
  t.equal(await known(store, 'a'), 'a')
})

t.test('a write that fails does not affect other writes of its commit', async (t) => {
  const store = await open(t)
  const outcomes = await Promise.allSettled([
    store.write(async (database) => { await remember(database, 'a') }),
    store.write(async (database) => {
      await remember(database, 'b')
      throw new Error('no')
    }),
    store.write(async (database) => {
      await remember(database, 'c')
      return await known(store, 'a')
    })
  ])
  t.match(outcomes, [
    { status: 'fulfilled' },
    { status: 'rejected', reason: { message: 'no' } },
    { status: 'fulfilled' }
  ])
  t.same([await known(store, 'a'), await known(store, 'b'), await known(store, 'c')], ['a', undefined, 'c'])
})

t.test('writes that cannot be committed are not acknowledged', onSqlite('it can check keys when a transaction ends'), async (t) => {
  const store = await open(t)
  const outcomes = await Promise.allSettled(['a', 'b'].map(async (name) => await store.write(async (database) => {
    await remember(database, name)
    // A foreign key that is checked when the transaction ends.
    await database.run(sql`PRAGMA defer_foreign_keys = ON`)
    await database.insert(property).values({ vocabularyId: 999, localName: name, label: name, labelKey: name })
  })))
  t.match(outcomes, [{ status: 'rejected' }, { status: 'rejected' }])
  await store.write(async (database) => { await remember(database, 'c') })
  t.same([await known(store, 'a'), await known(store, 'b'), await known(store, 'c')], [undefined, undefined, 'c'])
})

t.test('writes run one after another, in the order of their calls', async (t) => {
  const store = await open(t)
  const events: string[] = []
  await Promise.all(['a', 'b', 'c'].map(async (name) => await store.write(async (database) => {
    events.push(`${name} begins`)
    await pause()
    await remember(database, name)
    events.push(`${name} ends`)
  })))
  t.same(events, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

t.test('single changes and batches take turns, and a commit has only as many as delay no other request', async (t) => {
  const store = await open(t)
  const order: string[] = []
  const write = async (name: string, changes: number): Promise<void> => {
    await store.write(async (database) => { await remember(database, name) }, changes)
    order.push(name)
  }
  let end = (): void => {}
  const begun = new Promise<void>((resolve) => {
    const first = store.write(async () => {
      resolve()
      await new Promise<void>((resolve) => { end = resolve })
    })
    t.teardown(async () => { await first })
  })
  await begun
  const names = Array.from({ length: 20 }, (_, at) => `batch ${at}`)
  const written = [...names.map(async (name) => { await write(name, 100) }), write('one', 1), write('other', 1)]
  end()
  await Promise.all(written)
  t.same(order.slice(0, 4), ['batch 0', 'one', 'other', 'batch 1'])
  t.same(order.filter((name) => name.startsWith('batch')), names)
})

t.test('a write waits for one deferred index, also if two calls build them', onSqlite('it makes them in one step'), async (t) => {
  const store = await open(t)
  await store.deferIndexes()
  const made = Promise.all([store.buildIndexes(), store.buildIndexes()])
  await store.write(async (database) => {
    t.ok(store.engine.areIndexesDeferred, 'not for all of them')
    await remember(database, 'meanwhile')
  })
  await made
  t.notOk(store.engine.areIndexesDeferred)
  t.equal(await known(store, 'meanwhile'), 'meanwhile')
})

t.test('uncommitted changes are not visible, and reads do not wait for them', async (t) => {
  const store = await open(t)
  await store.write(async (database) => {
    await remember(database, 'a')
    t.equal(await known(store, 'a'), undefined)
  })
  t.equal(await known(store, 'a'), 'a')
})

t.test('within a transaction a part may fail by itself', async (t) => {
  const store = await open(t)
  await store.write(async (database) => {
    await remember(database, 'a')
    await t.rejects(store.nested(async () => {
      await remember(database, 'b')
      throw new Error('no')
    }))
    await store.nested(async () => { await remember(database, 'c') })
  })
  t.same([await known(store, 'a'), await known(store, 'b'), await known(store, 'c')], ['a', undefined, 'c'])
})

t.test('closing waits for queued writes', async (t) => {
  const folder = await temporaryFolder(t)
  const store = await opened(folder)
  const writes = ['a', 'b'].map(async (name) => await store.write(async (database) => {
    await pause()
    await remember(database, name)
  }))
  await store.close()
  await Promise.all(writes)
  const again = await opened(folder)
  t.teardown(async () => { await again.close() })
  t.same([await known(again, 'a'), await known(again, 'b')], ['a', 'b'])
})

t.test('terms are known as soon as they are written, by two who share a database', async (t) => {
  const folder = await temporaryFolder(t)
  const [one, two] = [await opened(folder), await opened(folder)]
  t.teardown(async () => { await Promise.all([one.close(), two.close()]) })
  t.equal((await two.terms()).properties.byTerm('museum:room'), undefined)
  await one.write(async (database) => {
    const [row] = await database
      .insert(vocabulary)
      .values({
        namespaceUri: 'urn:museum:',
        namespaceUriKey: 'x',
        prefix: 'museum',
        prefixKey: 'x',
        label: 'Museum',
        labelKey: 'x'
      })
      .returning({ id: vocabulary.id })
    await database.insert(property).values({ vocabularyId: row!.id, localName: 'room', label: 'Room', labelKey: 'x' })
  })
  await heard(two)
  t.equal((await one.terms()).properties.byTerm('museum:room')?.label, 'Room')
  t.equal((await two.terms()).properties.byTerm('museum:room')?.label, 'Room')
  await two.write(async (database) => {
    await database.update(property).set({ label: 'Hall' }).where(eq(property.localName, 'room'))
  })
  await heard(one)
  t.equal((await one.terms()).properties.byUri('urn:museum:room')?.label, 'Hall')
})

t.test('a write of one process is in the change log of the other', async (t) => {
  const folder = await temporaryFolder(t)
  const [one, two] = [await opened(folder), await opened(folder)]
  t.teardown(async () => { await Promise.all([one.close(), two.close()]) })
  const before = two.changes.version
  await heard(two)
  t.equal(two.changes.version, before, 'nothing happened')
  await one.write(async (database) => { await remember(database, 'a') })
  await heard(two)
  t.ok(two.changes.version > before)
  t.notOk(two.changes.isUntouched(new Set([1]), before))
})

t.test('processes on one database announce what they changed; a change without a notice makes everything stale', async (t) => {
  const folder = await temporaryFolder(t)
  const [one, two] = [await opened(folder), await opened(folder)]
  t.teardown(async () => { await Promise.all([one.close(), two.close()]) })
  const make = async (store: Store): Promise<number> => await store.write(async (database) => {
    const [row] = await database.insert(resource).values({ kind: 'item', isPublic: true, created: 0 })
      .returning({ id: resource.id })
    return row!.id
  })
  const { version } = two.changes
  const ids = [await make(one), await make(two), await make(one)]
  await heard(two)
  t.same(two.changes.touchedSince(version), ids)
  const { version: later } = two.changes
  await one.writeUnseen(async (database) => { await database.run(sql`INSERT INTO title_due VALUES (1)`) })
  await heard(two)
  t.equal(two.changes.version, later, 'what no answer shows')
  t.equal(two.position, one.position)

  await writeElsewhere(folder, 'UPDATE resource SET modified = 1')
  await make(one)
  await heard(two)
  t.equal(two.changes.touchedSince(later), undefined, 'what another program has written before it')
})

t.test('two who share a database in one process take turns', async (t) => {
  const folder = await temporaryFolder(t)
  const [one, two] = [await opened(folder), await opened(`${folder}/.`)]
  t.teardown(async () => { await Promise.all([one.close(), two.close()]) })
  await Promise.all([one, two, one, two].map(async (store, at) => await store.write(async (database) => {
    await remember(database, `${at}`)
    await pause()
    await remember(database, `${at}${at}`)
  })))
  t.same(await Promise.all(['00', '11', '22', '33'].map(async (id) => await known(one, id))), ['00', '11', '22', '33'])
})

async function child (folder: string, name: string): Promise<ChildProcess> {
  return fork(path.join(packageFolder, 'test/db/fixtures/writer.ts'), [folder, await addressOf(folder), name, '40'], {
    execArgv: ['--import', 'tsx']
  })
}

t.test('several processes write to one database and lose nothing', async (t) => {
  const folder = await temporaryFolder(t)
  const store = await opened(folder)
  t.teardown(async () => { await store.close() })
  const children = [await child(folder, 'x'), await child(folder, 'y')]
  const ends = Promise.all(children.map(async (process) => await once(process, 'exit')))
  for (let at = 0; at < 40; at++) {
    await store.write(async (database) => { await remember(database, `z${at}`) })
    await pause()
  }
  t.same((await ends).map(([code]) => code as number), [0, 0])
  for (const name of ['x', 'y', 'z']) {
    const rows = (await store.read.select({ id: setting.id }).from(setting)).filter((row) =>
      new RegExp(`^${name}\\d+$`).test(row.id)
    )
    t.equal(rows.length, 40, name)
  }
})

const OWN_LOG = 'it has a write-ahead log of its own'

/** Writes a number of bytes at once, and returns the sizes of the log afterwards. */
async function withLog (t: Test, bytes: number) {
  const store = await open(t)
  const progress = (): { log: number, left: number } => {
    const [{ log, checkpointed }] = (store.read as SqliteDatabase).$client.pragma('wal_checkpoint(NOOP)') as [Record<string, number>]
    return { log: log!, left: log! - checkpointed! }
  }
  await store.write(async (database) => {
    await database.run(sql`INSERT INTO setting VALUES ('long', zeroblob(CAST(${bytes} AS INTEGER)))`)
  })
  const { log } = progress()
  t.equal(progress().left, log, 'not copied by the commit')
  return { store, progress, log }
}

t.test('a long log is copied into the database in the background, and restarts when the writes pause', onSqlite(OWN_LOG), async (t) => {
  const { store, progress } = await withLog(t, 40_000_000)
  while (progress().left > 0) await delay(10)
  await store.write(async (database) => { await remember(database, 'next') })
  t.ok(progress().log < 1000, 'it begins anew')
  t.equal(await known(store, 'next'), 'next')
})

t.test('a very long log restarts even while others write without a pause', onSqlite(OWN_LOG), async (t) => {
  const { store, progress, log } = await withLog(t, 140_000_000)
  for (let number = 0; progress().log >= log; number++) {
    await store.write(async (database) => { await remember(database, `write ${number}`) })
  }
  t.ok(progress().log < 1000, 'it begins anew')
  t.equal(await known(store, 'write 0'), 'write 0')
})
