import type { FacetCounts, Scalars } from '../../../schemas/shared/facets.js'
import type { FacetParameters } from '../../../schemas/shared/query.js'
import type { Answer, Representation } from '../../core/answers/answer.js'
import type {
  BatchCall, BatchResult, CallOptions, Payload, Query, QueryInput, QueryInputValue, ReadCall, UpdateCall
} from '../../core/calls/call.js'
import type { ApiError, Operation } from '../../core/calls/errors.js'
import type { RestSchemas } from './rest-schemas.js'

/** A query as parsed from a URL. Not one that is written out: the compiler checks the parameters of that. */
type Parsed<T extends Query> = string extends keyof T ? T : never

/** A query that selects members of the representations (`fields`). */
type WithFields = { readonly fields: QueryInputValue & {} }

/**
 * The operations on one resource type, as an embedding application calls them. Each checks the access of the call's
 * actor, by default anonymous, and throws ApiErrors. There is no default page size: a search without `page`, `limit`
 * or `offset` returns every match.
 *
 * R, I, Q and D are the types of a representation, a payload, a query, and the representation of a deleted resource; G
 * is the names of facets.
 *
 * @example (await api.items.search({ has_media: true, per_page: 10 })).json()[0]?.['o:title']
 */
export interface ResourceApi<
  R = Representation, I = Payload, Q = QueryInput, D = R, G extends string = string
> {
  /** Name in URLs: `items`, `item_sets`, … */
  readonly name: string
  /** Operations that the type supports. */
  readonly operations: readonly Operation[]
  /** Schemas of its requests and responses. */
  readonly schemas: RestSchemas

  /**
   * Returns a list of representations, or with `return_scalar` an object of values by id. `total` of the answer counts
   * all pages; `next` is the cursor of the next page.
   */
  search (query: Q & { readonly return_scalar: string }, options?: CallOptions): Promise<Answer<Scalars>>
  search (query: Q & WithFields, options?: CallOptions): Promise<Answer<Array<Partial<R>>>>
  search (query?: Q, options?: CallOptions): Promise<Answer<R[]>>
  /** As above, with a query parsed from a URL. */
  search<T extends Query> (query: T & Parsed<T>, options?: CallOptions): Promise<Answer<Array<Partial<R>> | Scalars>>
  /** As `search`, but returns a cached answer at once: a promise costs a route as much as the answer. */
  searchNow (query: Query, options?: CallOptions): Answer<R[]> | Promise<Answer<R[]>>
  /**
   * Counts the resources that a search finds, grouped by each of `query.facets`: `{ total, facets: { [name]: [{ …,
   * count }] } }`.
   *
   * @example await api.items.facets({ search: 'sea', facets: 'resource_class_id,dcterms:subject' })
   */
  facets (query: Q & FacetParameters<G>, options?: CallOptions): Promise<Answer<FacetCounts>>
  /** As above, with a query parsed from a URL. */
  facets<T extends Query> (query: T & Parsed<T>, options?: CallOptions): Promise<Answer<FacetCounts>>
  /** One representation. @param id as in the URL, or a number. */
  read (id: string | number, options: CallOptions<ReadCall> & WithFields): Promise<Answer<Partial<R>>>
  read (id: string | number, options?: CallOptions<ReadCall>): Promise<Answer<R>>
  /** As `read`, but returns a cached answer at once: a promise would cost a route more than the answer itself. */
  readNow (id: string | number, options?: CallOptions<ReadCall>): Answer<R> | Promise<Answer<R>>
  create (payload: I, options?: CallOptions): Promise<Answer<R>>
  update (id: string | number, payload: I, options?: CallOptions<UpdateCall>): Promise<Answer<R>>
  /**
   * Changes the current representation and writes it back completely (`PUT` semantics). If another client has changed
   * it meanwhile, `change` is applied again to the newer one, a few times.
   *
   * @param change returns the new payload, given the current representation as the actor sees it. Called only if the
   * actor may update the resource. @throws StaleError if every attempt met a concurrent change.
   */
  patch (id: string | number, change: (current: Answer<R>) => I, options?: CallOptions<UpdateCall>): Promise<Answer<R>>
  /** @returns the representation of the deleted resource, with a null id. */
  delete (id: string | number, options?: CallOptions): Promise<Answer<D>>

  /**
   * Throws the error that the operation would throw for lack of rights, and does nothing else. For callers with
   * expensive work to do first, such as receiving an upload. Rights to resources named in the payload are checked
   * later.
   *
   * @param id of the resource, for operations on one.
   */
  authorize (operation: Operation, options?: CallOptions, id?: string | number): Promise<void>

  batchCreate (payloads: readonly I[], options?: CallOptions<BatchCall>): Promise<BatchResult<ApiError>>
  /** Applies one change to every resource. */
  batchUpdate (
    ids: ReadonlyArray<string | number>, payload: I, options?: CallOptions<BatchCall>
  ): Promise<BatchResult<ApiError>>
  batchDelete (ids: ReadonlyArray<string | number>, options?: CallOptions<BatchCall>): Promise<BatchResult<ApiError>>
}
