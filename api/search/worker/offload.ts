import type { Query } from '../../call.js'
import type { SearchableType } from '../searchable.js'
import type { SearchContext } from '../context.js'
import type { SearchWork } from '../tasks.js'

/**
 * Runs a piece of work in a worker, or as `here` does it where there is none. A worker knows the built-in types only,
 * as they are defined: not what an application adds or alters.
 */
export async function offload<T> (
  type: SearchableType,
  query: Query,
  context: SearchContext,
  work: SearchWork,
  here: () => Promise<T>
): Promise<T> {
  const { runInWorker, viewer, cursorSecret } = context
  if (runInWorker === undefined || type.isExtension === true) return await here()
  return await runInWorker({ work, type: type.name, query, context: { viewer, cursorSecret } }, here)
}
