import type { Query } from '../../core/calls/call.js'
import type { SearchableType } from './searchable.js'
import type { SearchContext, SearchWork } from '../context/context.js'
import { hasManyTests } from './value-query.js'

/**
 * Runs work in a worker, or by calling `here` if there is none. Workers only have the built-in resource types, not
 * types that an embedding application adds or changes.
 */
export async function offload<T> (
  type: Pick<SearchableType, 'name' | 'isExtension'>,
  query: Query,
  context: SearchContext,
  work: SearchWork,
  here: () => Promise<T>
): Promise<T> {
  const { runInWorker, viewer, cursorSecret, readsTexts, withoutCache } = context
  if (runInWorker === undefined || type.isExtension === true) return await here()
  const isComplex = hasManyTests(query)
  const sent = { viewer, cursorSecret, readsTexts, withoutCache }
  return await runInWorker({ work, type: type.name, query, context: sent, isComplex }, here)
}
