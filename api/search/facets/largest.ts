import { setImmediate as nextTurn } from 'node:timers/promises'
import { BLANK, facetRowsOf, leadsToResources, PRIVATE } from '../../../db/query/conditions/facet-rows.js'
import { sortKey } from '../../../db/keys/collation/index.js'
import type { Representation } from '../../core/answers/answer.js'
import { groupBy } from '../../core/sequence/group-by.js'
import type { Ids } from '../context/ids.js'
import type { Counting, Entry, Facet } from '../query/searchable.js'
import { groupsFor, keyOf } from './cached-groups.js'
import { SINGLE, type Counted, type FacetGroups } from './groups.js'

/** The rows to count, and what the viewer may see of them. */
export interface CountedRows extends Counted {
  /** Resources that the viewer may not see: links to them are not counted. */
  readonly hidden: Ids
}

/** A group that may be shown, and the first counted resource whose value can label it. */
interface Candidate { readonly group: number, readonly count: number, resource: number }

/** If more groups than this have the size of the last one shown, their labels are not all read and compared. */
const COMPARED_TIES_MAX_GROUPS = 200

/**
 * The largest groups, each with its `count`; groups of equal size are sorted by label. If very many groups have the
 * size of the last one, groups of the oldest resources are chosen.
 */
export async function largest (
  facet: Facet, counting: Counting, rows: CountedRows, limit: number
): Promise<Representation[]> {
  const groups = await groupsFor(facet.counted, counting.context)
  await nextTurn()
  const candidates = candidatesOf(groups, rows, leadsToResources(facet.counted), limit)
  const ids = facet.counted < 0
    ? new Map(candidates.map((candidate) => [groups.targetOf(candidate.group), candidate]))
    : await labellingValues(facet.counted, groups, candidates, counting, rows)
  const entries = await facet.entries(counting, [...ids.keys()])
  return inOrder(ids, entries).slice(0, limit).map(([{ count }, { shown }]) => ({ ...shown, count }))
}

function candidatesOf (groups: FacetGroups, rows: CountedRows, leads: boolean, limit: number): Candidate[] {
  const counts = groups.count(rows)
  if (leads && rows.hidden.size > 0) {
    const isHidden = rows.hidden.lookup()
    for (let group = 1; group < counts.length; group++) if (isHidden(groups.targetOf(group))) counts[group] = 0
  }
  const { least, larger, ties } = leastOf(counts, limit)
  if (least === 0) return []
  const candidates: Candidate[] = []
  const withoutLabel = new Map<number, Candidate>()
  // Remaining numbers of groups of the least size, of larger groups, and of chosen groups without a label so far.
  let [tiesLeft, largerLeft, blanks] = [ties > COMPARED_TIES_MAX_GROUPS ? limit - larger : ties, larger, 0]
  // Each value in it is a group of one.
  counts[SINGLE] = 1
  // Groups whose count is set to 0 are not visited again.
  groups.visit(rows, counts, least, (group, resource, isBlank) => {
    const count = counts[group]!
    const before = withoutLabel.get(group)
    if (before !== undefined) {
      if (isBlank) return
      before.resource = resource
      counts[group] = 0
      blanks--
      return
    }
    if (count === least && tiesLeft === 0) {
      counts[group] = 0
      return
    }
    if (count === least) tiesLeft--
    else largerLeft--
    const candidate = { group, count, resource }
    candidates.push(candidate)
    if (group === SINGLE) return
    if (isBlank) {
      withoutLabel.set(group, candidate)
      blanks++
    } else counts[group] = 0
  }, () => tiesLeft === 0 && largerLeft === 0 && blanks === 0)
  return candidates
}

/** The size of the smallest groups that may be shown, the number of larger groups, and of groups of this size. */
function leastOf (counts: Int32Array, limit: number): { least: number, larger: number, ties: number } {
  let most = counts[SINGLE]! > 0 ? 1 : 0
  for (let group = 1; group < counts.length; group++) if (counts[group]! > most) most = counts[group]!
  const sizes = new Int32Array(most + 1)
  for (let group = 1; group < counts.length; group++) sizes[counts[group]!]!++
  if (most > 0) sizes[1]! += counts[SINGLE]!
  let larger = 0
  for (let least = most; least > 1; least--) {
    if (larger + sizes[least]! >= limit) return { least, larger, ties: sizes[least]! }
    larger += sizes[least]!
  }
  return { least: Math.min(most, 1), larger, ties: sizes[1] ?? 0 }
}

/** The value that labels each group: of its candidate's resource, the first value with a text, or else the first. */
async function labellingValues (
  counted: number,
  groups: FacetGroups,
  candidates: readonly Candidate[],
  { context }: Counting,
  { seesPrivate }: CountedRows
): Promise<Map<number, Candidate>> {
  const wanted = groupBy(candidates, ({ resource, group }) => `${resource} ${group}`)
  const read = await facetRowsOf(context.database, counted, [...new Set(candidates.map(({ resource }) => resource))])
  /** The best value by resource and key. */
  const best = new Map<string, { id: number, isBlank: boolean, name: string }>()
  for (const row of read.sort(([, one], [, other]) => one - other)) {
    const [resource, id, flags] = row
    if ((flags & PRIVATE) !== 0 && !seesPrivate(resource)) continue
    const key = keyOf(row)
    const name = `${resource} ${groups.table.get(key)}`
    const isBlank = (flags & BLANK) !== 0
    const before = best.get(`${resource} ${key}`)
    if (before === undefined || (before.isBlank && !isBlank)) best.set(`${resource} ${key}`, { id, isBlank, name })
  }
  const values = new Map<number, Candidate>()
  for (const { id, name } of best.values()) {
    // A resource may have several values that no other resource has: all are in the group SINGLE.
    const candidate = wanted.get(name)?.shift()
    if (candidate !== undefined) values.set(id, candidate)
  }
  return values
}

/** The groups that have an entry, the largest first, groups of equal size by label. */
function inOrder (
  groups: ReadonlyMap<number, Candidate>, entries: ReadonlyMap<number, Entry>
): Array<[Candidate, Entry]> {
  return Array.from(entries, ([id, entry]) => ({ id, entry, group: groups.get(id)!, key: sortKey(entry.label) }))
    .sort((a, b) => b.group.count - a.group.count || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id))
    .map(({ group, entry }) => [group, entry])
}
