import type { Actor } from '../../../api/core/calls/actor.js'
import type { Answer } from '../../../api/core/answers/answer.js'
import type { Api } from '../../../api/api.js'
import type { QueryInput } from '../../../api/core/calls/call.js'
import { ApiError } from '../../../api/core/calls/errors.js'
import type { FacetCounts } from '../../../schemas/facets.js'
import type { FacetParameters } from '../../../schemas/query.js'

/** Milliseconds that a page waits for its facets. */
const PATIENCE = 1000

/**
 * Counts facets without keeping the page waiting: a count that takes long goes on, and is cached for the next who asks.
 * Counts from before a write are never shown: they could name a value that was made private meanwhile.
 *
 * @returns undefined when it takes too long, or the server is busy.
 */
export async function countFacets (
  api: Api, query: QueryInput & FacetParameters, actor: Actor, client: string
): Promise<Answer<FacetCounts> | undefined> {
  const counting = api.items.facets(query, { actor, client }).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  let timer
  const late = new Promise<undefined>((resolve) => { timer = setTimeout(resolve, PATIENCE, undefined) })
  try {
    return await Promise.race([counting, late])
  } finally {
    clearTimeout(timer)
  }
}
