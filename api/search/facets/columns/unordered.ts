import { sortKey } from '../../../../db/keys/collation/index.js'
import type { FacetRows } from '../../../../db/query/conditions/facet-rows.js'
import type { Column } from './column.js'
import { SINGLE } from './entry.js'
import type { LabelOrder } from './label-order.js'

/** Parts of the labels, spread evenly, from which their classes are made; and the resources of each part. */
const SAMPLES = 64
const SAMPLE = 128

/** The labels of a column that are not in order yet. */
export class Unordered {
  /** The resources with lower ids are done. */
  from = 0
  readonly #isOffered: Uint8Array

  /** @param labels the order, which is not ready before all are done. */
  constructor (
    private readonly propertyId: number,
    private readonly column: Column,
    private readonly labels: LabelOrder
  ) {
    this.#isOffered = new Uint8Array(column.groupCount)
  }

  /** Puts the labels of the next resources in order and into their classes. @param count how many ids to go on. */
  order (rows: FacetRows, count: number): void {
    const { propertyId, column, labels, from } = this
    for (const [resource, id, label] of rows.labels(propertyId, from, from + count)) {
      const group = column.entriesOf(resource).find((entry) => entry.id === id)?.group
      if (group === undefined || column.varied.has(group) || this.#isOffered[group] === 1) continue
      if (group !== SINGLE) this.#isOffered[group] = 1
      const key = sortKey(label)
      labels.offer(key, group, id, resource)
      column.classify(resource, id, group, key)
    }
    this.from += count
  }
}

/** The sort keys of some labels. */
export function sampleOf (rows: FacetRows, propertyId: number): string[] {
  const end = rows.end()
  const step = Math.max(SAMPLE, Math.ceil(end / SAMPLES))
  const keys: string[] = []
  for (let from = 0; from < end; from += step) {
    for (const [,, label] of rows.labels(propertyId, from, from + SAMPLE)) keys.push(sortKey(label))
  }
  return keys
}
