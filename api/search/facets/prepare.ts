import type { RunInWorker } from '../context/context.js'
import { muchUsedProperties, REFERENCES } from '../../../db/query/conditions/facet-rows.js'
import type { FacetContext, SearchableType } from '../query/searchable.js'
import { groupsFor } from './cached-groups.js'
import { countFacets } from './facets.js'

/** The groups of properties with fewer values are made when they are first needed. */
const PREPARED_MIN_VALUES = 1000

/**
 * Fills the cache that the first facets would otherwise wait for: the facets of all public resources of a type, and
 * the groups of often used properties.
 *
 * @param reading returns the context of a search, with a deadline of its own. @param quiet resolves when no request
 *   would have to wait for a worker. @param bytes limit for the groups.
 */
export async function prepareFacets (
  type: SearchableType, reading: () => Promise<FacetContext>, quiet: () => Promise<void>, bytes: number
): Promise<void> {
  const patiently = async (): Promise<FacetContext> => {
    const context = await reading()
    if (context.runInWorker === undefined) return context
    const runInWorker: RunInWorker = async (task, here) => {
      await quiet()
      // Waiting must not count towards the deadline.
      return await (await reading()).runInWorker!(task, here)
    }
    return { ...context, runInWorker }
  }
  await countFacets(type, { facets: Object.keys(type.facets!) }, await patiently(), false)
  const { database } = await reading()
  let left = bytes
  for (const counted of [...Object.values(REFERENCES), ...await muchUsedProperties(database, PREPARED_MIN_VALUES)]) {
    left -= (await groupsFor(counted, await patiently())).byteLength
    if (left < 0) return
  }
}
