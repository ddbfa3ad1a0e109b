import { BLANK, LINK, type FacetRow, type FacetRows } from '../../../../db/query/conditions/facet-rows.js'
import { sortKey } from '../../../../db/keys/collation/index.js'
import type { Column } from './column.js'
import { FIRST_GROUP, SINGLE, type Entry } from './entry.js'
import type { LabelOrder } from './label-order.js'

/** Resources whose values are read at once: with many, what is read outlives V8's collections of young objects. */
const TOGETHER = 64

const NO_ROWS: readonly FacetRow[] = []

/**
 * Reads the values of resources again that were written since a column was made.
 *
 * @param order of the labels of the column, if it is kept; then there are classes of them, too.
 */
export function correct (
  column: Column, propertyId: number, resources: readonly number[], rows: FacetRows, order: LabelOrder | undefined
): void {
  for (let at = 0; at < resources.length; at += TOGETHER) {
    correctTogether(column, propertyId, resources.slice(at, at + TOGETHER), rows, order)
  }
}

function correctTogether (
  column: Column, propertyId: number, resources: readonly number[], rows: FacetRows, order: LabelOrder | undefined
): void {
  const done = new Set<number>()
  /** Values that are groups of their own, or of a group that is not in the order. */
  const labelled = new Map<number, number>()
  let due: readonly number[] = resources
  while (due.length > 0) {
    const read = byResource(rows.of(propertyId, due))
    const further = new Set<number>()
    for (const resource of due) {
      done.add(resource)
      const own = read.get(resource) ?? NO_ROWS
      column.replace(resource, own.map((row) => entryOf(row, own)))
    }
    due = [...further].filter((resource) => !done.has(resource))

    function entryOf ([resource, id, flags, key]: FacetRow, own: readonly FacetRow[]): Entry {
      const group = groupOf(resource, id, flags, key, own)
      if (group !== SINGLE && (flags & BLANK) !== 0) column.varied.add(group)
      // A group that had no values for a while may be missing in the order.
      const isOrdered = group !== SINGLE && (column.varied.has(group) || order?.has(group) === true)
      if (!isOrdered) labelled.set(id, group)
      return { group, id, flags: flags & ~LINK }
    }

    function groupOf (resource: number, id: number, flags: number, key: string, own: readonly FacetRow[]): number {
      const known = column.keys.get(key)
      if (known !== undefined) return FIRST_GROUP + known
      const [isLink, isUri] = [(flags & LINK) !== 0, key.startsWith('u')]
      // A value with an equal one, which was alone until now, is in a group with it from now on.
      const others = isLink ? [] : rows.alike(id, isUri).filter((other) => other !== resource)
      if (!isLink && others.length === 0 && own.filter((row) => row[3] === key).length === 1) return SINGLE
      const group = FIRST_GROUP + column.keys.add(key)
      for (const other of others) further.add(other)
      if (isLink || isUri) column.varied.add(group)
      return group
    }
  }
  if (order === undefined) return
  order.forget(done)
  if (labelled.size === 0) return
  for (const [resource, id, label] of rows.labelsOf([...labelled.keys()])) {
    const key = sortKey(label)
    order.offer(key, labelled.get(id)!, id, resource)
    column.classify(resource, id, labelled.get(id)!, key)
  }
}

function byResource (rows: readonly FacetRow[]): Map<number, FacetRow[]> {
  const found = new Map<number, FacetRow[]>()
  for (const row of rows) {
    const own = found.get(row[0])
    if (own === undefined) found.set(row[0], [row])
    else own.push(row)
  }
  return found
}
