import { leadsToResources } from '../../../../db/query/conditions/facet-rows.js'
import { hiddenTargets, ownResources } from '../../../../db/query/conditions/viewer-sets.js'
import type { Query } from '../../../core/calls/call.js'
import { findIds } from '../../run/find.js'
import { Ids } from '../../context/ids.js'
import { cachedIds } from '../../sets/cached-sets.js'
import type { SearchableType } from '../../query/searchable.js'
import { selectionKey } from '../../query/selection.js'
import type { Counts, CountWork } from '../../context/tasks.js'
import { largestOf, type Facet, type FacetContext } from '../facet.js'
import { COLUMN_WAIT_MAX_MS } from './columns.js'
import { groupsOfColumn, type KeptColumn, type LabelledGroup } from './count-column.js'
import type { Counted } from './counted.js'

/** The key of a selection of all resources. */
const NO_FILTERS = selectionKey({})

/**
 * Counts facets by columns. Of many resources it waits for those that are being made: the database would take as long,
 * and so would the labels of very many groups of the same size.
 *
 * @returns undefined unless there is a column for each of them. @throws BusyError when it has to wait for too long.
 */
export async function countByColumn (
  type: SearchableType,
  query: Query,
  context: FacetContext,
  { facets, limit }: { facets: ReadonlyMap<string, Facet>, limit: number },
  { namesOwners, found: given }: Omit<CountWork, 'kind'>
): Promise<Counts | undefined> {
  const { columns, cache, database, viewer } = context
  if (columns === undefined || cache === undefined) return undefined
  const end = performance.now() + COLUMN_WAIT_MAX_MS
  const missing = [...facets.values()].filter(({ counted }) => columns.of(counted) === undefined)
  if (missing.some(({ counted }) => !columns.isDue(counted))) return undefined
  const found = given ?? await findIds(type, query, context)
  if (missing.length > 0 && found.size < columns.limits.patience) return undefined
  for (const { counted } of missing) await columns.made(counted, end)
  const kept = [...facets].map(([name, facet]) => ({ name, facet, column: columns.of(facet.counted) }))
  if (kept.some(({ column }) => column === undefined)) return undefined
  const own = viewer.viewsAll || viewer.id === null
    ? Ids.NONE
    : await cachedIds(cache, viewer, 'own', async (among) => await ownResources(database, viewer, among))
  const hidden = viewer.viewsAll
    ? Ids.NONE
    : await cachedIds(cache, viewer, 'hidden targets', async (among) => await hiddenTargets(database, viewer, among))
  const seesOwn = own.lookup()
  const isWhole = (viewer.viewsAll || viewer.id === null) && selectionKey(query) === NO_FILTERS
  const counted: Counted = {
    // A list of them all is made only where they are counted one by one.
    get resources () { return found.toArray() },
    has: found.lookup(),
    seesPrivate: viewer.viewsAll ? () => true : seesOwn,
    whole: isWhole ? { name: `${type.name} ${viewer.viewsAll}`, found, seesPrivate: viewer.viewsAll } : undefined
  }
  const counts: Counts = { total: found.size, facets: {} }
  for (const { name, facet, column } of kept) {
    const rows = { type, context, where: undefined, namesOwners }
    const without = leadsToResources(facet.counted) ? hidden.toArray() : Ids.NONE.toArray()
    const groupsOf = (column: KeptColumn, waits: boolean): LabelledGroup[] | undefined =>
      groupsOfColumn(column, counted, without, limit, columns.limits.ties, () => {
        columns.orderLabels(facet.counted)
        return waits
      })
    let groups = groupsOf(column!, found.size >= columns.limits.patience)
    if (groups === undefined) {
      await columns.ordered(facet.counted, end)
      groups = groupsOf(columns.of(facet.counted) ?? column!, false)!
    }
    counts.facets[name] = await largestOf(groups, facet, rows, limit)
  }
  return counts
}
