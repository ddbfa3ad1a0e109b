import { prepareStatements } from '../../db/query/statements/prepared.js'
import { ANONYMOUS_VIEWER } from '../../db/query/statements/viewer.js'
import { BUILT_IN } from '../resources/built-in.js'
import type { ReadContext } from '../resources/definition/read-context.js'
import type { Services } from '../resources/definition/services.js'
import { prepareFacets } from '../search/facets/facets.js'
import { visibleAmong } from '../search/query/selection.js'

/** Share of the memory for sets of ids that facet groups made in advance may take. */
const PREPARED_GROUPS_MAX_SHARE = 0.75

/**
 * Prepares what the first requests to a server would wait for. If it fails, the first request that needs it makes it.
 */
export async function prepare (services: Services): Promise<void> {
  await Promise.allSettled([prepareReads(services), prepareSearches(services)])
}

/** Builds the statements of reads. */
async function prepareReads (services: Services): Promise<void> {
  const context = await services.reading(ANONYMOUS_VIEWER)
  prepareStatements(context.database, context.viewer)
  for (const type of BUILT_IN.values()) if (type.hasIdList === true) await visibleAmong(type, context, [])
}

/** Starts the search threads of a large collection, and makes the groups that facets are counted by. */
async function prepareSearches (services: Services): Promise<void> {
  const { searchThreads, limits } = services
  if (!await searchThreads.isLarge()) return
  const reading = async (): Promise<ReadContext> => await services.reading(ANONYMOUS_VIEWER)
  await Promise.allSettled([
    searchThreads.start(),
    prepareFacets(BUILT_IN.get('items')!, reading, limits.main.sets * PREPARED_GROUPS_MAX_SHARE)
  ])
}
