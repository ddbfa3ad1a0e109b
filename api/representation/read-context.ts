import type { Viewer } from '../../db/search/viewer.js'
import type { Database } from '../../db/sqlite.js'
import type { Terms } from '../../db/terms.js'
import type { DataTypes } from '../values/data-types.js'

/** What every representation is made from: a snapshot of the data, its meaning, and who looks. */
export interface ReadContext {
  readonly database: Database
  readonly terms: Terms
  readonly dataTypes: DataTypes
  readonly viewer: Viewer
  /** The setting `disable_jsonld_reverse`. */
  readonly withoutReverse: boolean
}

/** In memory, the rule that `isVisible` states for the database. */
export function sees (viewer: Viewer, row: { isPublic: boolean, ownerId: number | null }): boolean {
  return viewer.viewsAll || row.isPublic || (viewer.id !== null && row.ownerId === viewer.id)
}
