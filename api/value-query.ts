import { and, not, or, type SQL } from 'drizzle-orm'
import { hasValue, type ValueTest } from '../db/search/values.js'
import type { Query, QueryValue } from './call.js'
import { isTruthy, NOTHING } from './filters.js'
import { isNumeric, leadingNumber, toInteger } from './numbers.js'
import type { ReadContext } from './representation/read-context.js'
import type { Filter } from './resource-type.js'
import { trim } from './values/text.js'

interface Row { property: QueryValue, type: string, text: string, joiner: QueryValue | undefined }

/** Types and the test they make; the second of a pair is its negation (contract/search.md §7.3). */
const TYPES: Record<string, { test: (text: string) => ValueTest, negated: boolean }> = {}
function define (type: string, negation: string, test: (text: string) => ValueTest): void {
  TYPES[type] = { test, negated: false }
  TYPES[negation] = { test, negated: true }
}
define('eq', 'neq', (text) => ({ type: 'eq', text }))
define('in', 'nin', (text) => ({ type: 'in', text }))
define('sw', 'nsw', (text) => ({ type: 'sw', text }))
define('ew', 'new', (text) => ({ type: 'ew', text }))
define('res', 'nres', (text) => ({ type: 'res', id: leadingNumber(text) }))
define('dt', 'ndt', (text) => ({ type: 'dt', name: text }))
define('ex', 'nex', () => ({ type: 'ex' }))

/**
 * `property[N][property|type|text|joiner]`: rows that are malformed vanish; the others are chained as SQL chains
 * them, AND binding tighter than OR (contract/search.md §7.4).
 */
export const propertyFilter: Filter = (value, context) => {
  const rows = typeof value === 'string' ? [] : Object.values(value).flatMap(readRow)
  if (rows.length === 0) return undefined
  const alternatives: SQL[][] = []
  rows.forEach((row, at) => {
    const condition = conditionOf(row, context)
    if (at === 0 || row.joiner === 'or') alternatives.push([condition])
    else alternatives.at(-1)!.push(condition)
  })
  return or(...alternatives.map((group) => and(...group)))
}

/** `search`: the text stands in any visible value. */
export const searchFilter: Filter = (value, context) => {
  const words = typeof value === 'string' ? [value] : Object.values(value)
  const conditions = words.filter(isTruthy).map(trim).filter(isTruthy).map((text) => hasValue({ type: 'in', text }, undefined, context.viewer))
  return or(...conditions)
}

function readRow (row: QueryValue): Row[] {
  if (typeof row === 'string' || Array.isArray(row)) return []
  const { property, type, text = '', joiner } = row as Query
  if (property === undefined || typeof type !== 'string' || !Object.hasOwn(TYPES, type)) return []
  const trimmed = typeof text === 'string' ? trim(text) : ''
  if (type !== 'ex' && type !== 'nex' && !isTruthy(trimmed)) return []
  return [{ property, type, text: trimmed, joiner }]
}

function conditionOf ({ property, type, text }: Row, context: ReadContext): SQL {
  const { test, negated } = TYPES[type]!
  const ids = (typeof property === 'string' ? [property] : Object.values(property).filter((one) => typeof one === 'string')).map((one) => propertyId(one, context))
  const found = ids.includes('any')
    ? hasValue(test(text), undefined, context.viewer)
    : or(...ids.filter((id) => id !== 'any' && id !== 'none').map((id) => hasValue(test(text), id as number, context.viewer))) ?? NOTHING
  return negated ? not(found) : found
}

/** A property by number or term; no such property has no values. */
function propertyId (given: string, { terms }: ReadContext): number | 'any' | 'none' {
  if (given === '' || given === '0') return 'any'
  if (isNumeric(given)) return toInteger(given)!
  return terms.properties.byTerm(given)?.id ?? 'none'
}
