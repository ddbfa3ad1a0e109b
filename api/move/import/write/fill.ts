import { count } from 'drizzle-orm'
import { resource } from '../../../../db/tables/index.js'
import type { Services } from '../../../resources/definition/services.js'
import type { CheckResult } from '../check/check.js'
import { Filling } from './filling.js'

/**
 * Keeps servers off the data folder until the lock that it returns is released; returns undefined while one is running.
 */
export type Claim = () => { release: () => void } | undefined

/** New records from which on it is quicker to build indexes anew than to extend them. */
const MANY = 500

/**
 * Part of what is there from which on the same is true. With a seventh of 72,000 resources both ways take as much CPU
 * time, but to extend indexes changes most of their pages.
 */
const LARGE_PART = 1 / 4

/**
 * Runs an import. When nobody else is served, and it brings a large part of what is there, it leaves indexes for its
 * end: many rows are sorted much faster than they are put into an index one by one. However it ends, the indexes are
 * built; if the process is killed, by whoever opens the folder next. If nothing is there, other threads write the rows
 * and index the texts.
 *
 * @param work is given those threads.
 */
export async function fill (
  services: Services, checked: CheckResult, claim: Claim | undefined, work: (filling?: Filling) => Promise<void>
): Promise<void> {
  const { store, indexes } = services
  // This may be the resumption of an import that was killed while the folder was open elsewhere.
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
  return updates === 0 && created >= MANY && created > there * LARGE_PART
}
