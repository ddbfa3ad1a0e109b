import { count } from 'drizzle-orm'
import { resource } from '../../../../db/tables/index.js'
import type { Services } from '../../../resources/definition/services.js'
import type { CheckResult } from '../check/check.js'
import { Filling } from './filling.js'

/**
 * Keeps servers off the data folder until the returned lock is released; returns undefined while a server is running.
 */
export type Claim = () => { release: () => void } | undefined

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
 * however it ends; if the process is killed, the next one that opens the folder builds them. If the folder is empty,
 * other threads write the rows and index the texts.
 * @param work is passed these threads.
 */
export async function fill (
  services: Services, checked: CheckResult, claim: Claim | undefined, work: (filling?: Filling) => Promise<void>
): Promise<void> {
  const { store, indexes } = services
  // This may resume an import that was killed while another process had the folder open.
  if (store.areIndexesDeferred) await store.buildIndexes()
  const there = await countResources(services)
  const lock = isFilling(checked, there) ? claim?.() : undefined
  if (lock === undefined) return await work()
  try {
    await store.deferIndexes()
    await indexes.hold(async () => { await withoutIndexes(services, there === 0, checked.media === 0, work) })
  } finally {
    lock.release()
  }
}

async function withoutIndexes (
  { store, files }: Services, isEmpty: boolean, isWithoutMedia: boolean, work: (filling?: Filling) => Promise<void>
): Promise<void> {
  const build = async (): Promise<void> => { await store.buildIndexes() }
  const filling = isEmpty && store.file !== undefined
    ? await Filling.open(store, store.file, files, isWithoutMedia)
    : undefined
  try {
    await work(filling)
    await filling?.finish(build)
  } finally {
    await filling?.close()
    await build()
  }
}

async function countResources ({ store }: Services): Promise<number> {
  const [{ there } = { there: 0 }] = await store.read.select({ there: count() }).from(resource)
  return there
}

function isFilling ({ records, present, updates }: CheckResult, there: number): boolean {
  const created = records - present - updates
  return updates === 0 && created >= DEFERRED_INDEXES_MIN_RECORDS && created > there * DEFERRED_INDEXES_MIN_SHARE
}
