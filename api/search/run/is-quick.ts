import type { Query } from '../../core/calls/call.js'
import type { SearchContext } from '../context/context.js'
import type { SearchableType } from '../query/searchable.js'
import { matchesFew } from '../query/value-query.js'

/**
 * Whether a search is faster in this thread than sending it to a worker: it has no filter but `property`, and an index
 * shows that few values match.
 */
export async function isQuick (type: SearchableType, query: Query, context: SearchContext): Promise<boolean> {
  for (const name of Object.keys(type.filters)) if (query[name] !== undefined && name !== 'property') return false
  return query.property === undefined || await matchesFew(query.property, context)
}
