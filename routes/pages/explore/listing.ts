import type { Answer } from '../../../api/core/answers/answer.js'
import { ANONYMOUS, type Actor } from '../../../api/core/calls/actor.js'
import type { Api } from '../../../api/api.js'
import { ApiError } from '../../../api/core/calls/errors.js'
import type { ItemQuery } from '../../../api/resources/built-in.js'
import type { FacetCounts } from '../../../schemas/shared/facets.js'
import type { FacetParameters, ValueRow } from '../../../schemas/shared/query.js'
import type { Terms, Members } from '../../../db/query/statements/terms.js'
import { readKey, ORDERS, changed, withoutValue, type State } from '../../../web/pages/explore/state.js'
import { PAGE_SIZE, type ResultsFacts } from '../../../web/pages/explore/lists/results.js'
import type { FastifyRequest } from 'fastify'
import type { Item } from '../../../schemas/resources/items.js'
import { isTerm, type Term } from '../../../schemas/shared/values.js'
import type { Frame } from '../../../web/frame.js'
import type { Words } from '../../../web/languages/languages.js'
import { entry } from '../../../web/pages/explore/card.js'
import { facetMenu, type Choice } from '../../../web/pages/explore/lists/facets.js'
import { titleOf, type Resource } from '../../../web/pages/explore/resource.js'
import { usualFacets } from './usual-facets.js'

/** Facets of the pages, besides those of properties. */
type ItemFacet = 'item_set_id' | 'resource_class_id'

/** Milliseconds that a page waits for its facets. */
const FACETS_WAIT_MS = 1000

/**
 * Counts facets, but lets the page wait only for a limited time: a count that takes longer continues, and is cached for
 * the next request. Outdated counts are never shown: they could contain a value that has become private.
 *
 * @returns undefined if it takes too long, or the server is busy.
 */
export async function countFacets (
  api: Api, query: ItemQuery & FacetParameters<ItemFacet>, actor: Actor, client: string
): Promise<Answer<FacetCounts> | undefined> {
  const counting = api.items.facets(query, { actor, client }).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  let timer
  const late = new Promise<undefined>((resolve) => { timer = setTimeout(resolve, FACETS_WAIT_MS, undefined) })
  try {
    return await Promise.race([counting, late])
  } finally {
    clearTimeout(timer)
  }
}

/** No class has this id, so that a search for an unknown term finds nothing. */
const NO_CLASS = 0

/** The filters of the search for a state, without its order and page. */
function filtersOf ({ q, set, class: term, values }: State, { classes }: Pick<Terms, 'classes'>): ItemQuery {
  const rows = [...values].flatMap(([property, keys]) => keys.map((given): ValueRow => {
    const key = readKey(given)
    return key.is === 'link'
      ? { property, type: 'res', text: String(key.id) }
      : { property, type: 'eq', text: key.text }
  }))
  return {
    ...(q !== '' && { fulltext_search: q }),
    ...(set !== undefined && { item_set_id: set }),
    ...(term !== undefined && { resource_class_id: classes.byTerm(term)?.id ?? NO_CLASS }),
    ...(rows.length > 0 && { property: rows })
  }
}

/** The search for a state, with its order and page. */
function searchOf (state: State, terms: Pick<Terms, 'classes'>): ItemQuery {
  return { ...filtersOf(state, terms), ...ORDERS[state.sort], page: state.page, per_page: PAGE_SIZE }
}

/** The actor of a public page: the account that is signed in, or anonymous. */
export async function actorOf (request: FastifyRequest): Promise<Actor> {
  return (await request.vitrine.session)?.actor ?? ANONYMOUS
}

/** Maximum number of groups that a page shows of a facet. */
const FACET_GROUPS = 25

/** The answers that a list of items is made from. */
interface Listing {
  state: State
  found: Answer<Item[]>
  counts: Answer<FacetCounts> | undefined
  /** The resources that chosen filters link to, by the key of the filter. */
  named: ReadonlyMap<string, Answer<object[]>>
  terms: Terms
  actor: Actor
}

/** Searches for the items of a list, and renders the parts that many lists share. */
export class Listings {
  readonly #usualFacets: () => Promise<readonly string[]>

  constructor (private readonly api: Api) {
    this.#usualFacets = usualFacets(api)
  }

