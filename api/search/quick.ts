import type { Query } from '../call.js'
import type { SearchableType } from './searchable.js'
import { findsFew } from './value-query.js'
import type { SearchContext } from './context.js'

/** Whether rows are found in no time: by their ids, or by values of which an index knows that there are few. */
export async function isQuick (type: SearchableType, query: Query, context: SearchContext): Promise<boolean> {
  const asked = Object.keys(type.filters).filter((name) => query[name] !== undefined)
  if (asked.some((name) => name !== 'property')) return false
  return query.property === undefined || await findsFew(query.property, context)
}
