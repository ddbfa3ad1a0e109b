import type { Ingester } from '../../../files/ingesters/ingester.js'
import type { RepresentationListener } from './read-context.js'
import type { Actor } from '../../core/calls/actor.js'
import type { Query } from '../../core/calls/call.js'
import type { JobClass } from '../../runtime/jobs/job-class.js'
import type { ComputedType } from './computed-type.js'
import type { ResourceType } from './resource-type.js'
import type { Filters } from '../../search/query/searchable.js'
import type { DataType } from '../../values/data-type.js'

/** Rewrites the query of a search before it is parsed. The result may depend on the actor. */
export type QueryListener = (query: Query, actor: Actor) => Query

/** An output format in addition to the ones in docs/contract/http.md §8. */
export interface OutputFormat {
  /** Value of the parameter `format`. */
  readonly name: string
  /** Matched against `Accept`; sent as `Content-Type`. */
  readonly mediaType: string
  /** @param body a representation, or a list of them. @param context namespaces of the prefixes in it. */
  serialise(
    body: unknown,
    context: Readonly<Record<string, string>>
  ): string | Uint8Array | Promise<string | Uint8Array>
}

/**
 * Extensions of a collection by the embedding application: the extension points that the reference application offers
 * to modules. They apply only to the collection that was opened with them.
 */
export interface Extensions {
  /** Data types, after the built-in ones in `/api/data_types`. */
  readonly dataTypes?: readonly DataType[]
  /** Ingesters of media; one with the name of a built-in ingester replaces it. */
  readonly ingesters?: readonly Ingester[]
  /**
   * Resource types, of rows or computed, at `/api/<name>`. Without `allows`, every user may read and administrators
   * may write.
   */
  readonly resourceTypes?: ReadonlyArray<ResourceType | ComputedType>
  /** Namespaces by prefix, for the JSON-LD context; a vocabulary with the same prefix has precedence. */
  readonly context?: Readonly<Record<string, string>>
  /** Listeners by the name of the resource type, such as `items`. */
  readonly representations?: Readonly<Record<string, RepresentationListener>>
  readonly queries?: Readonly<Record<string, QueryListener>>
  /** Further search parameters, by the name of the resource type and of the parameter. */
  readonly filters?: Readonly<Record<string, Filters>>
  readonly formats?: readonly OutputFormat[]
  /** Classes of background jobs, started by `api.jobs.start`. */
  readonly jobs?: readonly JobClass[]
}

export const NO_EXTENSIONS: Extensions = Object.freeze({})
