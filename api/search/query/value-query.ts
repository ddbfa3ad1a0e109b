import { sql } from 'drizzle-orm'
import { hasValueBeyond, OPERATORS, type Operator } from '../../../db/query/conditions/comparison.js'
import { allOf, anyOf, noneOf, type SetExpression } from '../../../db/query/statements/set-expression.js'
import { hasValue, isRare, type ValueTest } from '../../../db/query/conditions/values.js'
import type { Viewer } from '../../../db/query/statements/viewer.js'
import type { Query, QueryValue } from '../../core/calls/call.js'
import { ParameterError } from '../../core/calls/errors.js'
import { isNumeric, leadingNumber, texts, toInteger, trim } from '../../core/calls/given.js'
import { isTruthy, NOTHING } from './filters.js'
import type { SearchContext } from '../context/context.js'
import { ignoreNested, isNot, shortened, type Ignore } from '../context/ignored.js'
import type { Filter } from './searchable.js'

/** Makes the expression for resources that have a value that matches a text, in any property without `propertyId`. */
type Find = (text: string, propertyId: number | undefined, viewer: Viewer) => SetExpression

interface Row {
  /** Key of the row in its parameter, such as `[0]`. */
  at: string
  /** Ids or terms of properties; any of them may have the value. */
  properties: readonly string[]
  type: string
  texts: string[]
  joiner: QueryValue | undefined
}

/**
 * Query types with their conditions. The second type of each pair negates the first (docs/contract/search.md §7.3).
 */
const TYPES: Record<string, { find: Find, negated: boolean, test?: (text: string) => ValueTest }> = {}
function define (type: string, negation: string, test: (text: string) => ValueTest): void {
  const find: Find = (text, propertyId, viewer) => hasValue(test(text), propertyId, viewer)
  TYPES[type] = { find, negated: false, test }
  TYPES[negation] = { find, negated: true }
}
define('eq', 'neq', (text) => ({ type: 'eq', text }))
define('in', 'nin', (text) => ({ type: 'in', text }))
define('sw', 'nsw', (text) => ({ type: 'sw', text }))
define('ew', 'new', (text) => ({ type: 'ew', text }))
define('res', 'nres', (text) => ({ type: 'res', id: leadingNumber(text) }))
define('dt', 'ndt', (text) => ({ type: 'dt', name: text }))
define('ex', 'nex', () => ({ type: 'ex' }))
for (const operator of OPERATORS) TYPES[operator] = { find: comparison(operator), negated: false }

/**
 * Maximal number of tests (texts times properties, summed over all rows). Each is a condition of several parts, and to
 * compile hundreds of them takes SQLite seconds.
 */
const MAX_TESTS = 200

/**
 * `property[N][property|type|text|joiner]`: malformed rows are ignored, the others are combined as in SQL, where AND
 * binds tighter than OR (docs/contract/search.md §7.4). Several texts in one row (`property[N][text][]`) mean any of
 * them, for a negated type none of them.
 *
 * @throws ParameterError for a comparison with a text that is neither number nor date, and for more than 200 tests.
 */
export const propertyFilter: Filter = (value, context) => {
  const rows = rowsOf(value, context)
  if (rows.length === 0) return undefined
  if (testsIn(rows) > MAX_TESTS) {
    throw new ParameterError('property', `The rows compare more than ${MAX_TESTS} texts and properties.`)
  }
  const alternatives: SetExpression[][] = []
  rows.forEach((row, at) => {
    const expression = expressionOf(row, context)
    if (at > 0) checkJoiner(row, context)
    if (at === 0 || row.joiner === 'or') alternatives.push([expression])
    else alternatives.at(-1)!.push(expression)
  })
  return anyOf(alternatives.map(allOf))
}

function rowsOf (value: QueryValue, context?: SearchContext): Row[] {
  if (typeof value !== 'string') return Object.entries(value).flatMap(([at, row]) => readRow(`[${at}]`, row, context))
  if (value !== '') context?.ignore?.({ ...isNot(value, 'a row'), nearest: 'property[0][property]' })
  return []
}

/** Valid joiners of rows; any other text means `and`. */
const JOINERS = ['or', 'and']

function checkJoiner ({ at, joiner }: Row, { ignore }: SearchContext): void {
  if (joiner === undefined || joiner === '' || JOINERS.includes(joiner as string)) return
  ignore?.({ key: `${at}[joiner]`, ...isNot(joiner, '"or" or "and"'), candidates: () => JOINERS })
}

function testsIn (rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + row.texts.length * row.properties.length, 0)
}

/** With more tests than this, compiling the query takes long, as would estimating how many values match. */
const QUICK_MAX_TESTS = 8

/** Whether a query has so many tests that it is slow even in a small collection. */
export function hasManyTests ({ property, search }: Query): boolean {
  const searches = search === undefined ? 0 : texts(search).length
  return searches + (property === undefined ? 0 : testsIn(rowsOf(property))) > QUICK_MAX_TESTS
}

/** Whether an index shows that every row of the parameter matches only few values. */
export async function matchesFew (value: QueryValue, { database, viewer }: SearchContext): Promise<boolean> {
  const rows = rowsOf(value)
  const tests = rows.flatMap(({ type, texts }) => texts.map((text) => TYPES[type]!.test?.(text)))
  if (tests.length > QUICK_MAX_TESTS) return false
  for (const test of tests) if (test === undefined || !await isRare(database, test, viewer)) return false
  return true
}

/** Maximal number of texts in `search`: each is a condition of its own, and SQLite accepts few of them. */
const MAX_SEARCHES = 50

