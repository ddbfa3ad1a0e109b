import { ANONYMOUS } from '../../../api/core/calls/actor.js'
import type { Api } from '../../../api/api.js'
import { ApiError } from '../../../api/core/calls/errors.js'
import type { Value } from '../../../schemas/values.js'
import { valuesOf } from '../../../web/pages/explore/resource.js'
import { keyOf } from '../../../web/pages/explore/value-key.js'

/** Resources that are looked at: in so many pages, spread over the whole collection, of so many each. */
const PAGES = 8
const PER_PAGE = 25

/** Properties that pages count by. */
const MOST = 5

/** Of a hundred resources so many must have a value. */
const LEAST_SHARE = 0.15

/** Texts that are longer on average are descriptions, and do not repeat. */
const LONGEST = 60

/** Share of different values above which texts do not repeat enough; links repeat in a larger collection. */
const MAX_DIFFERENT = 0.85

/** How long a choice holds, in milliseconds: what a collection is like changes slowly. */
const LIFETIME = 10 * 60 * 1000

/** They identify or name a resource, however often they repeat. */
const NEVER = new Set(['dcterms:title', 'dcterms:description', 'dcterms:identifier', 'foaf:name'])

interface Use { resources: number, values: number, length: number, keys: Set<string>, links: number }

/**
 * Chooses properties to count by, from a sample of the items that everybody sees: those that many items have, and whose
 * values repeat or are links.
 */
export class UsualFacets {
  readonly #api: Api
  #chosen: Promise<readonly string[]> | undefined
  #at = 0

  constructor (api: Api) {
    this.#api = api
  }

  async terms (): Promise<readonly string[]> {
    if (this.#chosen === undefined || Date.now() - this.#at > LIFETIME) {
      const before = this.#chosen
      this.#at = Date.now()
      const next = this.#choose()
      // A new choice is made while the old one still serves.
      this.#chosen = before ?? next
      next.then((terms) => {
        // The first items of an empty collection must not wait for their facets.
        if (terms.length === 0) this.#at = 0
        this.#chosen = Promise.resolve(terms)
      }, () => { this.#chosen = before })
    }
    return await this.#chosen.catch((error: unknown) => {
      // A page without these facets is better than none.
      if (error instanceof ApiError) return []
      throw error
    })
  }

  async #choose (): Promise<readonly string[]> {
    const uses = new Map<string, Use>()
    let looked = 0
    for (let at = 0, pages = 1; at < Math.min(PAGES, pages); at++) {
      const answer = await this.#api.items.search({
        sort_by: 'id', page: 1 + Math.floor(at * pages / PAGES), per_page: PER_PAGE
      }, { actor: ANONYMOUS })
      pages = Math.max(1, Math.floor((answer.total ?? 0) / PER_PAGE))
      const items = answer.json()
      looked += items.length
      for (const item of items) for (const [term, values] of valuesOf(item)) note(uses, term, values)
    }
    const fitting = [...uses].filter(([term, use]) => !NEVER.has(term) && isFitting(use, looked))
    return fitting.sort(([, a], [, b]) => weightOf(b) - weightOf(a)).slice(0, MOST).map(([term]) => term)
  }
}

function note (uses: Map<string, Use>, term: string, values: readonly Value[]): void {
  let use = uses.get(term)
  if (use === undefined) uses.set(term, use = { resources: 0, values: 0, length: 0, keys: new Set(), links: 0 })
  use.resources++
  for (const value of values) {
    const key = keyOf(value) ?? ''
    use.values++
    use.length += key.length
    use.keys.add(key)
    if ('value_resource_id' in value) use.links++
  }
}

function isFitting ({ resources, values, length, keys, links }: Use, looked: number): boolean {
  if (resources < LEAST_SHARE * looked || values < 2) return false
  if (links > values / 2) return true
  return length / values <= LONGEST && keys.size / values <= MAX_DIFFERENT
}

/** Links first, then what most resources have, then what repeats most. */
function weightOf ({ resources, values, keys, links }: Use): number {
  return resources * (1.2 - keys.size / values) * (links > values / 2 ? 2 : 1)
}
