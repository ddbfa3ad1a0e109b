import type { Query } from '../../call.js'
import type { SearchableType } from '../searchable.js'
import type { SearchContext } from '../context.js'
import type { Results, Work } from '../tasks.js'

/** Does a piece of work in a thread, or as `here` does it: there may be none, and what an application adds is not known there. */
export async function inThread<W extends Work> (type: SearchableType, query: Query, context: SearchContext, work: W, here: () => Promise<Results[W['does']]>): Promise<Results[W['does']]> {
  const { threads, viewer, cursorSecret, hidesPrivateText } = context
  if (threads === undefined || type.isExtension === true) return await here()
  return await threads.do({ work, type: type.name, query, context: { viewer, cursorSecret, hidesPrivateText } }, here)
}
