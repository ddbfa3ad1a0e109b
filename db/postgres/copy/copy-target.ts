import type pg from 'pg'
import { COPIED_TABLES } from '../../engine/copy/copied-tables.js'
import type { CopyTarget } from '../../engine/copy/ends.js'
import type { Database } from '../../query/statements/database.js'
import { transact } from '../../query/statements/transactions.js'
import type { FullTextIndex } from '../../query/tokens/full-text-tokens.js'
import { runOver } from '../connection/connections.js'
import { connectToCopy, isUsedByOthers, namedAddress } from '../connection/copy-connection.js'
import { arrayOf, build, drop } from '../write/deferred-indexes.js'
import { isCurrent, isUnfinished, migrate, UNFINISHED } from '../write/migrate.js'
import { databaseOf } from '../query/postgres-database.js'

/** Advisory lock of the process that copies into a database. */
const COPY_LOCK = 7_202_119

/** If any of these tables has a row, there is a collection. */
const COLLECTION = ['vocabulary', 'resource', 'user']

const INDEXES: readonly FullTextIndex[] = ['fulltext', 'site_page_fulltext']

/** Indexes that do not belong to a constraint, and foreign keys, with the statements that create and remove them. */
const DEFINITIONS = `
  SELECT 'index ' || indexname AS name, indexdef AS definition, format('DROP INDEX %I', indexname) AS removal
    FROM pg_indexes WHERE schemaname = current_schema() AND tablename = ANY (${arrayOf(COPIED_TABLES.map(({ name }) => name))})
    AND indexname NOT IN (SELECT conname FROM pg_constraint)
  UNION ALL
  SELECT 'reference ' || conname, format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)), format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`

/** Empties the full-text indexes and queues everything for indexing. */
const ALL_DUE = `
  TRUNCATE fulltext_due, site_page_fulltext_due, ${INDEXES.map((index) => `${index}_posting, ${index}_docsize`).join()};
  INSERT INTO fulltext_due SELECT id FROM resource WHERE kind <> 'value_annotation';
  INSERT INTO site_page_fulltext_due SELECT id FROM site_page;`

/** A PostgreSQL database; as long as it contains the table `UNFINISHED`, it cannot be opened. */
export class PostgresCopyTarget implements CopyTarget {
  readonly database: Database
  readonly allowsNul = false

  private constructor (readonly name: string, private readonly client: pg.Client) {
    this.database = databaseOf(runOver(client))
  }

  /** @throws if it contains a collection already, or another process uses it. */
  static async open (address: string): Promise<PostgresCopyTarget> {
    const name = namedAddress(address)
    const client = await connectToCopy(address)
    try {
      const { rows: [lock] } = await client.query<{ has: 0 | 1 }>(`SELECT pg_try_advisory_lock(${COPY_LOCK}) AS has`)
      if (lock!.has === 0) throw new Error(`Another copy into ${name} is running.`)
      if (await isUsedByOthers(client)) throw new Error(`${name} is used by a server. Stop it, or choose another database.`)
      if (!await isUnfinished(client)) {
        await migrate(client)
        await begin(client, name)
      } else if (!await isCurrent(client)) {
        throw new Error(`Another version of Vitrine has begun to copy into ${name}. Choose an empty database.`)
      }
      // Commits lost in a crash are copied again, so they need not wait for the disk.
      await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '256MB'; SET work_mem = '64MB'")
      return new PostgresCopyTarget(name, client)
    } catch (error) {
      await client.end()
      throw error
    }
  }

  async loosen (): Promise<void> {
    await transact(this.database, async () => {
      await drop(this.client, DEFINITIONS, UNFINISHED)
      for (const { name } of COPIED_TABLES) await this.client.query(`ALTER TABLE "${name}" DISABLE TRIGGER USER`)
    })
  }

  async tighten (onStep: (name: string) => void): Promise<void> {
    const client = this.client
    // In the order of names, indexes come before the references that need them.
    await build(client, UNFINISHED, onStep, async () => { await client.query(ALL_DUE) })
    // Reading the texts needs these statistics.
    await client.query('ANALYZE')
  }

  async finish (sequences: ReadonlyMap<string, number>): Promise<void> {
    const client = this.client
    await client.query('SET synchronous_commit = on')
    // VACUUM marks pages as all-visible, which index-only scans need.
    await client.query('VACUUM (ANALYZE)')
    await transact(this.database, async () => {
      for (const [name, last] of sequences) {
        await client.query('UPDATE id_sequence SET seq = $2 WHERE name = $1', [name, last])
      }
      for (const { name } of COPIED_TABLES) await client.query(`ALTER TABLE "${name}" ENABLE TRIGGER USER`)
      await client.query(`DROP TABLE ${UNFINISHED}`)
    })
    await client.end()
  }

  async close (): Promise<void> {
    await this.client.end()
  }
}

/** Marks an empty database as an unfinished copy. */
async function begin (client: pg.Client, name: string): Promise<void> {
  await client.query('BEGIN')
  const isAny = COLLECTION.map((table) => `EXISTS (SELECT 1 FROM "${table}")`).join(' OR ')
  const { rows: [there] } = await client.query<{ is: 0 | 1 }>(`SELECT ${isAny} AS is`)
  if (there!.is === 1) throw new Error(`There is a collection in ${name} already. Choose an empty database.`)
  await client.query(`CREATE TABLE ${UNFINISHED} (name text PRIMARY KEY, definition text)`)
  await client.query('COMMIT')
}
