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
 * The query as rewritten by the application, after the full-text index was brought up to date if it is needed.
 *
 * @param isSearch whether only rows are searched, nothing counted or exported.
 */
export async function askedQuery (
  type: ResourceType, query: Query, actor: Actor, { extensions, indexes, readsTexts }: Services, isSearch = false
): Promise<Query> {
  const asked = extensions.queries?.[type.name]?.(query, actor) ?? query
  if (TEXTS.some((name) => asked[name] !== undefined)) indexes.noteSearch()
  if (asked.fulltext_search === undefined) return asked
  if (isSearch && readsTexts && onlyRanks(type, asked)) await indexes.settleAllButFew()
  else await indexes.settle()
  return asked
}
