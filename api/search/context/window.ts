import type { IgnoredKey, Query, QueryValue } from '../../core/calls/call.js'
import { BadRequestError } from '../../core/calls/errors.js'
import { toInteger } from '../../core/text/numbers.js'
import { collectIgnored, isNot, type Ignore } from './ignored.js'

/** The requested part of a result: the number of rows to skip, and the maximal number of rows (undefined: all). */
export interface Window { limit: number | undefined, offset: number }

/** The window of a query; undefined for the whole result (docs/contract/search.md §2.1). */
export function readWindow (
  query: Query, pageSize: number
): { window: Window | undefined, ignored: readonly IgnoredKey[] } {
  const { ignore, ignored } = collectIgnored()
  return { window: windowOf(query, pageSize, ignore), ignored }
}

function windowOf (query: Query, pageSize: number, ignore: Ignore): Window | undefined {
  const number = (key: string): number | undefined => numberIn(key, query[key], ignore)
  const page = number('page')
  const size = number('per_page')
  if (page !== undefined) {
    for (const [key, nearest] of Object.entries(INSTEAD)) {
      const value = query[key]
      if (typeof value === 'string' && value !== '') {
        ignore({ key, value, problem: `"${key}" needs an empty "page".`, nearest })
      }
    }
    const limit = Math.max(1, size ?? pageSize)
    return { limit, offset: (Math.max(1, page) - 1) * limit }
  }
  const limit = number('limit')
  const offset = number('offset')
  for (const [name, number] of Object.entries({ limit, offset })) {
    if (number !== undefined && number < 0) {
      throw new BadRequestError(`"${name}" must be zero or more, ${number} given.`)
    }
  }
  return limit === undefined && offset === undefined ? undefined : { limit, offset: offset ?? 0 }
}

/** Suggestions for parameters that have no effect together with `page`. */
const INSTEAD = { limit: 'per_page', offset: 'page' }

function numberIn (key: string, value: QueryValue | undefined, ignore: Ignore): number | undefined {
  const number = toInteger(value)
  if (number === undefined && value !== undefined && value !== '') {
    ignore({ key, ...isNot(value, 'a number') })
  }
  return number
}

/** The ids in a window. @param direction `desc`: the ids in reverse order. */
export function idsIn (window: Window | undefined, ids: Int32Array, direction: 'asc' | 'desc' = 'asc'): number[] {
  const { offset, limit } = window ?? { offset: 0, limit: undefined }
  const end = limit === undefined ? ids.length : Math.min(ids.length, offset + limit)
  if (direction === 'asc') return Array.from(ids.subarray(offset, end))
  return Array.from(ids.subarray(Math.max(0, ids.length - end), Math.max(0, ids.length - offset))).reverse()
}
