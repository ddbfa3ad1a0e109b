import type { Representation } from '../answer.js'

/**
 * Members that show more of another resource than its id. References to item sets, and from a media to its item, show
 * only that these are visible; a change of visibility invalidates every entry anyway.
 */
const REFERENCES = ['o:primary_media', 'o:media'] as const

/**
 * The ids of resources that a representation depends on: itself, its media, the targets of its links, and the
 * resources that link to it. Its own id negated stands for the links to it: the change log notes that when only they
 * change (db/tracking.ts).
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
    for (const { '@id': address } of subjects) { ids.add(Number(String(address).slice(String(address).lastIndexOf('/') + 1))) }
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
