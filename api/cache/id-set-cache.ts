import type { ChangeLog } from '../../db/changes/change-log.js'
import type { Viewer } from '../../db/query/statements/viewer.js'
import { ENTRY_BYTES, type Lru } from './lru.js'
import { searchViewer } from './representations.js'

/** A cached set or order of ids, or other search data. Immutable: a patch makes a new one. */
export interface IdSet { readonly byteLength: number }

/** A set, with the version of the change log at which it was correct. */
interface Dated<T> { readonly value: T, readonly version: number }

/** When writes have touched more ids than this since a set was made, it is made again instead of patched. */
const PATCH_MAX_IDS = 5000

/** Cache of sets of ids. After a write a set is patched with the ids that the write touched. */
export class IdSetCache {
  constructor (readonly changes: ChangeLog, readonly lru: Lru) {}

  /**
   * The current set.
   *
   * @param make makes the set. @param patch corrects a set for the given ids, each once, ascending; undefined: make it
   *   again. Whether an id belongs to the set must depend on its rows alone, or on what makes everything stale
   *   (db/changes/tracking.ts). Absent: every write makes the set stale. @param version of the change log that the set
   *   must include, by default the current one. @param touchedSince the ids for which a set of a version has to be
   *   corrected; undefined: unknown. By default those that writes have touched.
   */
  async get<T extends IdSet> (
    viewer: Viewer,
    name: string,
    make: () => Promise<T>,
    patch?: (set: T, touched: readonly number[]) => Promise<T | undefined>,
    version = this.changes.version,
    touchedSince = (since: number): readonly number[] | undefined => this.changes.touchedSince(since)
  ): Promise<T> {
    const key = `${searchViewer(viewer)} ${name}`
    const { lru } = this
    const entry = lru.get(key) as Dated<T> | undefined
    if (entry !== undefined && entry.version >= version) {
      lru.hits++
      return entry.value
    }
    return await lru.making.share(`${version} ${key}`, async () => {
      const patched = entry && patch && await patchedWith(touchedSince(entry.version), entry.value, patch)
      if (patched === undefined) lru.misses++
      else lru.hits++
      const value = patched ?? await make()
      lru.add(key, { value, version } satisfies Dated<T>, value.byteLength + 2 * key.length + ENTRY_BYTES)
      return value
    })
  }

  /** Whether there is a set, current or not. */
  has (viewer: Viewer, name: string): boolean {
    return this.lru.has(`${searchViewer(viewer)} ${name}`)
  }
}

/** @param touched undefined: unknown. */
async function patchedWith<T> (
  touched: readonly number[] | undefined, set: T, patch: (set: T, touched: readonly number[]) => Promise<T | undefined>
): Promise<T | undefined> {
  const ids = touched && positive(touched)
  if (ids === undefined || ids.length > PATCH_MAX_IDS) return undefined
  return ids.length === 0 ? set : await patch(set, ids)
}

/** The positive ids, each once, ascending. A negative id says that only links have changed (db/changes/queue.ts). */
function positive (touched: readonly number[]): number[] {
  const ids: number[] = []
  let last = 0
  for (const id of Int32Array.from(touched).sort()) if (id > last) ids.push(last = id)
  return ids
}
