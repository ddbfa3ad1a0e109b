import { Column, is, SQL, type AnyColumn } from 'drizzle-orm'
import { ordered, propertySortKey, type RelatedKey } from '../../../db/query/conditions/order.js'
import type { Query } from '../../core/calls/call.js'
import { sortKeyOf, type SearchableType } from './searchable.js'
import { ParameterError } from '../../core/calls/errors.js'
import type { SearchContext } from '../context/context.js'
import { isNot } from '../context/ignored.js'

type Direction = 'asc' | 'desc'

export interface SortKey {
  readonly key: AnyColumn | SQL
  readonly direction: Direction
  /** Set when rows are sorted by a property. */
  readonly propertyId?: number
  /** Name of the key, if all viewers have the same one. */
  readonly name?: string
  /** Set when the key comes from a related row. */
  readonly related?: RelatedKey
}

const MAX_KEYS = 8

/**
 * The sort keys of a query, followed by the id (docs/contract/search.md §3). `sort_by` may be several keys, separated
 * by commas; `sort_order` is one direction for all of them, or one for each; the id has the direction of the last key.
 * Unknown keys are ignored.
 *
 * @returns undefined for random order.
 * @throws ParameterError for more than 8 keys.
 * @example sortKeysOf(items, { sort_by: 'dcterms:date,title', sort_order: 'desc,asc' }, context)
 */
export function sortKeysOf (type: SearchableType, query: Query, context: SearchContext): SortKey[] | undefined {
  if (query.sort_by === 'random') return undefined
  const names = namesOf(query, context)
  const directions = directionsOf(query, names.length, context)
  const keys: SortKey[] = []
  for (const [at, name] of names.entries()) {
    const key = keyOf(type, name, context)
    if (key !== undefined) keys.push({ ...key, direction: directions[at]! })
    else ignoreSort(type, name, context)
    // The id is unique: further keys have no effect.
    if (key?.key === type.table.id) return keys
  }
  const tieBreak = type.tieBreak?.(query)
  if (tieBreak !== undefined) keys.push({ key: tieBreak, direction: 'asc' })
  return [...keys, { key: type.table.id, direction: directions.at(-1)! }]
}

/** Reports an unknown sort key as ignored. `id` is always valid, because it breaks ties in every order. */
function ignoreSort (type: SearchableType, name: string, { ignore, terms }: SearchContext): void {
  if (name === '' || name === 'id') return
  ignore?.({
    key: 'sort_by',
    ...isNot(name, 'a sort key here'),
    candidates: function * () {
      yield * Object.keys(type.sorts)
      yield 'random'
      if (type.sortsByProperty === true) yield * terms.properties.terms()
    }
  })
}

export function orderBy (keys: readonly SortKey[]): SQL[] {
  return keys.map(({ key, direction }) => ordered(key, direction))
}

function namesOf ({ sort_by: given }: Query, { ignore }: SearchContext): string[] {
  if (given !== undefined && typeof given !== 'string') {
    ignore?.({ key: 'sort_by', ...isNot(given, 'a sort key; several are separated by commas') })
  }
  if (typeof given !== 'string') return ['']
  const names = given.split(',')
  if (names.length > MAX_KEYS) throw new ParameterError('sort_by', `Rows are sorted by ${MAX_KEYS} keys at the most.`)
  return names.length === 1 ? names : names.map((name) => name.trim())
}

const DIRECTIONS = ['asc', 'desc'] as const

function directionsOf ({ sort_order: given = '' }: Query, count: number, { ignore }: SearchContext): Direction[] {
  if (typeof given !== 'string') ignore?.({ key: 'sort_order', ...isNot(given, '"asc" or "desc"') })
  const orders = typeof given !== 'string' ? [''] : count === 1 ? [given] : given.split(',', count).map((order) => order.trim())
  const directions = orders.map((order): Direction => {
    const direction = DIRECTIONS.find((name) => name === order.toLowerCase())
    if (direction === undefined && order !== '') {
      ignore?.({ key: 'sort_order', ...isNot(order, '"asc" or "desc"'), candidates: () => DIRECTIONS })
    }
    return direction ?? 'asc'
  })
  return Array.from({ length: count }, (_, at) => (directions.length === 1 ? directions[0] : directions[at]) ?? 'asc')
}

function keyOf (
  type: SearchableType,
  name: string,
  { terms, viewer }: SearchContext
): Omit<SortKey, 'direction'> | undefined {
  const property = type.sortsByProperty === true ? terms.properties.byTerm(name) : undefined
  if (property !== undefined) {
    return { key: propertySortKey(property.id, viewer), propertyId: property.id }
  }
  const found = Object.hasOwn(type.sorts, name) ? type.sorts[name] : undefined
  const sort = found && sortKeyOf(found)
  const isSame = typeof sort !== 'function'
  const key = isSame ? sort : sort(viewer)
  if (key === undefined) return undefined
  if (is(key, Column)) return { key, name: isSame ? name : key.name }
  if (is(key, SQL)) return isSame ? { key, name } : { key }
  return { key: key.key, name, related: key }
}
