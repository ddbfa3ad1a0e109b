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

/** SQL: names as an array. */
export const arrayOf = (names: readonly string[]): string => `ARRAY[${names.map((name) => `'${name}'`).join()}]`

/** Unique indexes stay, because they prevent duplicates. */
const INDEXES = `SELECT indexname AS name, indexdef AS definition, format('DROP INDEX %I', indexname) AS removal
  FROM pg_indexes WHERE schemaname = current_schema() AND tablename = ANY (${arrayOf(FILLED_TABLES)})
  AND indexdef LIKE 'CREATE INDEX%' AND indexname <> ALL (${arrayOf(RETAINED_INDEXES)}) ORDER BY indexname`

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
      await client.query(`CREATE TABLE ${DEFERRED} (name text PRIMARY KEY, definition text NOT NULL)`)
      await drop(client, INDEXES, DEFERRED)
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
    await build(client, DEFERRED)
    await client.query(`DROP TABLE IF EXISTS ${DEFERRED}`)
  })
}

/**
 * Within a transaction: drops indexes or constraints, and stores their definitions in a table.
 *
 * @param definitions selects the `name`, the `definition` and the `removal` of each.
 */
export async function drop (client: pg.Client, definitions: string, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string, definition: string, removal: string }>(definitions)
  for (const { name, definition, removal } of rows) {
    await client.query(`INSERT INTO ${table} (name, definition) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [name, definition])
    await client.query(removal)
  }
}

/**
 * Builds what `drop` has dropped, in the order of names, each in its own transaction.
 *
 * @param finish is called in the last of these transactions.
 */
export async function build (
  client: pg.Client, table: string, onStep: (name: string) => void = () => {}, finish = async (): Promise<void> => {}
): Promise<void> {
  const { rows } = await client.query<{ name: string, definition: string }>(
    `SELECT name, definition FROM ${table} WHERE definition IS NOT NULL ORDER BY name`
  )
  for (const [at, { name, definition }] of rows.entries()) {
    onStep(name)
    await transact(databaseOf(runOver(client)), async () => {
      // Another process may have built it meanwhile.
      const { rowCount } = await client.query(`DELETE FROM ${table} WHERE name = $1`, [name])
      if (rowCount === 1) await client.query(definition)
      if (at === rows.length - 1) await finish()
    })
  }
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
