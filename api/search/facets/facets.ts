import { Answer, type Representation } from '../../core/answers/answer.js'
import type { IgnoredKey, Query, QueryValue } from '../../core/calls/call.js'
import { NotFoundError, ParameterError } from '../../core/calls/errors.js'
import { isNumeric, splitList } from '../../core/calls/given.js'
import { findAllIds } from '../find.js'
import { Ids } from '../context/ids.js'
import { addIgnored } from '../context/ignored.js'
import { selectionKey, selectionOf } from '../query/selection.js'
import { cached } from '../../cache/answer-cache.js'
import { CONTEXT_ADDRESS } from '../../core/answers/addresses.js'
import type { Facet, FacetContext, SearchableType } from '../query/searchable.js'
import type { RunInWorker } from '../context/context.js'
import { viewerIds } from '../sets/sets.js'
import { largest, type CountedRows } from './largest.js'
import { byValue } from './entries.js'
import { muchUsedProperties, REFERENCES } from '../../../db/query/conditions/facet-rows.js'
import { groupsFor } from './cached-groups.js'

/** Number of groups per facet if the query has no `facet_limit`. */
const DEFAULT_GROUPS = 25
const MAX_FACETS = 20
const MAX_GROUPS = 1000

/**
 * Counts the resources that a search finds, by class, template, owner, item set, or the values of properties. `facets`
 * names these, as a list or separated by commas; `facet_limit` is the maximal number of groups per facet, 25 by
 * default, at most 1000. Parameters that choose a page have no effect.
 *
 * @param namesOwners whether the actor may read accounts.
 * @returns `{ total, facets: { [name]: [{ …, count }] } }`. Groups are sorted by `count`, the number of resources, in
 *   descending order, then by label; if more than 200 groups have the size of the last one, groups of the oldest
 *   resources are returned. A group is represented as elsewhere in the API: references, or a value.
 * @throws ParameterError
 * @example countFacets(items, { search: 'sea', facets: ['resource_class_id', 'dcterms:subject'] }, context, true)
 */
export async function countFacets (
  type: SearchableType,
  { facets, facet_limit: groups, ...query }: Query,
  context: FacetContext,
  namesOwners: boolean
): Promise<Answer> {
  const wanted = namedFacets(type, facets, context)
  const limit = limitOf(groups)
  const key = `${type.name} ${selectionKey(query)} facets ${JSON.stringify([[...wanted.keys()], limit, namesOwners])}`
  return await cached(context.cache, context.viewer, key, async () => {
    const ignored: IgnoredKey[] = []
    selectionOf(type, query, { ...context, ignore: (part) => { addIgnored(ignored, part) } })
    const found = await findAllIds(type, query, context)
    const rows = await countedRows(found, context)
    const total = found.size
    const facets: Record<string, Representation[]> = {}
    for (const [name, facet] of wanted) {
      facets[name] = await largest(facet, { type, context, namesOwners }, rows, limit)
    }
    return new Answer(JSON.stringify({ '@context': CONTEXT_ADDRESS, total, facets }), {
      total,
      ...(ignored.length > 0 && { ignored }),
      isLinkedData: false,
      mount: context.mount
    })
  })
}

/** The found rows, with what the viewer may see of them. */
async function countedRows (found: Ids, context: FacetContext): Promise<CountedRows> {
  const { viewsAll, id } = context.viewer
  const own = viewsAll || id === null ? Ids.NONE : await viewerIds('own', context)
  const hidden = viewsAll ? Ids.NONE : await viewerIds('hidden', context)
  return { resources: found.toArray(), seesPrivate: viewsAll ? () => true : own.lookup(), hidden }
}

/** The requested facets by name; facets of properties by term. */
function namedFacets (
  type: SearchableType,
  given: QueryValue | undefined,
  { terms }: FacetContext
): ReadonlyMap<string, Facet> {
  const { facets: known } = type
  if (known === undefined) throw new NotFoundError(`There are no facets of "${type.name}".`)
  const expected = `Facets must be among ${Object.keys(known).join(', ')} and terms of properties such as dcterms:subject`
  const names = given === undefined ? [] : splitList(given).map((name) => name ?? '')
  const found = new Map<string, Facet>()
  for (const name of names) {
    const property = terms.properties.byTerm(name)
    if (property !== undefined) found.set(property.term, byValue(property.id))
    else if (Object.hasOwn(known, name)) found.set(name, known[name]!)
    else throw new ParameterError('facets', `${expected}; "${name}" is not.`)
  }
  if (found.size === 0) throw new ParameterError('facets', `${expected}; none is given.`)
  if (found.size > MAX_FACETS) {
    throw new ParameterError('facets', `There may be ${MAX_FACETS} facets at once, not ${found.size}.`)
  }
  return found
}

function limitOf (given: QueryValue | undefined): number {
  if (given === undefined || given === '') return DEFAULT_GROUPS
  const limit = isNumeric(given) ? Number(given) : NaN
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_GROUPS) {
    throw new ParameterError('facet_limit', `The limit must be a whole number from 1 to ${MAX_GROUPS}.`)
  }
  return limit
}

/** The groups of properties with fewer values are made when they are first needed. */
const PREPARED_MIN_VALUES = 1000

/**
 * Fills the cache that the first facets would otherwise wait for: the facets of all public resources of a type, and
 * the groups of often used properties.
 *
 * @param reading returns the context of a search, with a deadline of its own. @param bytes limit for the groups.
 */
export async function prepareFacets (
  type: SearchableType, reading: () => Promise<FacetContext>, bytes: number
): Promise<void> {
  // Each slice of the groups has a deadline of its own: all of a large collection may take longer than one search may.
  const runInWorker: RunInWorker = async (task, here) => {
    const { runInWorker: run } = await reading()
    return run === undefined ? await here() : await run(task, here)
  }
  const context = { ...await reading(), runInWorker }
  await countFacets(type, { facets: Object.keys(type.facets!) }, context, false)
  let left = bytes
  const often = await muchUsedProperties(context.database, PREPARED_MIN_VALUES)
  for (const counted of [...Object.values(REFERENCES), ...often]) {
    left -= (await groupsFor(counted, { ...await reading(), runInWorker })).byteLength
    if (left < 0) return
  }
}
