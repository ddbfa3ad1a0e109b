import { linkKey } from '../../../../db/search/facet-rows.js'
import type { Column, Counted } from './column.js'
import { FIRST_GROUP, SINGLE } from './entry.js'
import type { Chosen, LabelOrder } from './label-order.js'

/** Number of groups that are shown if nobody asks for more. */
export const USUAL_GROUPS = 25

/** An order of the labels that is there is used from so many times as many ties on as groups are shown. */
const SOME = 4

/** Number of resources in a group; `id` is that of the value by which it is labelled. */
export interface LabelledGroup { id: number, count: number }

/** A column, and the order of its labels if many groups have the same size. */
export interface KeptColumn { readonly column: Column, readonly order: LabelOrder | undefined }

/**
 * The groups of the values of a property that may be among the largest, with the number of resources in each;
 * undefined: there is no order of the labels yet, and `onTies` has said that it is waited for.
 *
 * @param hidden ids of resources that links are not shown to.
 * @param fewTies of so many groups of the same size all are given; otherwise, those with the least labels.
 * @param onTies called when a new order of the labels would help; returns whether it is waited for if there is none.
 */
export function groupsOfColumn (
  { column, order }: KeptColumn,
  counted: Counted,
  hidden: Int32Array,
  limit: number,
  fewTies: number,
  onTies: () => boolean
): LabelledGroup[] | undefined {
  const counts = column.count(counted)
  // Links vary.
  for (const target of column.varied.size === 0 ? [] : hidden) {
    const known = column.keys.get(linkKey(target))
    if (known !== undefined) counts[FIRST_GROUP + known] = 0
  }
  const { least, larger, ties } = leastOf(counts, limit)
  if (least === 0) return []
  const wanted = new Uint8Array(counts.length)
  for (let group = FIRST_GROUP; group < counts.length; group++) wanted[group] = counts[group]! >= least ? 1 : 0
  wanted[SINGLE] = least === 1 ? 1 : 0
  let chosen: Chosen | undefined
  const isReady = order?.isReady === true
  if (ties > fewTies && (!isReady || order.isWorn) && onTies() && !isReady) return undefined
  if (ties > (isReady ? Math.min(fewTies, SOME * limit) : fewTies)) {
    chosen = order?.choose(column, counts, counted, least, limit - larger)
    const varied = [...column.varied].filter((group) => counts[group] === least)
    if (varied.length > fewTies) chosen = undefined
    if (chosen !== undefined) {
      for (let group = FIRST_GROUP; group < counts.length; group++) if (counts[group] === least) wanted[group] = 0
      for (const group of [...varied, ...chosen.groups]) wanted[group] = 1
      wanted[SINGLE] = 0
    }
  }
  const { ofGroups, singles } = column.labelling(counted, wanted)
  const groups: LabelledGroup[] = [...ofGroups].map(([group, id]) => ({ id, count: counts[group]! }))
  for (const id of chosen?.singles ?? singles) groups.push({ id, count: 1 })
  return groups
}

/** Whether so many of the groups that are shown first have the same size that an order of the labels helps. */
export function hasManyTies (column: Column, end: number, fewTies: number): boolean {
  const resources = Int32Array.from({ length: end }, (_, id) => id)
  const counts = column.count({ resources, has: () => true, seesPrivate: () => true })
  return leastOf(counts, USUAL_GROUPS).ties > fewTies
}

/** The size of the smallest groups that may be shown, the number of larger groups, and that of groups of this size. */
function leastOf (counts: Int32Array, limit: number): { least: number, larger: number, ties: number } {
  let most = counts[SINGLE]! > 0 ? 1 : 0
  for (let group = FIRST_GROUP; group < counts.length; group++) if (counts[group]! > most) most = counts[group]!
  const sizes = new Int32Array(most + 1)
  for (let group = FIRST_GROUP; group < counts.length; group++) sizes[counts[group]!]!++
  if (most > 0) sizes[1]! += counts[SINGLE]!
  let larger = 0
  for (let least = most; least > 1; least--) {
    if (larger + sizes[least]! >= limit) return { least, larger, ties: sizes[least]! }
    larger += sizes[least]!
  }
  return { least: Math.min(most, 1), larger, ties: sizes[1] ?? 0 }
}
