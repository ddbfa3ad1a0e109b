import { count } from 'drizzle-orm'
import { resource } from '../../../../db/tables/index.js'
import type { Services } from '../../../resources/definition/services.js'
import type { CheckResult } from '../check/check.js'
import type { ImportContext } from '../write/context.js'

/** For fewer new records, updating indexes is faster than rebuilding them. */
const DEFERRED_INDEXES_MIN_RECORDS = 500

/**
 * Likewise, if the new records are a smaller part of the existing ones. At a seventh of 72,000 resources both take the
 * same CPU time, but updating changes most pages of the indexes.
 */
const DEFERRED_INDEXES_MIN_SHARE = 1 / 4

/**
 * Runs an import. If there are no other users, and the import adds a large part of the collection, it builds indexes
 * at its end: sorting many rows is much faster than inserting them into an index one by one. The indexes are built
 * however it ends; if the process is killed, the next one that opens the folder builds them.
 */
export async function deferringIndexes (
  { services, options: { claim } }: ImportContext, checked: CheckResult, work: () => Promise<void>
): Promise<void> {
  const { store, indexes } = services
  // This may resume an import that was killed while another process had the folder open.
  if (store.engine.areIndexesDeferred) await store.buildIndexes()
  const lock = isLarge(checked, await countResources(services)) ? claim?.() : undefined
  if (lock === undefined) return await work()
  try {
    await store.deferIndexes()
    await indexes.hold(async () => {
      try {
        await work()
      } finally {
        await store.buildIndexes()
      }
    })
  } finally {
    lock.release()
  }
}

async function countResources ({ store }: Services): Promise<number> {
  const [{ present } = { present: 0 }] = await store.read.select({ present: count() }).from(resource)
  return present
}

/** @param stored number of resources in the collection. */
function isLarge ({ records, present, updates }: CheckResult, stored: number): boolean {
  const created = records - present - updates
  return updates === 0 && created >= DEFERRED_INDEXES_MIN_RECORDS && created > stored * DEFERRED_INDEXES_MIN_SHARE
}
