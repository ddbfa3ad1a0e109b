import { sortEntryId } from '../../db/search/order.js'
import { rankedPage } from './full-text/full-text-search.js'
import type { CursorPlan, PagePlan, RandomPlan, RelevancePlan, SearchPlan, SortPlan } from './plan.js'
import type { RowSource } from './row-source.js'
import type { SearchableType } from './searchable.js'
import type { Selection } from './selection.js'
import type { SortKey } from './sorting.js'
import type { SearchResult } from './tasks.js'
import { idsIn } from './window.js'

/**
 * Up to this many rows are sorted by the database, which looks up the key of each. More are sorted by their position
 * in a list of all rows in that order.
 */
const FEW = 500
/** The same limit as a fraction of all rows: the larger the table, the more costly is the list of all rows. */
const SMALL_SHARE = 0.01

/** Runs a plan. */
export async function runPlan (plan: SearchPlan, rows: RowSource): Promise<SearchResult> {
  switch (plan.by) {
    case 'page': return await runPage(plan, rows)
    case 'cursor': return await runCursor(plan, rows)
    case 'relevance': return await runRelevance(plan, rows)
    case 'sort': return await runSort(plan, rows)
    case 'random': return await runRandom(plan, rows)
  }
}

async function runPage ({ selection, keys, window }: PagePlan, rows: RowSource): Promise<SearchResult> {
  const isById = keys?.length === 1
  const visible = isById ? await rows.visibleForPage(selection, window) : undefined
  if (visible !== undefined) return { ids: idsIn(window, visible, keys![0]!.direction), total: visible.length }
  const ids = await rows.page(selection, keys, window)
  // A first page that is not full holds all matches.
  const isAll =
    window === undefined || (window.offset === 0 && (window.limit === undefined || ids.length < window.limit))
  return { ids, total: isAll ? ids.length : await rows.count(selection) }
}

async function runCursor ({ selection, page }: CursorPlan, rows: RowSource): Promise<SearchResult> {
  if (selection.filters !== undefined) {
    const found = await rows.matching(selection)
    return { ...await rows.pageAfter(selection, page, found), total: found.length }
  }
  const part = await rows.pageAfter(selection, page)
  const isAll = page.after === undefined && part.ids.length < page.size
  return { ...part, total: isAll ? part.ids.length : await rows.count(selection) }
}

async function runRelevance (
  { selection, ranking, others, window }: RelevancePlan,
  rows: RowSource
): Promise<SearchResult> {
  const ranked = await rows.ranked(selection, ranking, others, async () => await rows.visible(selection.type))
  return { ids: rankedPage(ranked, ranking, window), total: ranked.ids.length }
}

async function runSort ({ selection, keys, order, window }: SortPlan, rows: RowSource): Promise<SearchResult> {
  const found = await allOf(selection, rows)
  const [first, second, ...rest] = keys as [SortKey, ...SortKey[]]
  const { direction } = first
  if (second === undefined) return { ids: idsIn(window, found, direction), total: found.length }
  // Ids are assigned in ascending order, so the last one is about the number of rows.
  const isFew = found.length <= Math.max(FEW, (found.at(-1) ?? 0) * SMALL_SHARE)
  const isNamed = (first.propertyId ?? first.name) !== undefined
  // The list of all rows breaks ties by id, in the same direction as its key; other tie-breakers need the database.
  if (!isFew && isNamed && rest.length === 0 && second.direction === direction) {
    const arranged = await rows.arranged(
      selection,
      found,
      first,
      async () => await sequenceOf(selection.type, first, rows)
    )
    return { ids: idsIn(window, arranged, direction), total: found.length }
  }
  return { ids: idsIn(window, await rows.sorted(selection, found, keys, order)), total: found.length }
}

async function runRandom ({ selection, window }: RandomPlan, rows: RowSource): Promise<SearchResult> {
  const found = await allOf(selection, rows)
  return { ids: await rows.pageOf(selection.type, found, undefined, window), total: found.length }
}

async function allOf (selection: Selection, rows: RowSource): Promise<Int32Array> {
  const visible = selection.filters === undefined ? await rows.visible(selection.type) : undefined
  return visible ?? await rows.matching(selection)
}

/** Ids of all rows, ascending by a key; for a property, only of rows with a value that the viewer may see. */
async function sequenceOf (type: SearchableType, key: SortKey, rows: RowSource): Promise<Int32Array> {
  if (key.propertyId === undefined) return await rows.sequence(type, key)
  const entries = await rows.propertyEntries(key.propertyId)
  const counts = await rows.entryFilter()
  const ids = new Int32Array(entries.length)
  let length = 0
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at]!
    if (counts(entry)) ids[length++] = sortEntryId(entry)
  }
  return ids.subarray(0, length)
}
