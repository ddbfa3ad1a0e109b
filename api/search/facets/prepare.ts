import { muchUsedProperties, REFERENCES } from '../../../db/query/conditions/facet-rows.js'
import type { FacetContext, SearchableType } from '../query/searchable.js'
import { groupsFor } from './cached-groups.js'
import { countFacets } from './facets.js'

/** The groups of properties with fewer values are made when they are first needed. */
const PREPARED_MIN_VALUES = 1000

/**
 * Fills the cache that the first facets would otherwise wait for: the facets of all public resources of a type, and the
 * groups of often used properties.
 *
 * @param reading returns the context of a search, with a deadline of its own. @param bytes limit for the groups.
 */
export async function prepareFacets (
  type: SearchableType, reading: () => Promise<FacetContext>, bytes: number
): Promise<void> {
  await countFacets(type, { facets: Object.keys(type.facets!) }, await reading(), false)
  const { database } = await reading()
  let left = bytes
  for (const counted of [...Object.values(REFERENCES), ...await muchUsedProperties(database, PREPARED_MIN_VALUES)]) {
    left -= (await groupsFor(counted, await reading())).byteLength
    if (left < 0) return
  }
}
