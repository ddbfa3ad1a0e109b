import type { Actor } from '../core/calls/actor.js'
import type { Query } from '../core/calls/call.js'
import type { ResourceType } from '../resources/definition/resource-type.js'
import { onlyRanks } from '../search/full-text/ranking/full-text-search.js'
import type { Services } from '../resources/definition/services.js'

/** A resource type with the filters that the application adds to it. */
export function withAddedFilters (type: ResourceType, { extensions }: Services): ResourceType {
  const added = extensions.filters?.[type.name]
  return added === undefined ? type : { ...type, isExtension: true, filters: { ...type.filters, ...added } }
}

/** The parameters that may search for texts. */
const TEXTS = ['fulltext_search', 'search', 'property'] as const

/**
 * Applies the query listener of the application, and waits until the full-text index is up to date if the query needs
 * it.
 *
 * @param isSearch whether only rows are searched, nothing counted or exported.
 */
export async function prepareQuery (
  type: ResourceType, query: Query, actor: Actor, { extensions, indexes, readsTexts }: Services, isSearch = false
): Promise<Query> {
  const prepared = extensions.queries?.[type.name]?.(query, actor) ?? query
  if (TEXTS.some((name) => prepared[name] !== undefined)) indexes.noteSearch()
  if (prepared.fulltext_search === undefined || indexes.isSettled) return prepared
  if (isSearch && readsTexts && onlyRanks(type, prepared)) await indexes.settleAllButFew()
  else await indexes.settle()
  return prepared
}
