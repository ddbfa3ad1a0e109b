import type { CompactIds } from './compact-ids.js'

/** What a resource has that was written lately, whoever may see it. */
export interface Written {
  /** The texts by which it may be found; undefined: some are long. */
  readonly text: string | undefined
  /** Length of the part of these that is in public values and comes first. */
  readonly shown: number
  /** The item sets that it is in. */
  readonly sets: CompactIds
  /** Whether others link to it. */
  readonly isLinked: boolean
  /** What this depends on: itself, the links to it, and what it links to. */
  readonly dependencies: CompactIds
  /** Version of the change log at which it was valid. */
  version: number
}
