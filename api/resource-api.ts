import type { Answer } from './answer.js'
import type { BatchCall, BatchResult, Call, Payload, Query, ReadCall, UpdateCall } from './call.js'
import type { ApiError, Operation } from './errors.js'

/**
 * The operations on one resource type, as an embedding application calls them. Every one decides access for
 * `call.actor`, and refuses with an ApiError. Nothing here knows HTTP: no page size is assumed, a search without
 * `page`, `limit` or `offset` gives every match.
 */
export interface ResourceApi {
  /** Name in addresses: `items`, `item_sets`, … */
  readonly name: string
  /** Operations the type offers. */
  readonly operations: readonly Operation[]

  /** A JSON list of representations, or with `return_scalar` an object from id to value; `total` counts all pages, `next` is the cursor of the next. */
  search (query: Query, call: Call): Promise<Answer>
  /**
   * Counts all that a search finds, by `query.facets`: `{ total, facets: { [name]: [{ …, count }] } }` (facets/facets.ts).
   *
   * @example await api.items.facets({ search: 'sea', facets: 'resource_class_id,dcterms:subject' }, { actor })
   */
  facets (query: Query, call: Call): Promise<Answer>
  /** One representation. `id` as received, text or number. */
  read (id: string | number, call: ReadCall): Promise<Answer>
  /** The cached answer of `read`, synchronously; undefined on a cache miss. Lets a route answer a hit without a promise. */
  readCached (id: string | number, call: ReadCall): Answer | undefined
  create (payload: Payload, call: Call): Promise<Answer>
  update (id: string | number, payload: Payload, call: UpdateCall): Promise<Answer>
  /**
   * Changes the current representation and writes it back whole (`PUT` semantics), provided that nobody else has
   * changed it meanwhile; otherwise `change` is applied to the newer one, a few times.
   *
   * @param change makes the new payload of the current representation, as the actor sees it. Called only once the
   *   actor is known to have the right to update.
   * @throws StaleError when others were always faster.
   */
  patch (id: string | number, change: (current: Answer) => Payload, call: UpdateCall): Promise<Answer>
  /** Answers the representation of what was deleted. */
  delete (id: string | number, call: Call): Promise<Answer>

  /**
   * Throws what the operation itself would for want of rights, and does nothing else: for callers with costly work to do
   * before, such as receiving what is to be written. Whether the payload refers to what the actor may use is not known yet.
   *
   * @param id of the resource, for operations on one.
   */
  authorize (operation: Operation, call: Call, id?: string | number): Promise<void>

  batchCreate (payloads: readonly Payload[], call: BatchCall): Promise<BatchResult<ApiError>>
  /** The same change for every id. */
  batchUpdate (ids: ReadonlyArray<string | number>, payload: Payload, call: BatchCall): Promise<BatchResult<ApiError>>
  batchDelete (ids: ReadonlyArray<string | number>, call: BatchCall): Promise<BatchResult<ApiError>>
}
