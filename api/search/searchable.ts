import type { TSchema } from '@sinclair/typebox'
import type { AnyColumn, SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { FullTextIndex } from '../../db/search/full-text.js'
import type { Viewer } from '../../db/search/viewer.js'
import type { Query, QueryValue } from '../call.js'
import type { SearchContext } from './context.js'
import type { Facet } from './facets/facet.js'

/** Turns one search parameter into a condition; undefined leaves the search as it is. */
export type Filter = (value: QueryValue, context: SearchContext, query: Query) => SQL | undefined

/** A filter with the schema of its parameter, see described.ts. Built-in ones are all described. */
export interface DescribedFilter<S extends TSchema = TSchema> {
  readonly schema: S
  readonly condition: Filter
}

/** By the names of their parameters. */
export type Filters = Readonly<Record<string, Filter | DescribedFilter>>

/** A column to sort by, or what stands for one to this viewer. */
export type Sort = AnyColumn | SQL | ((viewer: Viewer) => AnyColumn | SQL)

/** A sort key with its meaning, see described.ts. */
export interface DescribedSort {
  readonly description: string
  readonly sortKey: Sort
}

/** A column that `return_scalar` gives, raw, or what stands for one to this viewer. */
export interface Scalar {
  readonly column: AnyColumn | ((viewer: Viewer) => AnyColumn | SQL)
  readonly as?: 'date' | 'json'
  readonly description?: string
}

/**
 * What a search must know of a resource type: where its rows are, who sees them, how they are filtered and sorted.
 *
 * The type parameters are its name, its filters, and the names of its sort keys and scalars.
 */
export interface SearchableType<
  N extends string = string, F extends Filters = Filters, K extends string = string, C extends string = string
> {
  /** Name in addresses: `item_sets`. */
  readonly name: N
  /** Name in messages: `ItemSet`. */
  readonly entity: string
  /** Where the rows are. */
  readonly table: SQLiteTable & { id: AnyColumn }
  /** Tables joined one to one for filters and sort keys. */
  readonly joins?: ReadonlyArray<{ table: SQLiteTable, on: SQL }>
  /** Restricts the table to this type's rows. */
  readonly scope?: SQL
  /** Restricts the rows to what the viewer may see. */
  visible (viewer: Viewer): SQL | undefined
  /**
   * A row is visible by its own columns alone, or by what counts as a change of everything (db/change-tracker.ts): the list
   * of all visible ids can be kept and mended by the ids that a write touched.
   */
  readonly keepsIdList?: boolean
  /** An application added the type or changed it: search workers, which load the built-in types, do not know it. */
  readonly isExtension?: boolean
  readonly filters: F
  readonly sorts: Readonly<Record<K, Sort | DescribedSort>>
  /** Sorts by any property term, too. */
  readonly sortsByProperty?: boolean
  /** What a search is counted by, besides values of properties; absent: there are no facets. */
  readonly facets?: Readonly<Record<string, Facet>>
  /** What `fulltext_search` is ranked by. */
  readonly fullText?: FullTextIndex
  /** What rows are sorted by, ascending, after the order asked for and before the id. */
  tieBreak? (query: Query): SQL | undefined
  readonly scalars: Readonly<Record<C, Scalar>>
}
