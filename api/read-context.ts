import type { Viewer } from '../db/search/viewer.js'
import type { Extensions } from './extensions.js'
import type { SearchContext } from './search/context.js'
import type { DataTypes } from './values/data-types.js'

/** What every representation is made from: a snapshot of the data, its meaning, and who looks. */
export interface ReadContext extends SearchContext {
  readonly dataTypes: DataTypes
  /** What an application adds to representations, by the name of their type. */
  readonly listeners?: Extensions['representations']
  /** What the addresses of stored files begin with: ours, or a public address that the files have. */
  readonly filesBase: string
  /** The setting `disable_jsonld_reverse`. */
  readonly withoutReverse: boolean
  /** Shows a resource as it is when it has just been deleted: what went with it has no id any more (contract/resources.md §14). */
  readonly isDeleted?: boolean
  /** Media by item in an order other than that of their positions: a write is answered in the order there was before. */
  readonly mediaOrder?: ReadonlyMap<number, readonly number[]>
  /** The same for the rows of templates, by the ids of their properties. */
  readonly templateOrder?: ReadonlyMap<number, readonly number[]>
}

/** In memory, the rule that `isVisible` states for the database. */
export function sees (viewer: Viewer, row: { isPublic: boolean, ownerId: number | null }): boolean {
  return viewer.viewsAll || row.isPublic || (viewer.id !== null && row.ownerId === viewer.id)
}
