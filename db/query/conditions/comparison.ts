import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { comparisonKeys } from '../../keys/comparison-keys.js'
import { isOneOf } from '../statements/dialect.js'
import { property, resource, value } from '../../tables/index.js'
import { anyOf, type Comparison, type SetExpression, type Extremes, type SelectIds } from '../statements/set-expression.js'
import { forViewer } from './values.js'
import type { Viewer } from '../statements/viewer.js'

export const OPERATORS = ['lt', 'lte', 'gt', 'gte'] as const
export type Operator = typeof OPERATORS[number]

const query = new QueryBuilder()

/**
 * Matches resources with a visible literal, in one property or in any, that is smaller or larger than `text`. Numbers
 * are compared with numbers, dates with dates; a year is both. Dates are spans of days (see dateSpan), and a comparison
 * must be true for the whole span:
 *
 * - `lt`: its last day comes before the first of the other; `gt`: its first day comes after the last of the other.
 * - `lte`: its last day is not after the last of the other; `gte`: its first day is not before the first of the other.
 *
 * So `189X` is less than 1900, but not less than 1895, because it may be 1897. `gte` 1890 and `lte` 1899 together find
 * dates that are certainly in the nineties; `lte` 1890 finds 1890-05, too; an open end lies beyond every date.
 *
 * @param propertyId undefined: any property.
 * @returns undefined when the text is neither number nor date.
 */
export function hasValueBeyond (
  operator: Operator,
  text: string,
  propertyId: number | undefined,
  viewer: Viewer
): SetExpression | undefined {
  const comparisons = comparisonsWith(operator, text)
  if (comparisons.length === 0) return undefined
  return anyOf(comparisons.map((comparison) =>
    forViewer((publicOnly) => comparesWith(comparison, propertyId, publicOnly), viewer)
  ))
}

interface ComparisonWith {
  readonly column: typeof value.number | typeof value.earliest | typeof value.latest
  readonly is: Comparison
  readonly than: number
}

function comparisonsWith (operator: Operator, text: string): ComparisonWith[] {
  const { number, earliest, latest } = comparisonKeys(text)
  const is = SIGN[operator]
  const comparisons: ComparisonWith[] = []
  if (number !== null) comparisons.push({ column: value.number, is, than: number })
  if (earliest !== null && latest !== null) {
    comparisons.push({
      column: operator === 'lt' || operator === 'lte' ? value.latest : value.earliest,
      is,
      than: operator === 'lt' || operator === 'gte' ? earliest : latest
    })
  }
  return comparisons
}

const SIGN: Record<Operator, Comparison> = { lt: '<', lte: '<=', gt: '>', gte: '>=' }

/** Matches resources with a literal, in one property or in any, that compares like this. */
function comparesWith (
  { column, is, than }: ComparisonWith,
  propertyId: number | undefined,
  publicOnly: boolean
): SetExpression {
  // The indexes begin with the property: listing all properties lets the database search each part of the index.
  const ofProperty =
    propertyId === undefined
      ? inArray(value.propertyId, query.select({ id: property.id }).from(property))
      : eq(value.propertyId, propertyId)
  const scope = and(ofProperty, publicOnly ? eq(value.isPublic, true) : undefined)
  const compares = query.select({ id: value.resourceId }).from(value)
    .where(and(scope, sql`${column} ${sql.raw(is)} ${than}`)).getSQL()
  const condition = sql`${resource.id} IN (${compares})`
  if (propertyId === undefined) {
    // For few resources it is quicker to compare all their values; the unary plus keeps SQLite from using the index of
    // keys.
    const select: SelectIds = (among) => among === undefined
      ? compares
      : query.select({ id: value.resourceId }).from(value).where(and(
        isOneOf(value.resourceId, among),
        publicOnly ? eq(value.isPublic, true) : undefined,
        sql`+${column} ${sql.raw(is)} ${than}`
      )).getSQL()
    return { kind: 'ids', select, dependsOn: 'row', condition }
  }
  // A resource has a value beyond a bound if its smallest or largest value is beyond it.
  const are = is === '<' || is === '<=' ? 'smallest' : 'greatest'
  const of: Extremes = {
    name: JSON.stringify([are, column.name, propertyId, publicOnly]),
    are,
    select: (among) => query.select({ id: value.resourceId, key: column }).from(value)
      .where(and(scope, isNotNull(column), among && isOneOf(value.resourceId, among))).getSQL()
  }
  return { kind: 'extreme', of, is, than, condition }
}
