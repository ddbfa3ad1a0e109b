import { and, not, or, type SQL } from 'drizzle-orm'
import type { List } from './engine-words.js'

/**
 * Selects ids of resources, in a column of any name; with `among` only those that are among them. An id may come
 * several times, and ids of other types of resource may come, too.
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
 * A condition on resources in terms of sets of their ids. Sets are united, cut and complemented without reading the
 * rows of the resources, and some of them serve many searches: most of these never ask for the condition itself, so
 * that it is made for those that do.
 */
export type SetExpression = { readonly condition: SQL } & (
  /**
   * Found by a query. With `dependsOn` it can be asked about few resources, and then takes little time; without it is
   * not known what it depends on.
   */
  | {
    readonly kind: 'ids'
    readonly select: SelectIds
    readonly dependsOn?: DependsOn
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
    /** The same of all resources in lists (`listsOf`), where that is quicker. */
    readonly lists?: () => SQL
    /** Decided by the row of the resource alone, for every viewer: if few are left, only these are tested. */
    readonly isOfRow?: true
  }
  /** Compares the extreme of each resource. */
  | { readonly kind: 'extreme', readonly of: Extremes, readonly is: Comparison, readonly than: number }
  | { readonly kind: 'all' | 'any', readonly of: readonly SetExpression[] }
  | { readonly kind: 'not', readonly of: SetExpression }
)

/** What decides whether a resource meets an expression; undefined: that is not known. */
export function dependenceOf (expression: SetExpression): DependsOn | undefined {
  switch (expression.kind) {
    case 'ids': return expression.dependsOn
    case 'cached': return expression.dependsOn ?? 'row'
    case 'extreme': return 'row'
    case 'not': return dependenceOf(expression.of)
    default: return dependenceOfAll(expression.of.map(dependenceOf))
  }
}

/** What decides about several conditions together. */
export function dependenceOfAll (each: ReadonlyArray<DependsOn | undefined>): DependsOn | undefined {
  if (each.includes(undefined)) return undefined
  return each.includes('links') ? 'links' : 'row'
}

/** All of the expressions. @param of at least one. */
export function allOf (of: readonly SetExpression[]): SetExpression {
  return of.length === 1
    ? of[0]!
    : { kind: 'all', of, get condition () { return and(...of.map(({ condition }) => condition))! } }
}

/** Any of the expressions. @param of at least one. */
export function anyOf (of: readonly SetExpression[]): SetExpression {
  return of.length === 1
    ? of[0]!
    : { kind: 'any', of, get condition () { return or(...of.map(({ condition }) => condition))! } }
}

export function noneOf (of: SetExpression): SetExpression {
  return { kind: 'not', of, get condition () { return not(of.condition) } }
}
