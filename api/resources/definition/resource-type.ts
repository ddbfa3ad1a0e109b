import { eq } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { TSchema } from '@sinclair/typebox'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import type { ResourceKind } from '../../../db/tables/index.js'
import type { Actor } from '../../core/calls/actor.js'
import type { Allows, Entity } from '../../access/access.js'
import { envelope } from '../../core/answers/addresses.js'
import type { Representation } from '../../core/answers/answer.js'
import type { Payload, UpdateCall, AfterCommit, Preparation } from '../../core/calls/call.js'
import type { Operation } from '../../core/calls/errors.js'
import type { ReadContext, WriteContext } from './read-context.js'
import type { Filters, SearchableType } from '../../search/query/searchable.js'

/** A schema whose values are of type T. */
type SchemaOf<T> = TSchema & { static: T }

/** Schemas of the input and output of a resource type, from which `api.items.read()` gets the type `Item`. */
export interface TypeSchemas<R = unknown, I = unknown, D = unknown> {
  readonly representation: SchemaOf<R>
  /** A payload; absent: the type is read-only. */
  readonly input?: SchemaOf<I>
  /** What DELETE returns; absent: the representation. */
  readonly deleted?: SchemaOf<D>
}

/**
 * The definition of a resource type: everything that distinguishes it from others. operations.ts executes it.
 *
 * The type parameters carry the definition into the types of the programmatic API; `resourceType()` infers them. They
 * are the name, the types of representation, input and deleted representation, the filters, and the names of sort keys,
 * scalars and facets.
 */
export interface ResourceType<
  N extends string = string, R = unknown, I = unknown, D = unknown,
  F extends Filters = Filters, K extends string = string, C extends string = string, G extends string = string
> extends SearchableType<N, F, K, C, G> {
  readonly operations: readonly Operation[]
  /** Kind of resource of its rows. */
  readonly kind?: ResourceKind
  /** Whether values are read by its rows, as by those of vocabularies and templates (db/query/statements/terms.ts). */
  readonly definesTerms?: boolean
  /** Permissions; without an entity: whether the actor may ever do this. */
  readonly allows?: Allows
  /** Schemas of input and output; absent: any object. */
  readonly schemas?: TypeSchemas<R, I, D>
  /** Representations by id. The number of queries must not depend on the number of ids. */
  represent (context: ReadContext, ids: readonly number[]): Promise<Map<number, Representation>>
  /** Whether representations are cached. They may then depend on resources only (cache/representations.ts). */
  readonly isCached?: boolean
  /** Whether reading a single row requires more rights than seeing it in lists. */
  readonly guardsReads?: boolean
  /** The properties of a row that access control needs. */
  entityOf (context: ReadContext, id: number, actor: Actor): Promise<Entity>
  readonly writer?: ResourceWriter
  /** The keys beginning with `o:` that a batch update may change (docs/contract/resources.md §16); absent: all. */
  readonly batchKeys?: readonly string[]
}

/** Returns the definition, with inferred types. */
export function resourceType<
  const N extends string, R, I, D, const F extends Filters, const K extends string, const C extends string,
  const G extends string = never
> (definition: ResourceType<N, R, I, D, F, K, C, G>): ResourceType<N, R, I, D, F, K, C, G> {
  return definition
}

/**
 * Makes the `entityOf` of a type whose permissions depend on these columns of a row. An id that does not exist gives an
 * entity without properties, so only those who may do the operation on any row learn that there is no such row.
 */
export function rowEntity (
  table: SQLiteTable & { id: SQLiteColumn }, columns: Record<string, SQLiteColumn>
): ResourceType['entityOf'] {
  return async ({ database }, id) => {
    const [row] = await database.select({ id: table.id, ...columns }).from(table).where(eq(table.id, id))
    return row ?? {}
  }
}

/**
 * The `represent` of a type of which each row is represented by itself.
 *
 * @param name of the resource type. @param type `@type` of its rows. @param members of a row besides those that every
 * representation begins with.
 */
export function representRows<T extends SQLiteTable & { id: SQLiteColumn }> (
  table: T, name: string, type: string, members: (row: T['$inferSelect'], context: ReadContext) => Representation
): ResourceType['represent'] {
  return async (context, ids) => {
    const rows = await context.database.select().from<SQLiteTable>(table).where(isOneOf(table.id, ids)) as
      Array<T['$inferSelect'] & { id: number }>
    return new Map(rows.map((row) => [row.id, { ...envelope(name, type, row.id), ...members(row, context) }]))
  }
}

/** Work that remains after a write, and differences of its answer from a later read. */
export interface Consequences {
  afterCommit?: AfterCommit | undefined
  answer?: Pick<ReadContext, 'mediaOrder' | 'withoutPrimary' | 'templateOrder'> | undefined
}

/**
 * Creates and changes the rows of a type. All methods except `prepare` run in a transaction, which a thrown error
 * rolls back.
 */
export interface ResourceWriter<Prepared = unknown> {
  /** Slow work, such as downloading files, that must not prolong the transaction. `id` is undefined for a creation. */
  prepare? (context: WriteContext, payload: Payload, id: number | undefined): Promise<Preparation<Prepared> | undefined>
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
