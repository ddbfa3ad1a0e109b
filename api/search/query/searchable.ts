import type { TSchema } from '@sinclair/typebox'
import type { AnyColumn, SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { SetExpression, DependsOn } from '../../../db/query/statements/set-expression.js'
import type { FullTextIndex } from '../../../db/query/tokens/full-text-tokens.js'
import type { RelatedKey } from '../../../db/query/conditions/order.js'
import type { Viewer } from '../../../db/query/statements/viewer.js'
import type { Query, QueryValue } from '../../core/calls/call.js'
import type { SearchContext } from '../context/context.js'
import type { Representation } from '../../core/answers/answer.js'
import type { DataTypes } from '../../values/data-types.js'

/** Turns one search parameter into a condition or a set expression; undefined when it has no effect. */
export type Filter = (value: QueryValue, context: SearchContext, query: Query) => SQL | SetExpression | undefined

/** A filter with the schema of its parameter, made by `described`. All built-in filters have one. */
export interface DescribedFilter<S extends TSchema = TSchema> {
  readonly schema: S
  readonly condition: Filter
  /** Which rows decide whether a resource matches a SQL condition; set expressions have this themselves. */
  readonly dependsOn?: DependsOn
}

/** Filters by the names of their parameters. */
export type Filters = Readonly<Record<string, Filter | DescribedFilter>>

/** A column or expression to sort by, or a key from a related row. */
type OwnSort = AnyColumn | SQL | RelatedKey

/** A sort key, which may depend on the viewer. Undefined: the viewer may not sort by it, so it has no effect. */
export type Sort = OwnSort | ((viewer: Viewer) => OwnSort | undefined)

/** A sort key with its description, made by `sortedBy`. */
export interface DescribedSort {
  readonly description: string
  readonly sortKey: Sort
}

/** A column for `return_scalar`. It may depend on the viewer. */
export interface Scalar {
  readonly column: AnyColumn | ((viewer: Viewer) => AnyColumn | SQL)
  readonly as?: 'date' | 'json'
  readonly description?: string
}

/** A search context with data types, which facets need to represent values. */
export interface FacetContext extends SearchContext {
  readonly dataTypes: DataTypes
}

/** The resource type that is counted, and the viewer with what representing groups needs. */
export interface Counting {
  readonly type: SearchableType
  readonly context: FacetContext
  /** Whether the actor may read accounts; otherwise owners are shown without names. */
  readonly namesOwners: boolean
}

/** A group for display: its representation, and the label by which it is sorted. */
export interface Entry { label: string, shown: Representation }

/** A way to group rows. */
export interface Facet {
  /** The grouping: the id of a property, or a reference (db/query/conditions/facet-rows.ts). */
  readonly counted: number
  /**
   * Represents groups; groups that the viewer may not see are left out.
   *
   * @param ids for a property: ids of one value of each group; otherwise ids of the referenced rows.
   */
  entries (counting: Counting, ids: readonly number[]): Promise<ReadonlyMap<number, Entry>>
}

/**
 * What a search needs to know of a resource type: its tables, its rules of visibility, its filters and sort keys.
 *
 * The type parameters are its name, its filters, and the names of its sort keys, scalars and facets.
 */
export interface SearchableType<
  N extends string = string, F extends Filters = Filters, K extends string = string, C extends string = string,
  G extends string = string
> {
  /** Name in addresses: `item_sets`. */
  readonly name: N
  /** Name in messages: `ItemSet`. */
  readonly entity: string
  /** The table of the rows. */
  readonly table: SQLiteTable & { id: AnyColumn }
  /** Tables joined one to one for filters and sort keys. */
  readonly joins?: ReadonlyArray<{ table: SQLiteTable, on: SQL }>
  /** Restricts the table to this type's rows. */
  readonly scope?: SQL
  /** Restricts the rows to what the viewer may see. */
  visible (viewer: Viewer): SQL | undefined
  /**
   * Whether a list of all visible ids can be cached, and updated after a write for the ids that it touched. So
   * visibility may depend on a row's own columns only, or on tables whose changes invalidate everything
   * (db/changes/tracking.ts).
   */
  readonly hasIdList?: boolean
  /** Whether an application added the type, or filters to it. Search workers do not know it: they load their own. */
  readonly isExtension?: boolean
  /** Whether an application added the type: it decides what is visible, which may differ each time, such as by date. */
  readonly isAdded?: boolean
  readonly filters: F
  readonly sorts: Readonly<Record<K, Sort | DescribedSort>>
  /** Whether rows can be sorted by any property. */
  readonly sortsByProperty?: boolean
  /** Facets by name, in addition to those of properties; absent: the type has no facets at all. */
  readonly facets?: Readonly<Record<G, Facet>>
  /** The index for `fulltext_search`. */
  readonly fullText?: FullTextIndex
  /** A further sort key, ascending, between those of the query and the id. */
  tieBreak? (query: Query): SQL | undefined
  readonly scalars: Readonly<Record<C, Scalar>>
}

/**
 * A search parameter with its schema and description, from which query types, documentation and OpenAPI are made.
 *
 * @param dependsOn which rows decide whether a resource matches, if known. The result is then cached, and after a write
 *   only the resources that the write touched are tested again.
 * @example owner_id: described(integer('Id of the owner'), equalsNumber(resource.ownerId), 'row')
 */
export function described<S extends TSchema> (schema: S, condition: Filter, dependsOn?: DependsOn): DescribedFilter<S> {
  return { schema, condition, ...(dependsOn !== undefined && { dependsOn }) }
}

/** A sort key with its description. @example label: sortedBy('Label', vocabulary.labelKey) */
export function sortedBy (description: string, sortKey: Sort): DescribedSort {
  return { description, sortKey }
}

/**
 * A column for `return_scalar`, with its description.
 *
 * @example owner: scalar('Id of the owner', resource.ownerId)
 */
export function scalar (description: string, column: Scalar['column'], as?: Scalar['as']): Scalar {
  return { description, column, ...(as !== undefined && { as }) }
}

export function sortKeyOf (sort: Sort | DescribedSort): Sort {
  return 'sortKey' in sort ? sort.sortKey : sort
}
