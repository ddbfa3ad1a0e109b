import { and } from 'drizzle-orm'
import { isOneOf } from '../../db/sqlite.js'
import type { SearchableType } from './searchable.js'
import type { SearchContext } from './context.js'
import { scopeOf, selectIds } from './selection.js'
import type { Window } from './window.js'

/** Rows before a page from which on it is quicker to know all ids than to count up to it. */
const DEEP = 500

/** More ids than these take too long to be found. */
const MOST = 200_000

/**
 * Ids of everything of a type that the viewer may see, ascending. Writes do not undo it: what they touch is mended.
 *
 * @returns undefined for types of which that cannot be said.
 */
export async function wholeList (type: SearchableType, context: SearchContext): Promise<Int32Array | undefined> {
  const { cache, viewer } = context
  if (cache === undefined || type.keepsIdList !== true) return undefined
  return await cache.idList(viewer, type.name, async (among) => await selectIds(type, context, and(scopeOf(type, context), among && isOneOf(type.table.id, among))))
}

/**
 * The same where that is quicker than looking a part of it up.
 *
 * @param window the part that is wanted. @param count tells how many ids there are.
 */
export async function wholeListFor (type: SearchableType, context: SearchContext, window: Window | undefined, count: () => Promise<number>): Promise<Int32Array | undefined> {
  const { cache, viewer } = context
  if (cache === undefined || type.keepsIdList !== true) return undefined
  const isWorthwhile = cache.hasIdList(viewer, type.name) || (window !== undefined && window.offset >= DEEP && await count() <= MOST)
  return isWorthwhile ? await wholeList(type, context) : undefined
}
