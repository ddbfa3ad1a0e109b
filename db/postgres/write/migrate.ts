import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { packageFolder } from '../../../package.js'
import { valueKey } from '../../keys/collation/index.js'
import { digest } from '../../keys/digest.js'
import { NoCollectionError } from '../../engine/data-folder.js'
import { noted, QUEUE_STEPS, step, type QueueStep } from '../../changes/queue.js'
import { unknownTables } from '../../changes/tracking.js'
import { CHANNEL } from '../connection/announcements.js'
import { transact } from '../../query/statements/transactions.js'
import { DEFERRED } from './deferred-indexes.js'
import { UnsuitableDatabaseError, withCode } from '../connection/connection-error.js'
import { runOver } from '../connection/connections.js'
import { databaseOf } from '../query/postgres-database.js'

const FOLDER = path.join(packageFolder, 'db', 'postgres', 'migrations')

/** Advisory lock for writing: one transaction at a time among all processes. */
export const WRITING = 7_202_117

/** Advisory lock for migrating: if several processes start at once, one migrates and the others wait. */
const MIGRATING = 7_202_118

/** A table that is there as long as a database is being copied (copy-target.ts). */
export const UNFINISHED = 'unfinished_copy'

/** Tables that only this engine has; no cached answer depends on them. */
const OWN = new Set([DEFERRED, UNFINISHED, 'migration', 'id_sequence', 'tracking', 'foreign_write', 'throttle'])
const OWN_NAMES = /_(posting|docsize)$/

/** Whether a table exists only in this engine. */
export function isOwnTable (name: string): boolean {
  return OWN.has(name) || OWN_NAMES.test(name)
}

/** Computations of a migration that SQL cannot do. */
const COMPUTED: ReadonlyMap<string, (client: pg.Client) => Promise<void>> = new Map([
  ['0021_other-words.sql', renewValueKeys]
])

/** Names of the migrations, in their order. */
export function knownMigrations (): string[] {
  return readdirSync(FOLDER).filter((name) => name.endsWith('.sql')).sort()
}

/**
 * Runs the missing migrations in one transaction.
 *
 * @param options `mustExist`: fails instead of creating the first tables. @throws if a newer version of Vitrine wrote
 * the database, or a copy into it is unfinished; NoCollectionError.
 */
export async function migrate (client: pg.Client, { mustExist = false } = {}): Promise<void> {
  await transact(databaseOf(runOver(client)), async () => {
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATING})`)
    if (mustExist) await checkExists(client)
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())'
    )
    await checkFinished(client)
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migration')
    const applied = new Set(rows.map(({ name }) => name))
    const known = knownMigrations()
    if ([...applied].some((name) => !known.includes(name))) {
      throw new UnsuitableDatabaseError('This database was written by a newer version of Vitrine. ' +
        'Update Vitrine, or use the database it was made for.')
    }
    const missing = known.filter((name) => !applied.has(name))
    // From their next transaction on, processes of the previous version notice the new migration and stop writing.
    if (missing.length > 0) await client.query(`SELECT pg_advisory_xact_lock(${WRITING})`)
    for (const name of missing) {
      await client.query(readFileSync(path.join(FOLDER, name), 'utf8'))
      await COMPUTED.get(name)?.(client)
      await client.query('INSERT INTO migration (name) VALUES ($1)', [name])
    }
    await track(client)
  }).catch((error: unknown) => { throw withCode(error) })
}

/** Characters that `trim` removes, as a regular expression of PostgreSQL. */
const BLANKS = String.raw`\t\n\v\f\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF`

/** Values whose keys are computed together. */
const KEYS_AT_ONCE = 5000

/** Values that differ by blanks around them are equal from now on. */
async function renewValueKeys (client: pg.Client): Promise<void> {
  for (let last: unknown = 0; last !== undefined;) {
    const { rows } = await client.query<{ id: unknown, text: string }>(
      `SELECT id, text FROM value WHERE id > $1 AND text ~ '^[${BLANKS}]|[${BLANKS}]$' ORDER BY id LIMIT ${KEYS_AT_ONCE}`,
      [last]
    )
    await client.query(
      `UPDATE value SET text_key = renewed.key FROM unnest($1::bigint[], $2::text[]) AS renewed (id, key)
        WHERE value.id = renewed.id`, [rows.map(({ id }) => id), rows.map(({ text }) => valueKey(text))]
    )
    last = rows.at(-1)?.id
  }
}

async function checkExists (client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("SELECT 1 WHERE to_regclass('migration') IS NOT NULL")
  // Not by its address, which may contain a password.
  if (rowCount === 0) throw new NoCollectionError(`the database ${client.database ?? ''} on ${client.host}`)
}

/** Whether a database has the tables of this version. */
export async function isCurrent (client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name COLLATE "C"')
  return rows.map(({ name }) => name).join() === knownMigrations().join()
}

/** Whether a copy into the database is running or was interrupted. */
export async function isUnfinished (client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT 1 WHERE to_regclass('${UNFINISHED}') IS NOT NULL`)
  return rowCount !== 0
}

