import type { Representation } from '../answer.js'

/** Of sets, and of the item of a media, nothing is shown but that they are there and may be seen; who sees what may change any answer. */
const REFERENCES = ['o:primary_media', 'o:media'] as const

/**
 * The resources whose change may change how a resource is shown: itself, its media, what its values
 * and annotations link to, and what links to it. Below zero stands what points to it (db/change-watch.ts).
 */
export function dependenciesOf (id: number, representation: Representation): ReadonlySet<number> {
  const ids = new Set([id, pointedTo(id)])
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

const pointedTo = (id: number): number => -id

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
