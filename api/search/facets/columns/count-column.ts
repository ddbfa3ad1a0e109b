import { linkKey } from '../../../../db/query/conditions/facet-rows.js'
import type { Column, LastClass } from './column.js'
import type { Counted } from './counted.js'
import { FIRST_GROUP, SINGLE } from './entry.js'
import { CLASSES, UNCLASSIFIED } from './label-classes.js'
import type { Chosen, LabelOrder } from './label-order.js'

/** Number of groups that are shown if nobody asks for more. */
export const USUAL_GROUPS = 25

/** What is known of the labels is used from so many times as many ties on as groups are shown. */
const SOME = 4

/** Number of resources in a group; `id` is that of the value by which it is labelled. */
export interface LabelledGroup { id: number, count: number }

/** A column, and the order of its labels if many groups have the same size. */
export interface KeptColumn { readonly column: Column, readonly order: LabelOrder | undefined }

/**
 * The groups of the values of a property that may be among the largest, with the number of resources in each;
 * undefined: nothing is known of the labels yet, and `onTies` has said that it is waited for.
 *
 * @param hidden ids of resources that links are not shown to.
 * @param fewTies of so many groups of the same size all are given; otherwise, those that may have the least labels.
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
  const isReady = column.classes?.isReady === true
  const isOrderReady = order?.isReady === true
  if (ties > fewTies && (!isReady || order?.isWorn !== false) && onTies() && !isReady) return undefined
  let chosen: Chosen | undefined
  let lastClass: LastClass | undefined
  if (isReady && ties > Math.min(fewTies, SOME * limit)) {
    chosen = isOrderReady && ties > fewTies ? order.choose(column, counts, counted, least, limit - larger) : undefined
    if (chosen === undefined) lastClass = classOfTies(column, counts, counted, least, limit - larger, wanted)
    else {
      for (let group = FIRST_GROUP; group < counts.length; group++) if (counts[group] === least) wanted[group] = 0
      for (const group of chosen.groups) wanted[group] = 1
      wanted[SINGLE] = 0
    }
    for (let group = FIRST_GROUP; group < counts.length; group++) {
      if (counts[group] === least && column.varied.has(group)) wanted[group] = 1
    }
  }
  const { ofGroups, singles } = column.labelling(counted, wanted, lastClass)
  const groups: LabelledGroup[] = [...ofGroups].map(([group, id]) => ({ id, count: counts[group]! }))
  for (const id of chosen?.singles ?? singles) groups.push({ id, count: 1 })
  return groups
}

/**
 * The last class of labels in which groups of one size have to be looked at to find those with the least labels,
 * besides those that are not classified. Groups of several values in later classes are not wanted any more.
 *
 * @param needed number of groups to find. @param wanted by number of the group.
 */
function classOfTies (
  column: Column, counts: Int32Array, counted: Counted, size: number, needed: number, wanted: Uint8Array
): LastClass {
  const classes = column.classes!
  const inClass = size === 1 ? column.singlesByClass(counted) : new Int32Array(CLASSES)
  for (let group = FIRST_GROUP; group < counts.length; group++) {
    if (counts[group] === size && !column.varied.has(group)) inClass[classes.ofGroup(group)]!++
  }
  let last = UNCLASSIFIED
  for (let found = 0; found < needed && last < CLASSES - 1;) found += inClass[++last]!
  for (let group = FIRST_GROUP; group < counts.length; group++) {
    if (counts[group] === size && classes.ofGroup(group) > last) wanted[group] = 0
  }
  return { number: last, needed }
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
