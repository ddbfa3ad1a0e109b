import { muchUsedProperties, REFERENCES } from '../../../db/query/conditions/facet-rows.js'
import type { FacetContext, SearchableType } from '../query/searchable.js'
import { groupsFor } from './cached-groups.js'
import { countFacets } from './facets.js'

/** The groups of properties with fewer values are made when they are first needed. */
const MANY_VALUES = 1000

/**
 * Makes ahead what the first facets would wait for: what everybody sees of all resources of a type, and groups, until
 * these take up so many bytes.
 *
 * @param reading gives the context of a search, with a deadline of its own.
 */
export async function prepareFacets (
  type: SearchableType, reading: () => Promise<FacetContext>, bytes: number
): Promise<void> {
  await countFacets(type, { facets: Object.keys(type.facets!) }, await reading(), false)
  const { database } = await reading()
  let left = bytes
  for (const counted of [...Object.values(REFERENCES), ...await muchUsedProperties(database, MANY_VALUES)]) {
    left -= (await groupsFor(counted, await reading())).byteLength
    if (left < 0) return
  }
}
