import { Answer } from '../../answer.js'
import type { Query, QueryValue } from '../../call.js'
import { NotFoundError, ParameterError } from '../../errors.js'
import { listed } from '../filters.js'
import { wholeOf } from '../execute.js'
import { inThread } from '../worker/in-thread.js'
import { selectionKey } from '../selection.js'
import { remembered } from '../../cache/answer-cache.js'
import { isNumeric } from '../../numbers.js'
import { CONTEXT_ADDRESS } from '../../addresses.js'
import type { SearchableType } from '../searchable.js'
import type { Counts } from '../tasks.js'
import { largest, type Facet, type FacetContext } from './facet.js'
import { byValue } from './values.js'

const MOST_FACETS = 20
const MOST_GROUPS = 1000
const USUAL_GROUPS = 25

/**
 * Counts what a search finds: by class, template, owner, item set, and by the values of properties. `facets` names them, as
 * a list or separated by commas; `facet_limit` is the number of groups of each, 25 unless given, 1000 at the most. What
 * chooses the page has no meaning here.
 *
 * @param namesOwners the actor may read accounts.
 * @returns `{ total, facets: { [name]: [{ …, count }] } }`: groups in descending order of `count`, the number of resources,
 *   then of their labels; each named as representations name such a thing, a value as they show one.
 * @throws ParameterError
 * @example countFacets(items, { search: 'sea', facets: ['resource_class_id', 'dcterms:subject'] }, context, true)
 */
export async function countFacets (type: SearchableType, query: Query, context: FacetContext, namesOwners: boolean): Promise<Answer> {
  const wanted = wantedOf(type, query, context)
  const name = `${type.name} ${selectionKey(query)} facets ${JSON.stringify([[...wanted.facets.keys()], wanted.limit, namesOwners])}`
  return await remembered(context, context.viewer, name, async () => {
    const here = async (): Promise<Counts> => await counted(type, query, context, wanted, namesOwners)
    const { total, facets } = context.dataTypes.areBuiltIn ? await inThread(type, query, context, { does: 'count', namesOwners }, here) : await here()
    return new Answer(JSON.stringify({ '@context': CONTEXT_ADDRESS, total, facets }), { total, isLinkedData: false })
  })
}

/** Counts, whether it was done before or not. */
export async function counted (type: SearchableType, query: Query, context: FacetContext, wanted: Wanted, namesOwners: boolean): Promise<Counts> {
  const { where, total } = await wholeOf(type, query, context)
  const facets: Counts['facets'] = {}
  for (const [name, facet] of wanted.facets) facets[name] = await largest(facet, { type, context, where, namesOwners }, wanted.limit)
  return { total, facets }
}

interface Wanted { facets: ReadonlyMap<string, Facet>, limit: number }

/** @throws ParameterError */
export function wantedOf (type: SearchableType, query: Query, context: FacetContext): Wanted {
  return { facets: facetsOf(type, query.facets, context), limit: limitOf(query.facet_limit) }
}

/** The facets that are asked for, by their names; those of properties under their terms. */
function facetsOf (type: SearchableType, given: QueryValue | undefined, { terms }: FacetContext): ReadonlyMap<string, Facet> {
  const { facets: known } = type
  if (known === undefined) throw new NotFoundError(`There are no facets of "${type.name}".`)
  const expected = `Facets must be among ${Object.keys(known).join(', ')} and terms of properties such as dcterms:subject`
  const names = given === undefined ? [] : listed(given).map((name) => name ?? '')
  const found = new Map<string, Facet>()
  for (const name of names) {
    const property = terms.properties.byTerm(name)
    if (property !== undefined) found.set(property.term, byValue(property.id))
    else if (Object.hasOwn(known, name)) found.set(name, known[name]!)
    else throw new ParameterError('facets', `${expected}; "${name}" is not.`)
  }
  if (found.size === 0) throw new ParameterError('facets', `${expected}; none is given.`)
  if (found.size > MOST_FACETS) throw new ParameterError('facets', `There may be ${MOST_FACETS} facets at once, not ${found.size}.`)
  return found
}

function limitOf (given: QueryValue | undefined): number {
  if (given === undefined || given === '') return USUAL_GROUPS
  const limit = isNumeric(given) ? Number(given) : NaN
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_GROUPS) throw new ParameterError('facet_limit', `The limit must be a whole number from 1 to ${MOST_GROUPS}.`)
  return limit
}
