import type { Query } from '../call.js'
import { BadRequestError } from '../errors.js'
import { toInteger } from '../numbers.js'

/** The requested part of a result: the number of rows to skip, and the maximal number of rows (undefined: all). */
export interface Window { limit: number | undefined, offset: number }

/** The window of a query; undefined for the whole result (docs/contract/search.md §2.1). */
export function windowOf (query: Query, pageSize: number): Window | undefined {
  const page = toInteger(query.page)
  if (page !== undefined) {
    const limit = Math.max(1, toInteger(query.per_page) ?? pageSize)
    return { limit, offset: (Math.max(1, page) - 1) * limit }
  }
  const limit = toInteger(query.limit)
  const offset = toInteger(query.offset)
  for (const [name, number] of Object.entries({ limit, offset })) {
    if (number !== undefined && number < 0) {
      throw new BadRequestError(`"${name}" must be zero or more, ${number} given.`)
    }
  }
  return limit === undefined && offset === undefined ? undefined : { limit, offset: offset ?? 0 }
}

/** The ids in a window. @param direction `desc`: the ids in reverse order. */
export function idsIn (window: Window | undefined, ids: Int32Array, direction: 'asc' | 'desc' = 'asc'): number[] {
  const { offset, limit } = window ?? { offset: 0, limit: undefined }
  const end = limit === undefined ? ids.length : Math.min(ids.length, offset + limit)
  if (direction === 'asc') return Array.from(ids.subarray(offset, end))
  return Array.from(ids.subarray(Math.max(0, ids.length - end), Math.max(0, ids.length - offset))).reverse()
}
