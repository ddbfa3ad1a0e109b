import type { Ids } from '../../db/changes/change-log.js'
import type { Representation } from '../core/answers/answer.js'
import { REVERSE } from '../core/answers/linked-answer.js'
import { Links } from '../core/answers/links.js'

/** Rough sizes in bytes of a set of ids, and of each id in it. */
const SET_BYTES = 100
const ID_BYTES = 32

/** Ids of the resources that a representation depends on. */
export interface Dependencies extends Ids {
  readonly byteLength: number
  /** Set when many resources link to it: the links, and the dependencies of the rest of the representation. */
  readonly many?: Pick<LinkedDependencies, 'links' | 'rest' | 'with'>
}

class IdDependencies extends Set<number> implements Dependencies {
  get byteLength (): number {
    return SET_BYTES + ID_BYTES * this.size
  }
}

/** Dependencies of a representation with many links to it; shares the list of linking resources without a copy. */
class LinkedDependencies implements Dependencies {
  readonly many = this

  constructor (readonly id: number, readonly rest: Dependencies, readonly links: Links) {}

  with (links: Links): LinkedDependencies {
    return new LinkedDependencies(this.id, this.rest, links)
  }

  /** An upper bound: a resource may be in both parts. */
  get size (): number {
    return this.rest.size + 1 + this.links.linking.length
  }

  get byteLength (): number {
    return this.rest.byteLength + this.links.overhead
  }

  has (id: number): boolean {
    return id === -this.id || this.rest.has(id) || this.links.has(id)
  }

  * [Symbol.iterator] (): Generator<number, undefined> {
    yield -this.id
    yield * this.rest
    yield * this.links.linking
  }
}

/**
 * Members that show more of another resource than its id. References to item sets, and from a media to its item, show
 * only that these are visible; a change of visibility invalidates every entry anyway.
 */
const REFERENCES = ['o:primary_media', 'o:media'] as const

/**
 * The ids of resources that a representation depends on: itself, its media, the targets of its links, and the
 * resources that link to it. Its own id negated stands for the links to it: the change log notes that when only they
 * change (db/changes/tracking.ts).
 */
export function dependenciesOf (id: number, representation: Representation): Dependencies {
  const ids = new IdDependencies([id])
  for (const key of REFERENCES) {
    for (const reference of [representation[key]].flat()) {
      const named = (reference as Representation | null | undefined)?.['o:id']
      if (typeof named === 'number') ids.add(named)
    }
  }
  addLinked(representation, ids)
  const reverse = representation[REVERSE] ?? {}
  if (reverse instanceof Links) return new LinkedDependencies(id, ids, reverse)
  ids.add(-id)
  for (const subjects of Object.values(reverse as Record<string, Representation[]>)) {
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
