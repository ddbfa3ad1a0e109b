import type { Query } from '../call.js'
import type { SearchContext } from './context.js'
import type { SearchableType } from './searchable.js'
import { matchesFew } from './value-query.js'

/**
 * Whether a search is so quick that sending it to a worker would take longer: by ids, or by values that an index shows
 * to be rare.
 */
export async function isQuick (type: SearchableType, query: Query, context: SearchContext): Promise<boolean> {
  const given = Object.keys(type.filters).filter((name) => query[name] !== undefined)
  if (given.some((name) => name !== 'property')) return false
  return query.property === undefined || await matchesFew(query.property, context)
}
