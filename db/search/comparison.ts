import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { comparisonKeys } from '../comparison/keys.js'
import { property, value } from '../tables/index.js'
import { hasLiteralThat } from './values.js'
import type { Viewer } from './viewer.js'

export const OPERATORS = ['lt', 'lte', 'gt', 'gte'] as const
export type Operator = typeof OPERATORS[number]

const query = new QueryBuilder()

/**
 * The resource has a visible literal, in one property or in any, that is smaller or larger than `text`. Numbers are
 * compared with numbers, dates with dates; a year is both. Dates are spans of days (see dateSpan), and a comparison
 * must hold for the whole span:
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
): SQL | undefined {
  // The indexes begin with the property: listing all properties lets the database search each part of the index.
  const ofProperty =
    propertyId === undefined
      ? inArray(value.propertyId, query.select({ id: property.id }).from(property))
      : eq(value.propertyId, propertyId)
  return or(...comparisons(operator, text).map((condition) => hasLiteralThat(and(ofProperty, condition)!, viewer)))
}

function comparisons (operator: Operator, text: string): SQL[] {
  const { number, earliest, latest } = comparisonKeys(text)
  const conditions: SQL[] = []
  if (number !== null) conditions.push(sql`${value.number} ${SIGN[operator]} ${number}`)
  if (earliest !== null) {
    const own = operator === 'lt' || operator === 'lte' ? value.latest : value.earliest
    conditions.push(sql`${own} ${SIGN[operator]} ${operator === 'lt' || operator === 'gte' ? earliest : latest}`)
  }
  return conditions
}

const SIGN: Record<Operator, SQL> = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }
