import { count } from 'drizzle-orm'
import { resource } from '../../db/tables/index.js'
import type { Services } from '../services.js'
import type { CheckResult } from './check.js'

/**
 * Keeps servers off the data folder until the lock that it returns is released; returns undefined while one is running.
 */
export type Claim = () => { release: () => void } | undefined

/** New records from which on it is quicker to build indexes anew than to extend them. */
const MANY = 500

/**
 * Runs an import. When nobody else is served, and it brings more than is there, it leaves indexes for its end: many
 * rows are sorted much faster than they are put into an index one by one. However it ends, the indexes are built; if
 * the process is killed, by whoever opens the folder next.
 */
export async function fill (
  services: Services, checked: CheckResult, claim: Claim | undefined, work: () => Promise<void>
): Promise<void> {
  const { store } = services
  // This may be the resumption of an import that was killed while the folder was open elsewhere.
  if (store.areIndexesDeferred) await store.buildIndexes()
  const lock = await isFilling(services, checked) ? claim?.() : undefined
  if (lock === undefined) return await work()
  try {
    await store.deferIndexes()
    try {
      await work()
    } finally {
      await store.buildIndexes()
    }
  } finally {
    lock.release()
  }
}

async function isFilling ({ store }: Services, { records, present, updates }: CheckResult): Promise<boolean> {
  const created = records - present - updates
  if (created < MANY || updates > 0) return false
  const [{ there } = { there: 0 }] = await store.read.select({ there: count() }).from(resource)
  return created > there
}
