import type { AnyColumn, SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { FullTextIndex } from '../db/search/full-text.js'
import type { Viewer } from '../db/search/viewer.js'
import type { Entity } from './access/access.js'
import type { Actor } from './access/actor.js'
import type { Representation } from './answer.js'
import type { Payload, Query, QueryValue, UpdateCall } from './call.js'
import type { Operation } from './errors.js'
import type { Facet } from './search/facets/facet.js'
import type { SearchContext } from './search/context.js'
import type { ReadContext } from './read-context.js'
import type { WriteContext } from './write-context.js'

/** Turns one search parameter into a condition; undefined leaves the search as it is. */
export type Filter = (value: QueryValue, context: SearchContext, query: Query) => SQL | undefined

/** A column to sort by, or what stands for one to this viewer. */
export type Sort = AnyColumn | SQL | ((viewer: Viewer) => SQL)

/** A column that `return_scalar` gives, raw. */
export interface Scalar { column: AnyColumn, as?: 'date' | 'json' }

/**
 * Everything that distinguishes one resource type from another. The machinery that runs a definition is in
 * operations.ts; a new type, or a new field of one, is one edit in one place.
 */
export interface ResourceType {
  /** Name in addresses: `item_sets`. */
  readonly name: string
  /** Name in messages: `ItemSet`. */
  readonly entity: string
  readonly operations: readonly Operation[]
  /** Who may do what, in a type that an application adds; without an entity, whether the actor may ever do this. */
  allows? (actor: Actor, operation: Operation, entity?: Entity): boolean
  /** Where the rows are. */
  readonly table: SQLiteTable & { id: AnyColumn }
  /** Tables joined one to one for filters and sort keys. */
  readonly joins?: ReadonlyArray<{ table: SQLiteTable, on: SQL }>
  /** Restricts the table to this type's rows. */
  readonly scope?: SQL
  /** Restricts the rows to what the viewer may see. */
  visible (viewer: Viewer): SQL | undefined
  readonly filters: Readonly<Record<string, Filter>>
  readonly sorts: Readonly<Record<string, Sort>>
  /** Sorts by any property term, too. */
  readonly sortsByProperty?: boolean
  /** What a search is counted by, besides values of properties; absent: there are no facets. */
  readonly facets?: Readonly<Record<string, Facet>>
  /** What `fulltext_search` is ranked by. */
  readonly fullText?: FullTextIndex
  /** What rows are sorted by, ascending, after the order asked for and before the id. */
  tieBreak? (query: Query): SQL | undefined
  readonly scalars: Readonly<Record<string, Scalar>>
  /** Ids to representations, in a fixed number of queries. */
  represent (context: ReadContext, ids: readonly number[]): Promise<Map<number, Representation>>
  /** Its representations are kept in memory; what they depend on are resources (memory/dependencies.ts). */
  readonly isRemembered?: boolean
  /** Some rows that are seen in lists may not be read on their own. */
  readonly guardsReads?: boolean
  /** What of a row decides who may touch it. */
  entityOf (context: ReadContext, id: number, actor: Actor): Promise<Entity>
  // What a writer prepares is its own affair.
  readonly writer?: ResourceWriter<any>
  /** Of the keys that begin with `o:`, those that a change of many at once may name (contract/resources.md §16); absent: all. */
  readonly batchKeys?: readonly string[]
}

/** Slow work done before a transaction, and what becomes of it when that is committed or has failed. */
export interface Preparation<Prepared> {
  prepared: Prepared
  keep? (): Promise<void>
  discard (): Promise<void>
}

/** Work to be done once a change is committed, such as removing files that nothing names any more. */
export type AfterCommit = () => Promise<void>

/** What a change leaves to be done, and how its answer differs from a later read. */
export interface Consequences {
  afterCommit?: AfterCommit | undefined
  answer?: Pick<ReadContext, 'mediaOrder' | 'templateOrder'> | undefined
}

/** How rows of a type are made and changed. All but `prepare` run inside a transaction; throwing undoes everything. */
export interface ResourceWriter<Prepared = unknown> {
  /** Fetches and stores files, which must not hold the transaction. `id` is undefined for a creation. */
  prepare? (context: WriteContext, payload: Payload, id: number | undefined): Promise<Preparation<Prepared>>
  /** @returns the new row's id. */
  create? (context: WriteContext, payload: Payload, prepared: Prepared): Promise<number>
  update? (context: WriteContext, id: number, payload: Payload, call: UpdateCall, prepared: Prepared): Promise<Consequences>
  delete? (context: WriteContext, id: number): Promise<Consequences>
}