  /** Searches and counts. @param set the item set whose page it is; such a page has no facet of item sets. */
  async find (request: FastifyRequest, given: State, set?: number): Promise<Listing> {
    const actor = await actorOf(request)
    const { client } = request.vitrine
    const terms = await this.api.store.terms()
    const state = set === undefined ? given : { ...given, set }
    const found = await this.api.items.search(searchOf(state, terms), { actor, client })
    const facets: Array<ItemFacet | Term> = [
      ...(set === undefined ? ['item_set_id' as const] : []), 'resource_class_id', ...await this.#properties(terms)
    ]
    const counts = found.total === 0
      ? undefined
      : await countFacets(this.api, { ...filtersOf(state, terms), facets, facet_limit: FACET_GROUPS }, actor, client)
    const named = await this.#named(given, actor)
    return { state: given, found, counts, named, terms, actor }
  }

  /** The data for a list of items. @param root address of the list without parameters. */
  facts (listing: Listing, root: string, frame: Frame): ResultsFacts {
    const { state, found, counts, terms } = listing
    const { path, words } = frame
    const classes = (term: string): string | undefined => termLabel(words, terms.classes, term)
    const entries = (found.parts ?? []).map((part) => entry(frame, state.view, part.json(path) as Resource, classes))
    const first = { ...state, page: 1 }
    const labels = new Map([...terms.properties].map(({ term, label }) => [term, words.labelOf(term, label)]))
    const menu = counts && facetMenu(frame, root, first, { counts: counts.json(path).facets, labels })
    return { root, state, entries, total: found.total ?? 0, menu, chosen: choicesOf(listing, words) }
  }

  /** Terms of the properties to count by. */
  async #properties ({ properties }: Terms): Promise<Term[]> {
    const { facets } = this.api.settings
    const terms = facets.length > 0 ? facets : await this.#usualFacets()
    const known = terms.flatMap((term) => properties.byTerm(term)?.term ?? []).filter(isTerm)
    return [...new Set(known)].slice(0, 16)
  }

  async #named ({ set, values }: State, actor: Actor): Promise<Listing['named']> {
    const named = new Map<string, Answer<object[]>>()
    const read = async (key: string, name: string, id: number): Promise<void> => {
      named.set(key, await this.api.resource(name).search({ id, fields: 'o:title' }, { actor }))
    }
    if (set !== undefined) await read('set', 'item_sets', set)
    for (const key of [...values.values()].flat()) {
      const value = readKey(key)
      if (value.is === 'link') await read(key, value.name, value.id)
    }
    return named
  }
}

/** Everything that a page made from a listing depends on, for the page cache. */
export function sourcesOf ({ found, counts, named, terms }: Listing): unknown[] {
  return [found, counts, terms.properties, ...named.values()]
}

/** The chosen filters with their labels: a filter that is a link is named by the title of the linked resource. */
function choicesOf ({ state, named, terms }: Listing, words: Words): Choice[] {
  const { explore } = words
  const titleOfNamed = (key: string): string => {
    const [resource] = named.get(key)?.json() ?? []
    return resource === undefined ? key : titleOf(resource as { 'o:title': string | null }, words)
  }
  const { set, class: classTerm } = state
  const chosen: Choice[] = []
  if (set !== undefined) {
    chosen.push({ label: explore.itemSet, text: titleOfNamed('set'), without: changed(state, { set: undefined }) })
  }
  if (classTerm !== undefined) {
    const text = termLabel(words, terms.classes, classTerm) ?? classTerm
    chosen.push({ label: explore.class, text, without: changed(state, { class: undefined }) })
  }
  for (const [term, keys] of state.values) {
    for (const key of keys) {
      const value = readKey(key)
      chosen.push({
        label: termLabel(words, terms.properties, term) ?? term,
        text: value.is === 'link' ? titleOfNamed(key) : value.text,
        without: withoutValue(state, term, key)
      })
    }
  }
  return chosen
}

/** Labels that the template of a resource gives to properties, by the ids of the properties. */
export function alternateLabels (
  { 'o:resource_template': template }: Resource, { templates }: Terms
): ReadonlyMap<number, string> {
  const rows = template === null ? [] : templates.get(template['o:id'])?.properties ?? []
  return new Map(rows.flatMap(({ propertyId, alternateLabel: label }) =>
    label === null || label === '' ? [] : [[propertyId, label] as const]))
}

/** The label of a property or class in the language of a page; undefined for an unknown term. */
export function termLabel (words: Words, members: Members, name: string): string | undefined {
  const member = members.byTerm(name)
  return member && words.labelOf(member.term, member.label)
}