async function checkFinished (client: pg.Client): Promise<void> {
  if (!await isUnfinished(client)) return
  throw new UnsuitableDatabaseError('A collection is being copied into this database, or that was broken off. ' +
    'The same "vitrine migrate" again brings it to its end.')
}

/** Statements for what only PostgreSQL has: its tables of full-text indexes. */
const OWN_STEPS: readonly QueueStep[] = [
  ...['posting', 'docsize'].flatMap((table) => [
    step(['gone'], `DELETE FROM fulltext_${table} WHERE id IN (${noted(['gone'])})`),
    step(['pageGone'], `DELETE FROM site_page_fulltext_${table} WHERE id IN (${noted(['pageGone'])})`)
  ])
]

/**
 * Takes up the rows of the queue (tables/change-queue.ts) of the connection, and those that other programs have left
 * behind. Temporary tables have no statistics, so without the settings PostgreSQL would scan all values.
 */
const TAKE_QUEUE = `
  CREATE OR REPLACE FUNCTION take_change_queue() RETURNS void LANGUAGE plpgsql
  SET enable_hashjoin = off SET enable_mergejoin = off AS $$ DECLARE kinds bigint; BEGIN
    WITH others AS (DELETE FROM public.change_queue RETURNING what, id, other_id, annotation_id)
      INSERT INTO change_queue SELECT * FROM others;
    SELECT bit_or(what) INTO kinds FROM change_queue;
    IF kinds IS NULL THEN RETURN; END IF;
    ${[...QUEUE_STEPS, ...OWN_STEPS]
      .map(({ when, statement }) => `IF (kinds & ${when}) <> 0 THEN ${statement}; END IF;`).join('\n    ')}
    DELETE FROM change_queue;
  END $$;`

/**
 * Only Vitrine's connections have a temporary table `change_queue`. Writes of other programs go to this permanent one,
 * whose trigger makes everything stale.
 */
const ANNOUNCE_FOREIGN = `
  CREATE OR REPLACE FUNCTION announce_foreign() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO foreign_write VALUES (txid_current()) ON CONFLICT DO NOTHING;
    PERFORM pg_notify('${CHANNEL}', '');
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER announce_foreign BEFORE INSERT ON public.change_queue FOR EACH STATEMENT
    EXECUTE FUNCTION announce_foreign();`

/** SQL for the temporary tables of a connection that writes. */
export const WRITING_TABLES = `
  CREATE TEMP TABLE change_queue (what bigint NOT NULL, id bigint, other_id bigint, annotation_id bigint)
    ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE touched (id bigint) ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE resource_change_due (id bigint PRIMARY KEY) ON COMMIT DELETE ROWS`

/**
 * Creates the function that takes up the queue, and triggers for tables without their own, unless they are there.
 */
export async function track (client: pg.Client): Promise<void> {
  const names = async (query: string): Promise<string[]> =>
    (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
  const tables = await names(`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`)
  const withTriggers = await names(`SELECT relname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    JOIN pg_proc ON pg_proc.oid = tgfoid WHERE tgname LIKE 'note\\_%' AND prosrc LIKE '%change_queue%'`)
  const unknown = unknownTables(tables.filter((name) => !isOwnTable(name)).sort(), withTriggers)
  const statements = [TAKE_QUEUE, ANNOUNCE_FOREIGN, ...unknown.map(triggerOf)].join('\n')
  const state = digest('sha256', statements, 'hex')
  await client.query('CREATE TABLE IF NOT EXISTS tracking (digest text PRIMARY KEY)')
  const { rowCount } = await client.query('SELECT 1 FROM tracking WHERE digest = $1', [state])
  if (rowCount !== 0) return
  await client.query(statements)
  await client.query('DELETE FROM tracking')
  await client.query('INSERT INTO tracking VALUES ($1)', [state])
}

/** SQL for a trigger by which any change of a table makes everything stale. */
function triggerOf (table: string): string {
  return `CREATE OR REPLACE TRIGGER "touch_${table}" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "${table}"
    FOR EACH STATEMENT EXECUTE FUNCTION note_everything();`
}
