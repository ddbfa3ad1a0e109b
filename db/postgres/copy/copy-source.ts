import type pg from 'pg'
import type { CopySource } from '../../engine/copy/ends.js'
import { NoCollectionError } from '../../engine/data-folder.js'
import type { Snapshot } from '../../engine/engine.js'
import { CHANNEL } from '../connection/announcements.js'
import { connectToCopy, isUsedByOthers, namedAddress } from '../connection/copy-connection.js'
import { runOver } from '../connection/connections.js'
import { isCurrent, UNFINISHED } from '../write/migrate.js'
import { databaseOf } from '../query/postgres-database.js'

/** Connects to the database of a collection. @throws if there is none, or another version of Vitrine wrote it. */
export async function openPostgresSource (address: string): Promise<CopySource> {
  const name = namedAddress(address)
  const client = await connectToCopy(address)
  let version = 0
  // Announcements are missed once the connection is lost, so that counts as a change.
  for (const event of ['notification', 'error', 'end'] as const) client.on(event, () => { version++ })
  try {
    await checkVersion(client, name)
    await client.query(`LISTEN ${CHANNEL}`)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    name,
    version: () => version,
    isUsed: async () => await isUsedByOthers(client),
    size: async () => (await runOver(client)('SELECT pg_database_size(current_database())')).rows[0]![0] as number,
    snapshot: async () => await snapshotOf(address),
    close: async () => { await client.end() }
  }
}

async function snapshotOf (address: string): Promise<Snapshot> {
  const client = await connectToCopy(address)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  return {
    database: databaseOf(runOver(client)),
    close: async () => { await client.end() }
  }
}

async function checkVersion (client: pg.Client, name: string): Promise<void> {
  const { rows: [there] } = await client.query<{ migrated: string | null, unfinished: string | null }>(
    `SELECT to_regclass('migration') AS migrated, to_regclass('${UNFINISHED}') AS unfinished`
  )
  if (there!.migrated === null) throw new NoCollectionError(name)
  if (there!.unfinished !== null) throw new Error(`The copy in ${name} is not finished.`)
  if (await isCurrent(client)) return
  throw new Error(`${name} was written by another version of Vitrine. ` +
    'Have this version bring it up to date, or use the newer one: vitrine user list --database …')
}
