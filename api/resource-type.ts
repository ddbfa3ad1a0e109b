import type { Entity } from './access/access.js'
import type { Actor } from './access/actor.js'
import type { Representation } from './answer.js'
import type { Payload, UpdateCall } from './call.js'
import type { Operation } from './errors.js'
import type { AfterCommit, Preparation } from './preparation.js'
import type { ReadContext } from './read-context.js'
import type { Filters, SearchableType } from './search/searchable.js'
import type { TypeSchemas } from './type-schemas.js'
import type { WriteContext } from './write-context.js'

/**
 * Everything that distinguishes one resource type from another. The machinery that runs a definition is in
 * operations.ts; a new type, or a new field of one, is one edit in one place.
 *
 * The type parameters carry to the programmatic API what a definition says; `resourceType()` infers them. They are the
 * name, the types of representation, input and deleted representation, the filters, and the names of sort keys and
 * scalars.
 */
export interface ResourceType<
  N extends string = string, R = unknown, I = unknown, D = unknown,
  F extends Filters = Filters, K extends string = string, C extends string = string
> extends SearchableType<N, F, K, C> {
  readonly operations: readonly Operation[]
  /** Who may do what, in a type that an application adds; without an entity, whether the actor may ever do this. */
  allows? (actor: Actor, operation: Operation, entity?: Entity): boolean
  /** Schemas of input and output; absent: any object. */
  readonly schemas?: TypeSchemas<R, I, D>
  /** Representations by id, made with a fixed number of queries. */
  represent (context: ReadContext, ids: readonly number[]): Promise<Map<number, Representation>>
  /** Its representations are cached; they depend on resources only (cache/dependencies.ts). */
  readonly isCached?: boolean
  /** Some rows are visible in lists but may not be read one by one. */
  readonly guardsReads?: boolean
  /** The facts about a row on which access depends. */
  entityOf (context: ReadContext, id: number, actor: Actor): Promise<Entity>
  // `any`: the type of what a writer prepares is known to that writer only.
  readonly writer?: ResourceWriter<any>
  /**
   * The keys beginning with `o:` that a batch update may change (docs/contract/resources.md §16);
   * absent: all.
   */
  readonly batchKeys?: readonly string[]
}

/** A definition, with the types that follow from it. */
export function resourceType<
  const N extends string, R, I, D, const F extends Filters, const K extends string, const C extends string
> (definition: ResourceType<N, R, I, D, F, K, C>): ResourceType<N, R, I, D, F, K, C> {
  return definition
}

/** What remains to be done after a write, and how its answer differs from a later read. */
export interface Consequences {
  afterCommit?: AfterCommit | undefined
  answer?: Pick<ReadContext, 'mediaOrder' | 'templateOrder'> | undefined
}

/** How rows of a type are made and changed. All but `prepare` run inside a transaction; throwing undoes everything. */
export interface ResourceWriter<Prepared = unknown> {
  /** Fetches and stores files, which must not hold the transaction. `id` is undefined for a creation. */
  prepare? (context: WriteContext, payload: Payload, id: number | undefined): Promise<Preparation<Prepared>>
  /** @returns the new row's id. */
  create?(context: WriteContext, payload: Payload, prepared: Prepared): Promise<number>
  update?(
    context: WriteContext,
    id: number,
    payload: Payload,
    call: UpdateCall,
    prepared: Prepared
  ): Promise<Consequences>
  delete?(context: WriteContext, id: number): Promise<Consequences>
}
