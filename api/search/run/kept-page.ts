import { isAnyIn, filterIds } from '../../../db/query/statements/id-sets.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import { CachedRows, foundKey } from './cached-rows.js'
import type { SearchContext } from '../context/context.js'
import { allOf } from './execute.js'
import { Ids } from '../context/ids.js'
import { affectedBy } from '../sets/kept-sets.js'
import type { PagePlan, SearchPlan, SortPlan } from './plan.js'
import type { RowSource } from '../sets/row-source.js'
import type { Selection } from '../query/selection.js'
import type { SortKey } from '../query/sorting.js'
import type { SearchResult } from '../context/tasks.js'
import type { Window } from '../context/window.js'

/** Longer pages are not kept by themselves. */
const LONGEST = 500

/** Up to so many ids are sorted at once. */
const FEW = 250

/** A plan of which a page can be kept: what is on it depends on each row by itself. */
type KeepablePlan = (PagePlan | SortPlan) & {
  readonly keys: readonly SortKey[]
  readonly window: Window & { readonly limit: number }
}

/** A page of the rows that a search matches. It does not change. */
class KeptPage {
  /** @param found all rows that the search matched, no newer than the page; undefined: not known. */
  constructor (readonly ids: readonly number[], readonly total: number, readonly found: Ids | undefined) {}

  get byteLength (): number {
    return 8 * this.ids.length
  }
}

/** Whether a page of a plan can be kept. */
export function isKeepable (plan: SearchPlan): plan is KeepablePlan {
  if (plan.by !== 'page' && plan.by !== 'sort') return false
  const { selection, keys, window } = plan
  return selection.dependsOn !== undefined && keys !== undefined && keys.every(({ isOfRow }) => isOfRow === true) &&
    window?.limit !== undefined && window.limit <= LONGEST
}

/**
 * A page that is kept. A write that touched no row that the search matches leaves it as it is; otherwise a first page
 * is mended with those rows, and others are found again.
 *
 * @param order identifies the sort keys. @param find finds the page, and tells all rows that match if it knows them.
 */
export async function keptPage (
  plan: KeepablePlan, order: string, context: SearchContext, cache: AnswerCache, find: () => Promise<SearchResult>
): Promise<SearchResult> {
  const { viewer } = context
  const { selection, window } = plan
  const rows = new CachedRows(context, cache)
  const foundName = nameOfAll(selection)
  const allKnown = async (): Promise<Ids | undefined> =>
    cache.hasByRow(viewer, foundName) ? await allOf(selection, rows) : undefined
  const name = `${selection.key} page ${order} ${window.offset} ${window.limit}`
  const { ids, total } = await cache.byRow(viewer, name, async () => {
    // Known before the page is found, so that it is no newer.
    const found = await allKnown()
    const quick = found && await pageOfFew(plan, rows, found)
    if (quick !== undefined) return quick
    const { version } = cache
    const result = await find()
    if (result.found !== undefined && !cache.hasByRow(viewer, foundName)) {
      cache.keepByRow(viewer, foundName, result.found, version)
    }
    return new KeptPage(result.ids, result.total, found ?? result.found)
  }, async (kept, touched) => {
    const found = await allKnown()
    if (found === undefined || found === kept.found) return found && kept
    const quick = await pageOfFew(plan, rows, found)
    if (quick !== undefined || window.offset > 0) return quick
    const affected = await affectedBy(cache, context, selection.dependsOn!, touched)
    return affected && await firstPage(plan, rows, kept, found, new Set(affected))
  })
  return { ids, total }
}

/** Pages that end before one of these rows are kept together with all rows before it, because these can be mended. */
const HEADS = [50, 100, FEW]

/** The window that is kept for a page: the same, or one from the beginning that includes it. */
export function headOf ({ keys, window }: KeepablePlan): KeepablePlan['window'] {
  if (window.offset === 0 || keys.length === 1) return window
  const limit = HEADS.find((end) => end >= window.offset + window.limit)
  return limit === undefined ? window : { offset: 0, limit }
}

/** The name under which the ids that a search matches are kept. */
export function nameOfAll ({ type, key, isFiltered }: Selection): string {
  return isFiltered ? foundKey(key) : type.name
}

/** The page if that takes next to no time: in the order of ids, or of few rows. */
async function pageOfFew (
  { selection: { type }, keys, window }: KeepablePlan, rows: RowSource, found: Ids
): Promise<KeptPage | undefined> {
  if (keys.length === 1) return new KeptPage(found.in(window, keys[0]!.direction), found.size, found)
  if (found.size > FEW) return undefined
  const ids = await rows.pageOf(type, found, keys, undefined)
  return new KeptPage(ids.slice(window.offset, window.offset + window.limit), found.size, found)
}

/**
 * A first page after some rows have changed. Rows that are not on it and have not changed come behind the last one of
 * it that has not changed either, as they did before; so as far as that one it consists of known rows.
 */
async function firstPage (
  { selection: { type }, keys, window: { limit } }: KeepablePlan,
  rows: RowSource,
  kept: KeptPage,
  found: Ids,
  affected: ReadonlySet<number>
): Promise<KeptPage | undefined> {
  if (affected.size > FEW) return undefined
  if (kept.ids.length >= limit && !isAnyIn(kept.ids, affected)) {
    // As a rule what was written is elsewhere: it is enough to know that it comes behind the last row.
    const last = kept.ids.at(-1)
    const others = filterIds(affected, found)
    const [first] = last === undefined || others.length === 0
      ? [last]
      : await rows.pageOf(type, Ids.of(Int32Array.from([last, ...others])), keys, undefined)
    if (first === last) return new KeptPage(kept.ids, found.size, found)
  }
  const candidates = filterIds(new Set([...kept.ids, ...affected]), found)
  const ids = await rows.pageOf(type, Ids.of(Int32Array.from(candidates)), keys, undefined)
  const last = kept.ids.findLast((id) => !affected.has(id))
  // A page that had all rows that matched has all that have not changed.
  const known = kept.total <= kept.ids.length ? ids.length : last === undefined ? 0 : ids.indexOf(last) + 1
  const isWhole = known >= Math.min(limit, found.size)
  return isWhole ? new KeptPage(ids.slice(0, limit), found.size, found) : undefined
}
