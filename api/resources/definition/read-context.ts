import type { Links } from '../../core/answers/links.js'
import type { RepresentationListener } from './representation-listener.js'
import type { SearchContext } from '../../search/context/context.js'
import type { ValueContext } from '../../values/value-context.js'

/** What representing needs: the database, its terms and data types, and the viewer. */
export interface ReadContext extends SearchContext, ValueContext {
  /** Representation listeners of the application, by resource type. */
  readonly listeners?: Readonly<Record<string, RepresentationListener>> | undefined
  /** The setting `omitReverse`. */
  readonly withoutReverse: boolean
  /**
   * Gives the links to a resource to which many others link; they are then shown as `Links` instead of as an object.
   * Undefined: none but as an object.
   */
  readonly manyLinks?: ((id: number) => Promise<Links>) | undefined
  /** Another process may have hidden resources a moment ago, and this one has not heard of it. */
  readonly mayBeBehind?: boolean
  /**
   * Represent a resource that has just been deleted: what was deleted together with it has a null id
   * (docs/contract/resources.md §14).
   */
  readonly isDeleted?: boolean
  /** Rows of templates in their order before a write: ids of properties by id of template. */
  readonly templateOrder?: ReadonlyMap<number, readonly number[]>
}
