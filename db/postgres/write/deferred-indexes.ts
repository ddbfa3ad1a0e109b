import type pg from 'pg'
import { FILLED_TABLES, RETAINED_INDEXES } from '../../engine/filled-tables.js'
import { transact } from '../../query/statements/transactions.js'
import { withCode } from '../connection/connection-error.js'
import { LISTENING, runOver } from '../connection/connections.js'
import type { Servers } from '../connection/servers.js'
import { databaseOf } from '../query/postgres-database.js'

/** Table with the definitions of postponed indexes, which exists only while these are missing. */
export const DEFERRED = 'deferred_index'

/** Counts the processes that have opened the database; each has one listening connection. */
const OPENED = `SELECT count(*) AS opened FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = '${LISTENING}'`

/** Unique indexes stay, because they prevent duplicates. */
const INDEXES = `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
  WHERE schemaname = current_schema() AND tablename = ANY ($1) AND indexdef LIKE 'CREATE INDEX%'
  AND indexname <> ALL ($2) ORDER BY indexname`

interface Index { name: string, definition: string }

/**
 * Drops the indexes into which many new rows would be inserted at random places. Their definitions are stored, so that
 * any process can rebuild them (`buildIndexes`). Does nothing while other processes use the database.
 *
 * @returns whether the indexes were dropped.
 */
export async function deferIndexes (servers: Servers): Promise<boolean> {
  return await connected(servers, async (client) => {
    const { rows: [others] } = await client.query<{ opened: number }>(OPENED)
    if (others!.opened > 1) return false
    await transact(databaseOf(runOver(client)), async () => {
      const { rows } = await client.query<Index>(INDEXES, [FILLED_TABLES, RETAINED_INDEXES])
      await client.query(`CREATE TABLE ${DEFERRED} (name text PRIMARY KEY, definition text NOT NULL)`)
      for (const { name, definition } of rows) {
        await client.query(`INSERT INTO ${DEFERRED} VALUES ($1, $2)`, [name, definition])
        await client.query(`DROP INDEX "${name}"`)
      }
    })
    return true
  })
}

export async function areIndexesDeferred (client: pg.Client): Promise<boolean> {
  return (await client.query(`SELECT 1 WHERE to_regclass('${DEFERRED}') IS NOT NULL`)).rowCount === 1
}

/** Builds the postponed indexes, each in its own transaction. After an interruption, the next call continues. */
export async function buildIndexes (servers: Servers): Promise<void> {
  await connected(servers, async (client) => {
    if (!await areIndexesDeferred(client)) return
    await client.query("SET maintenance_work_mem = '256MB'")
    const { rows } = await client.query<Index>(`SELECT name, definition FROM ${DEFERRED} ORDER BY name`)
    for (const { name, definition } of rows) {
      await transact(databaseOf(runOver(client)), async () => {
        // Another process may have built it meanwhile.
        const { rowCount } = await client.query(`DELETE FROM ${DEFERRED} WHERE name = $1`, [name])
        if (rowCount === 1) await client.query(definition)
      })
    }
    await client.query(`DROP TABLE IF EXISTS ${DEFERRED}`)
  })
}

/** Works over a separate connection without a time limit for statements. */
async function connected<T> (servers: Servers, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await servers.open().catch((error: unknown) => { throw withCode(error) })
  try {
    return await work(client)
  } catch (error) {
    throw withCode(error)
  } finally {
    await client.end().catch(() => {})
  }
}
