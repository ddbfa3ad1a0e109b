import { and, not, or, type SQL } from 'drizzle-orm'
import type { List } from './dialect-interface.js'

/**
 * A query for resource ids, in a column of any name; with `among`, only for the given ids. May return duplicates and
 * ids of other resource types.
 */
export type SelectIds = (among?: List) => SQL

/**
 * The data that decides whether a resource matches, apart from changes that invalidate everything
 * (db/changes/tracking.ts): only the rows of the resource itself, or also the titles of the resources it links to.
 */
export type DependsOn = 'row' | 'links'

/**
 * A necessary condition that is cheap to test for each resource, for all viewers: a text contained in its values or in
 * a title of a linked resource, a link, or membership in any of some item sets. With `isEnough`, a public value that
 * contains the text is also sufficient.
 */
export type Needs =
  | { readonly text: string, readonly isEnough: boolean }
  | { readonly link: number }
  | { readonly sets: readonly number[] }

/** The smallest or largest key of each resource, which is compared with a bound. */
export interface Extremes {
  /** Identifies the keys in the cache; they do not depend on the viewer. */
  readonly name: string
  readonly are: 'greatest' | 'smallest'
  /** Selects an id and a key for each value that has a key. */
  readonly select: SelectIds
}

export type Comparison = '<' | '<=' | '>' | '>='

/**
 * A condition on resources as an expression over sets of their ids. Union, intersection and complement of sets need
 * not read the rows of resources, and many searches share the cached sets. `condition` is the equivalent SQL; it is
 * built lazily, because most searches do not need it.
 */
export type SetExpression = { readonly condition: SQL } & (
  /**
   * Selected by a query, not cached. With `dependsOn` the query can also be run for few resources, and is then quick;
   * without, it is unknown on which data it depends.
   */
  | {
    readonly kind: 'ids'
    readonly select: SelectIds
    readonly dependsOn?: DependsOn
    readonly needs?: Needs | undefined
  }
  /**
   * A set that is cached, because it is used often, large or expensive to select. Membership of a resource must depend
   * only on that resource's own rows and on changes that invalidate everything (db/changes/tracking.ts); with
   * `dependsOn` also on titles of the resources it links to.
   */
  | {
    readonly kind: 'cached'
    readonly name: string
    readonly select: SelectIds
    readonly dependsOn?: 'links'
    readonly needs?: Needs | undefined
    /** Selects all ids in lists (`listsOf`), if that is quicker. */
    readonly lists?: () => SQL
    /**
     * Whether the row of the resource alone decides, for all viewers; if few candidates are left, their rows are
     * tested instead.
     */
    readonly isOfRow?: true
  }
  /** Compares the smallest or largest key of each resource with a bound. */
  | { readonly kind: 'extreme', readonly of: Extremes, readonly is: Comparison, readonly than: number }
  | { readonly kind: 'all' | 'any', readonly of: readonly SetExpression[] }
  | { readonly kind: 'not', readonly of: SetExpression }
)

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
  return of.length === 1
    ? of[0]!
    : { kind: 'all', of, get condition () { return and(...of.map(({ condition }) => condition))! } }
}

/** Union. @param of at least one expression. */
export function anyOf (of: readonly SetExpression[]): SetExpression {
  return of.length === 1
    ? of[0]!
    : { kind: 'any', of, get condition () { return or(...of.map(({ condition }) => condition))! } }
}

export function noneOf (of: SetExpression): SetExpression {
  return { kind: 'not', of, get condition () { return not(of.condition) } }
}
