import type { RepresentationListener } from './representation-listener.js'
import type { SearchContext } from './search/context.js'
import type { ValueContext } from './values/value-context.js'

/** What representing needs: a snapshot of the data, its terms and data types, and the viewer. */
export interface ReadContext extends SearchContext, ValueContext {
  /** What an application adds to representations, by the name of their type. */
  readonly listeners?: Readonly<Record<string, RepresentationListener>> | undefined
  /** The setting `disable_jsonld_reverse`. */
  readonly withoutReverse: boolean
  /**
   * Represent a resource that has just been deleted: resources deleted with it have null ids
   * (docs/contract/resources.md §14).
   */
  readonly isDeleted?: boolean
  /** The rows of templates, by the ids of their properties, in the order there was before a write. */
  readonly templateOrder?: ReadonlyMap<number, readonly number[]>
}
