import type { RepresentationListener } from './representation-listener.js'
import type { SearchContext } from './search/context.js'
import type { ValueContext } from './values/value-context.js'

/** What every representation is made from: a snapshot of the data, its meaning, and who looks. */
export interface ReadContext extends SearchContext, ValueContext {
  /** What an application adds to representations, by the name of their type. */
  readonly listeners?: Readonly<Record<string, RepresentationListener>> | undefined
  /** The setting `disable_jsonld_reverse`. */
  readonly withoutReverse: boolean
  /**
   * Shows a resource as it is when it has just been deleted: what went with it has no id any more
   * (docs/contract/resources.md §14).
   */
  readonly isDeleted?: boolean
  /** The rows of templates, by the ids of their properties, in the order there was before a write. */
  readonly templateOrder?: ReadonlyMap<number, readonly number[]>
}
