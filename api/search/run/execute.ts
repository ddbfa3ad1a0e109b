import type { Ids } from '../context/ids.js'
import type { CursorPlan, PagePlan, RandomPlan, RelevancePlan, SearchPlan, SortPlan } from './plan.js'
import type { RowSource } from '../sets/row-source.js'
import type { Selection } from '../query/selection.js'
import type { SortKey } from '../query/sorting.js'
import type { SearchResult } from '../context/tasks.js'

/** Up to this many rows are sorted by the database, which looks up the key of each. */
const SORT_IN_SQL_MAX_ROWS = 500

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
  if (visible !== undefined) {
    return { ids: visible.in(window, keys![0]!.direction), total: visible.size }
  }
  const ids = await rows.page(selection, keys, window)
  // A first page that is not full holds all matches.
  const isAll =
    window === undefined || (window.offset === 0 && (window.limit === undefined || ids.length < window.limit))
  return { ids, total: isAll ? ids.length : await rows.count(selection) }
}

async function runCursor ({ selection, page }: CursorPlan, rows: RowSource): Promise<SearchResult> {
  if (selection.isFiltered) {
    const found = await rows.matching(selection)
    return { ...await rows.pageAfter(selection, page, found), total: found.size }
  }
  const part = await rows.pageAfter(selection, page)
  const isAll = page.after === undefined && part.ids.length < page.size
  return { ...part, total: isAll ? part.ids.length : await rows.count(selection) }
}

async function runRelevance (
  { selection, ranking, others, window = { offset: 0, limit: undefined } }: RelevancePlan,
  rows: RowSource
): Promise<SearchResult> {
  const end = window.offset + (window.limit ?? Infinity)
  const ranked = await rows.ranked(selection, ranking, others, async () => await rows.visible(selection.type), end)
  return { ids: ranked.page(ranking.direction, window), total: ranked.total }
}

async function runSort ({ selection, keys, order, window }: SortPlan, rows: RowSource): Promise<SearchResult> {
  const found = await allOf(selection, rows)
  const total = found.size
  const [first, second, ...rest] = keys as [SortKey, ...SortKey[]]
  const { direction } = first
  if (second === undefined) return { ids: found.in(window, direction), total }
  const isNamed = (first.propertyId ?? first.name) !== undefined
  // The list of all rows breaks ties by id, in the same direction as its key; other tie-breakers need the database.
  if (total > SORT_IN_SQL_MAX_ROWS && isNamed && rest.length === 0 && second.direction === direction) {
    return { ids: await rows.inOrder(selection, found, first, window), total }
  }
  return { ids: await rows.byKeys(selection, found, keys, order, window), total }
}

async function runRandom ({ selection, window }: RandomPlan, rows: RowSource): Promise<SearchResult> {
  const found = await allOf(selection, rows)
  return { ids: await rows.pageOf(selection.type, found, undefined, window), total: found.size }
}

/** Ids of all rows that a search matches. */
export async function allOf (selection: Selection, rows: RowSource): Promise<Ids> {
  const visible = selection.isFiltered ? undefined : await rows.visible(selection.type)
  return visible ?? await rows.matching(selection)
}
