import type { Representation } from '../../core/answers/answer.js'
import type { Links } from '../../core/answers/links.js'
import type { SearchContext } from '../../search/context/context.js'
import type { ValueContext } from '../../values/value-context.js'
import type { Actor } from '../../core/calls/actor.js'
import type { Call } from '../../core/calls/call.js'
import type { FileServices } from '../../files/file-services.js'
import type { Jobs } from '../../runtime/jobs/jobs.js'

/**
 * Adds or removes members of a representation before it is sent; returns the new representation. Answers are cached
 * until a resource that they show changes. So the result may depend on the argument only: not on the time, on other
 * resources or on the actor.
 */
export type RepresentationListener = (representation: Representation) => Representation

/** The context for representing resources: the database, its terms and data types, and the viewer. */
export interface ReadContext extends SearchContext, ValueContext {
  /** Representation listeners of the application, by resource type. */
  readonly listeners?: Readonly<Record<string, RepresentationListener>> | undefined
  /** Rows per page of a search if its query has no `per_page`; absent where nothing is searched. */
  readonly pageSize?: number
  /** The setting `omitReverse`. */
  readonly withoutReverse: boolean
  /**
   * Returns the links to a resource to which many others link, which are then represented as `Links` instead of as an
   * object. Undefined: always as an object.
   */
  readonly manyLinks?: ((id: number) => Promise<Links>) | undefined
  /** Whether another process may have hidden resources a moment ago without this process knowing it yet. */
  readonly mayBeBehind?: boolean
  /**
   * Represent a resource that has just been deleted: what was deleted with it has a null id
   * (docs/contract/resources.md §14).
   */
  readonly isDeleted?: boolean
  /** Order of template properties before a write: ids of properties by id of template. */
  readonly templateOrder?: ReadonlyMap<number, readonly number[]>
}

/** The context of a write: that of a read, with the call, its actor, and the files. */
export interface WriteContext extends ReadContext {
  /** Within a transaction this sees the transaction's own changes. */
  readonly database: ReadContext['database']
  readonly actor: Actor
  readonly call: Call
  readonly files: FileServices
  readonly jobs: Jobs
}
