import { and, not, or, sql, type SQL } from 'drizzle-orm'
import { resource } from '../../tables/index.js'
import type { List } from './dialect.js'

/**
 * A query for resource ids, in a column of any name; with `among`, only for the given ids. May return duplicates and
 * ids of other resource types.
 */
export type SelectIds = (among?: List) => SQL

/**
 * What decides whether a resource meets a condition, besides what makes everything stale when it changes
 * (db/changes/tracking.ts): its own rows alone, or the titles of the resources that it links to, too.
 */
export type DependsOn = 'row' | 'links'

/** Extremes of what the resources have: the greatest or the smallest key of each, by which it is compared. */
export interface Extremes {
  /** Identifies them: they are the same for all viewers. */
  readonly name: string
  readonly are: 'greatest' | 'smallest'
  /** Selects an id and a key, for each value that has one. */
  readonly select: SelectIds
}

export type Comparison = '<' | '<=' | '>' | '>='

/**
 * A condition on resources as an expression over sets of their ids. Union, intersection and complement of sets need
 * not read the rows of resources, and many searches share the cached sets.
 */
export type SetExpression =
  /**
   * Selected by a query, not cached. With `dependsOn` the query can also be run for few resources, and is then quick;
   * without, it is unknown on which data it depends.
   */
  | {
    readonly kind: 'ids'
    readonly select: SelectIds
    readonly dependsOn?: DependsOn
    /** An index finds all values that meet the condition, and usually they are few. */
    readonly isSelective?: true
    /** The equivalent SQL (`conditionOf`). Default: that the resource is among the selected ids. */
    readonly condition?: SQL
  }
  /**
   * Needed so often, so large or so costly that it is cached. Whether a resource belongs to it must depend on
   * that resource's own rows alone, or on what makes everything stale when it changes (db/changes/tracking.ts);
   * with `dependsOn` also on the titles of the resources that it links to.
   */
  | {
    readonly kind: 'cached'
    readonly name: string
    readonly select: SelectIds
    readonly dependsOn?: 'links'
    /** Decided by the row of the resource alone, for every viewer: if few are left, only these are tested. */
    readonly isOfRow?: true
    /** As for `ids`. */
    readonly condition?: SQL
  }
  /** Compares the extreme of each resource. */
  | {
    readonly kind: 'extreme'
    readonly of: Extremes
    readonly is: Comparison
    readonly than: number
    readonly condition: SQL
  }
  | { readonly kind: 'all' | 'any', readonly of: readonly SetExpression[] }
  | { readonly kind: 'not', readonly of: SetExpression }

/** An expression as SQL, for the statements by which the database itself finds the resources. */
export function conditionOf (expression: SetExpression): SQL {
  switch (expression.kind) {
    case 'all': return and(...expression.of.map(conditionOf))!
    case 'any': return or(...expression.of.map(conditionOf))!
    case 'not': return not(conditionOf(expression.of))
    case 'extreme': return expression.condition
    default: return expression.condition ?? sql`${resource.id} IN (${expression.select()})`
  }
}

/** Whether the database finds the resources that meet an expression as quickly as sets do: `isSelective` throughout. */
export function isSelective (expression: SetExpression): boolean {
  if (expression.kind === 'ids') return expression.isSelective === true
  return (expression.kind === 'all' || expression.kind === 'any') && expression.of.every(isSelective)
}

/** The data that decides whether a resource matches; undefined: unknown. */
export function dependenceOf (expression: SetExpression): DependsOn | undefined {
  switch (expression.kind) {
    case 'ids': return expression.dependsOn
    case 'cached': return expression.dependsOn ?? 'row'
    case 'extreme': return 'row'
    case 'not': return dependenceOf(expression.of)
    default: return dependenceOfAll(expression.of.map(dependenceOf))
  }
}

/** The data that decides about several conditions together. */
export function dependenceOfAll (each: ReadonlyArray<DependsOn | undefined>): DependsOn | undefined {
  if (each.includes(undefined)) return undefined
  return each.includes('links') ? 'links' : 'row'
}

/** Intersection. @param of at least one expression. */
export function allOf (of: readonly SetExpression[]): SetExpression {
  return of.length === 1 ? of[0]! : { kind: 'all', of }
}

/** Union. @param of at least one expression. */
export function anyOf (of: readonly SetExpression[]): SetExpression {
  return of.length === 1 ? of[0]! : { kind: 'any', of }
}

export function noneOf (of: SetExpression): SetExpression {
  return { kind: 'not', of }
}
