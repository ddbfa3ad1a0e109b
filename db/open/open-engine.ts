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
  /** Begin no collection where there is none. */
  readonly mustExist?: boolean
  /** Bytes of a file that its two connections may hold together. */
  readonly pageCache?: number | undefined
  /** Most connections to a server over which this process reads. */
  readonly connections?: number
  /** Milliseconds to wait for one of them. */
  readonly wait?: number
  /** Milliseconds after which a statement that reads is ended, and for which a write waits for those of others. */
  readonly timeout?: number
}

/**
 * Opens the database of a data folder, or the one at an address.
 *
 * @throws NoCollectionError when there is none, but must be.
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
