import { and } from 'drizzle-orm'
import { viewerOf } from '../../../api/access/access.js'
import type { Call, Query } from '../../../api/core/calls/call.js'
import type { ReadContext } from '../../../api/resources/definition/read-context.js'
import type { ResourceType } from '../../../api/resources/definition/resource-type.js'
import { filtersOf, scopeOf, selectIds } from '../../../api/search/query/selection.js'
import { orderBy, sortKeysOf } from '../../../api/search/query/sorting.js'
import type { Collection } from '../collection.js'

/** Ids of all rows that the conditions of a search find in the database, in its order; nothing is cached. */
export async function byDatabase (
  { api }: Collection, type: ResourceType, query: Query, { actor }: Call
): Promise<number[]> {
  const context = { database: api.store.read, terms: await api.store.terms(), viewer: viewerOf(actor) } as ReadContext
  const where = and(scopeOf(type, context), filtersOf(type, query, context))
  return [...await selectIds(type, context, where, orderBy(sortKeysOf(type, query, context)!))]
}
