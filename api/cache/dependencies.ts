import type { Representation } from '../answer.js'

/**
 * References that show more of a resource than its id. Item sets, and the item of a media, show only that they are there
 * and visible, and a change of visibility makes everything stale.
 */
const REFERENCES = ['o:primary_media', 'o:media'] as const

/**
 * The resources whose change may change a representation: its own, its media, what its values and annotations link to,
 * and what links to it. Its own id stands negated too: that is noted when only links to it change (db/change-tracker.ts).
 */
export function dependenciesOf (id: number, representation: Representation): ReadonlySet<number> {
  const ids = new Set([id, -id])
  for (const key of REFERENCES) {
    const given = representation[key]
    for (const reference of Array.isArray(given) ? given : [given]) {
      const named = (reference as Representation | null | undefined)?.['o:id']
      if (typeof named === 'number') ids.add(named)
    }
  }
  addLinked(representation, ids)
  for (const subjects of Object.values((representation['@reverse'] ?? {}) as Record<string, Representation[]>)) {
    for (const { '@id': address } of subjects) ids.add(Number(String(address).slice(String(address).lastIndexOf('/') + 1)))
  }
  return ids
}

/** Values are lists of objects with a `property_id`; annotations hold more of them. */
function addLinked (terms: Representation, ids: Set<number>): void {
  for (const values of Object.values(terms)) {
    if (!Array.isArray(values)) continue
    for (const value of values as Array<Representation | null>) {
      if (typeof value?.property_id !== 'number') continue
      if (typeof value.value_resource_id === 'number') ids.add(value.value_resource_id)
      if (value['@annotation'] !== undefined) addLinked(value['@annotation'] as Representation, ids)
    }
  }
}
