import { isAddress } from '../engine/address.js'
import { checkDatabaseIn } from '../engine/data-folder.js'
import type { CopySource, CopyTarget } from '../engine/copy/ends.js'
import type { Engine, Replication } from '../engine/engine.js'
import { openSqliteSource } from '../sqlite/copy/copy-source.js'
import { SqliteCopyTarget } from '../sqlite/copy/copy-target.js'
import { SqliteEngine } from '../sqlite/sqlite-engine.js'

export interface EngineOptions extends Replication {
  /** `postgres://…`; empty: `vitrine.db` in the data folder. */
  readonly address?: string
  /** Do not create a collection if there is none. */
  readonly mustExist?: boolean
  /** Bytes of page cache for the two connections to a file together. */
  readonly pageCache?: number | undefined
  /** Maximum number of read connections to a server. */
  readonly connections?: number
  /** Milliseconds to wait for a free connection. */
  readonly wait?: number
  /** Milliseconds after which a read statement is cancelled, and for which a write waits for writes of others. */
  readonly timeout?: number
}

/**
 * Opens the database of a data folder, or the one at an address.
 *
 * @throws NoCollectionError if there is none and `mustExist` is set.
 */
export async function openEngine (folder: string, { address = '', pageCache, ...settings }: EngineOptions): Promise<Engine> {
  if (address === '') {
    if (settings.mustExist === true) checkDatabaseIn(folder)
    return SqliteEngine.open(folder, pageCache)
  }
  const { PostgresEngine } = await import('../postgres/postgres-engine.js')
  return await PostgresEngine.open(address, settings)
}

/** Opens a database to copy it. @param place a data folder or an address. */
export async function openCopySource (place: string): Promise<CopySource> {
  if (!isAddress(place)) return openSqliteSource(place)
  const { openPostgresSource } = await import('../postgres/copy/copy-source.js')
  return await openPostgresSource(place)
}

/** Opens a database to copy into it. @param place a data folder or an address. */
export async function openCopyTarget (place: string): Promise<CopyTarget> {
  if (!isAddress(place)) return SqliteCopyTarget.open(place)
  const { PostgresCopyTarget } = await import('../postgres/copy/copy-target.js')
  return await PostgresCopyTarget.open(place)
}
