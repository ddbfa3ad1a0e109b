import { setImmediate as nextTurn } from 'node:timers/promises'
import { Answer } from '../../core/answers/answer.js'
import type { Query, QueryValue } from '../../core/calls/call.js'
import { NotFoundError, ParameterError } from '../../core/calls/errors.js'
import { splitList } from '../query/filters.js'
import { findAll, findIdsElsewhere } from '../run/find.js'
import { offload } from '../query/offload.js'
import { collectIgnored } from '../context/ignored.js'
import { selectionKey, selectionOf } from '../query/selection.js'
import { cached } from '../../cache/answer-cache.js'
import { isNumeric } from '../../core/text/numbers.js'
import { CONTEXT_ADDRESS } from '../../core/answers/addresses.js'
import type { SearchableType } from '../query/searchable.js'
import type { Counts, CountWork } from '../context/tasks.js'
import { countByColumn } from './columns/count-by-column.js'
import { USUAL_GROUPS } from './columns/count-column.js'
import { largest, type Facet, type FacetContext } from './facet.js'
import { byValue } from './values.js'

const MAX_FACETS = 20
const MAX_GROUPS = 1000

/**
 * Counts the resources that a search finds, by class, template, owner, item set, or the values of properties. `facets`
 * names these, as a list or separated by commas; `facet_limit` is the maximal number of groups per facet, 25 by
 * default, at most 1000. Parameters that choose a page have no effect.
 *
 * @param namesOwners whether the actor may read accounts.
 * @returns `{ total, facets: { [name]: [{ …, count }] } }`. Groups are sorted by `count`, the number of resources, in
 *   descending order, then by label. A group is represented as elsewhere in the API: references, or a value.
 * @throws ParameterError
 * @example countFacets(items, { search: 'sea', facets: ['resource_class_id', 'dcterms:subject'] }, context, true)
 */
export async function countFacets (
  type: SearchableType,
  query: Query,
  context: FacetContext,
  namesOwners: boolean
): Promise<Answer> {
  const wanted = facetsOf(type, query, context)
  const names = [...wanted.facets.keys()]
  const key = `${type.name} ${selectionKey(query)} facets ${JSON.stringify([names, wanted.limit, namesOwners])}`
  return await cached(context.cache, context.viewer, key, async () => {
    const counts: Counts = { total: 0, facets: {} }
    const { ignore, ignored } = collectIgnored()
    selectionOf(type, query, { ...context, ignore })
    // Workers load the built-in data types only.
    const runInWorker = context.dataTypes.areBuiltIn ? context.runInWorker : undefined
    const counting = { ...context, runInWorker }
    const found = await findIdsElsewhere(type, query, counting)
    const work: CountWork = { kind: 'count', namesOwners, found }
    for (const [at, name] of names.entries()) {
      // One facet at a time: other requests are served in between.
      if (at > 0) await nextTurn()
      const { total, facets } = await countFacet(type, { ...query, facets: [name] }, counting, work)
      counts.total = total
      Object.assign(counts.facets, facets)
    }
    return new Answer(JSON.stringify({ '@context': CONTEXT_ADDRESS, ...counts }), {
      total: counts.total,
      ...(ignored.length > 0 && { ignored }),
      isLinkedData: false,
      mount: context.mount
    })
  })
}

async function countFacet (
  type: SearchableType,
  query: Query,
  context: FacetContext,
  work: CountWork
): Promise<Counts> {
  return await offload(type, query, context, work, async () =>
    await countGroups(type, query, context, facetsOf(type, query, context), work))
}

/** Counts some facets in this thread. */
export async function countGroups (
  type: SearchableType,
  query: Query,
  context: FacetContext,
  wanted: RequestedFacets,
  work: Omit<CountWork, 'kind'>
): Promise<Counts> {
  const byColumn = await countByColumn(type, query, context, wanted, work)
  if (byColumn !== undefined) return byColumn
  const { namesOwners } = work
  const { where, total } = await findAll(type, query, context, work.found)
  const facets: Counts['facets'] = {}
  for (const [name, facet] of wanted.facets) {
    facets[name] = await largest(facet, { type, context, where, namesOwners }, wanted.limit)
  }
  return { total, facets }
}

/** The requested facets by name, and the maximal number of groups of each. */
export interface RequestedFacets { facets: ReadonlyMap<string, Facet>, limit: number }

/** @throws ParameterError */
export function facetsOf (type: SearchableType, query: Query, context: FacetContext): RequestedFacets {
  return { facets: namedFacets(type, query.facets, context), limit: limitOf(query.facet_limit) }
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
  if (given === undefined || given === '') return USUAL_GROUPS
  const limit = isNumeric(given) ? Number(given) : NaN
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_GROUPS) {
    throw new ParameterError('facet_limit', `The limit must be a whole number from 1 to ${MAX_GROUPS}.`)
  }
  return limit
}
