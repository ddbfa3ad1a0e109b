import type { Engine } from './engine.js'
import { SqliteEngine } from './sqlite/sqlite-engine.js'

export interface EngineOptions {
  /** `postgres://…`; empty: `vitrine.db` in the data folder. */
  readonly address?: string
  /** Bytes of a file that each of two connections may hold. */
  readonly pageCache?: number | undefined
}

/** Opens the database of a data folder, or the one at an address. */
export async function openEngine (folder: string, { address = '', pageCache }: EngineOptions): Promise<Engine> {
  if (address === '') return SqliteEngine.open(folder, pageCache)
  const { PostgresEngine } = await import('./postgres/postgres-engine.js')
  return await PostgresEngine.open(address)
}