/** `search`: any visible value contains the text. */
export const searchFilter: Filter = (value, context) => {
  const words = typeof value === 'string' ? [value] : Object.values(value)
  const wanted = words.filter(isTruthy).map(trim).filter(isTruthy)
  if (wanted.length > MAX_SEARCHES) {
    throw new ParameterError('search', `A search is for ${MAX_SEARCHES} texts at the most.`)
  }
  if (wanted.length === 0) {
    if (words.includes('0')) context.ignore?.(isNot('0', 'a text that can be searched for'))
    return undefined
  }
  return anyOf(wanted.map((text) => hasValue({ type: 'in', text }, undefined, context.viewer)))
}

const ROW_KEYS = ['property', 'type', 'text', 'joiner']

/** Reads a row; an empty list if it is malformed, or comes from a form field that was left empty. */
function readRow (at: string, row: QueryValue, context?: SearchContext): Row[] {
  const ignore: Ignore = ({ key = '', ...part }) => { context?.ignore?.({ key: `${at}${key}`, ...part }) }
  if (typeof row === 'string' || Array.isArray(row)) {
    ignore({ problem: 'A row has "property", "type" and "text", each in brackets of its own.' })
    return []
  }
  const { property, type, text = '', joiner } = row as Query
  const isEmpty = (value: QueryValue | undefined): boolean => value === undefined || value === ''
  for (const key of Object.keys(row)) {
    if (ROW_KEYS.includes(key)) continue
    ignore({ key: `[${shortened(key)}]`, problem: `Rows have no "${shortened(key)}".`, name: key, candidates: () => ROW_KEYS })
  }
  if (property === undefined || typeof type !== 'string' || !Object.hasOwn(TYPES, type)) {
    const missing = property === undefined ? 'property' : isEmpty(type) ? 'type' : undefined
    if (missing === undefined) ignore({ key: '[type]', ...isNot(type!, 'a query type'), candidates: () => Object.keys(TYPES) })
    else if (![property, type, text].every(isEmpty)) ignore({ problem: `The row needs a "${missing}".` })
    return []
  }
  ignoreNested(property, ({ key = '', ...part }) => { ignore({ key: `[property]${key}`, ...part }) })
  const read = { at, properties: texts(property), type, joiner }
  // Tests for the existence of a value take no text.
  if (type === 'ex' || type === 'nex') return [{ ...read, texts: [''] }]
  ignoreNested(text, ({ key = '', ...part }) => { ignore({ key: `[text]${key}`, ...part }) })
  const given = texts(text).map(trim)
  // Like an empty text, "0" makes a row invalid, as in the reference; comparisons with 0 are allowed.
  const isComparison = (OPERATORS as readonly string[]).includes(type)
  const wanted = given.filter((text) => text !== '' && (text !== '0' || isComparison))
  if (wanted.length === 0 && given.includes('0')) {
    ignore({ key: '[text]', ...isNot('0', 'a text that can be searched for') })
  }
  if (type === 'res' || type === 'nres') {
    for (const text of wanted) if (!isNumeric(text)) ignore({ key: '[text]', ...isNot(text, 'the id of a resource') })
  }
  return wanted.length === 0 ? [] : [{ ...read, texts: wanted }]
}

/** Matches no resource. */
const NO_RESOURCE: SetExpression = {
  kind: 'ids', select: () => sql`SELECT 0 AS id WHERE ${NOTHING}`, dependsOn: 'row', condition: NOTHING
}

function expressionOf ({ at, properties, type, texts: wanted }: Row, context: SearchContext): SetExpression {
  const { find, negated } = TYPES[type]!
  const ids = properties.map((name) => propertyId(name, at, context))
  const among = ids.includes('any')
    ? [...isOfKind(type) ? titleProperties(context) : [], undefined]
    : ids.filter((id) => typeof id === 'number')
  const alternatives = among.flatMap((id) => wanted.map((text) => find(text, id, context.viewer)))
  const found = alternatives.length === 0 ? NO_RESOURCE : anyOf(alternatives)
  return negated ? noneOf(found) : found
}

/** Whether the query type ignores `text`: `ex`, `dt` and their negations. */
const isOfKind = (type: string): boolean => ['ex', 'nex', 'dt', 'ndt'].includes(type)

/**
 * The properties that titles are taken from. Nearly all resources have a value of one of them, which an index finds, so
 * that only the remaining resources have to be tested for a value of any property.
 */
function titleProperties ({ terms }: SearchContext): number[] {
  const own = [...terms.templates.values()].flatMap(({ titlePropertyId }) => titlePropertyId ?? [])
  return [...new Set([terms.titleId, ...own])]
}

function comparison (operator: Operator): Find {
  return (text, propertyId, viewer) => {
    const found = hasValueBeyond(operator, text, propertyId, viewer)
    if (found === undefined) {
      throw new ParameterError(
        'property',
        `"${operator}" compares with a number, or a date such as 1890, 1890-05-12, 189X or 1890/1900.`
      )
    }
    return found
  }
}

/** The property with this id or term; `none`, which no value matches, for an unknown one. */
function propertyId (given: string, at: string, { terms, ignore }: SearchContext): number | 'any' | 'none' {
  if (given === '' || given === '0') return 'any'
  const found = terms.properties.byTerm(given)
  if (found !== undefined) return found.id
  if (isNumeric(given)) return toInteger(given)!
  ignore?.({ key: `${at}[property]`, ...isNot(given, 'a property'), candidates: () => terms.properties.terms() })
  return 'none'
}
