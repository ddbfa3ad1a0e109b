import type { Actor } from '../../../api/core/calls/actor.js'
import type { Answer } from '../../../api/core/answers/answer.js'
import type { Api } from '../../../api/api.js'
import { ApiError } from '../../../api/core/calls/errors.js'
import type { ItemQuery } from '../../../api/resources/built-in.js'
import type { FacetCounts } from '../../../schemas/shared/facets.js'
import type { FacetParameters } from '../../../schemas/shared/query.js'

/** Facets of the pages, besides those of properties. */
export type ItemFacet = 'item_set_id' | 'resource_class_id'

/** Milliseconds that a page waits for its facets. */
const FACETS_WAIT_MS = 1000

/**
 * Counts facets, but lets the page wait only for a limited time: a count that takes longer continues, and is cached for
 * the next request. Outdated counts are never shown: they could contain a value that has become private.
 *
 * @returns undefined if it takes too long, or the server is busy.
 */
export async function countFacets (
  api: Api, query: ItemQuery & FacetParameters<ItemFacet>, actor: Actor, client: string
): Promise<Answer<FacetCounts> | undefined> {
  const counting = api.items.facets(query, { actor, client }).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  let timer
  const late = new Promise<undefined>((resolve) => { timer = setTimeout(resolve, FACETS_WAIT_MS, undefined) })
  try {
    return await Promise.race([counting, late])
  } finally {
    clearTimeout(timer)
  }
}
