import { LRUCache } from 'lru-cache'
import { ANONYMOUS } from '../../../api/core/calls/actor.js'
import type { Api } from '../../../api/api.js'
import { valuesOf, type Value } from '../../../schemas/shared/values.js'
import { keyOf } from '../../../web/pages/explore/state.js'

/** The sample consists of this many pages, spread over the whole collection, with this many resources each. */
const SAMPLE_PAGES = 8
const SAMPLE_PAGE_ROWS = 25

/** Maximum number of properties that are chosen. */
const FACETS_MAX = 5

/** A property is chosen only if at least this share of the resources has a value. */
const RESOURCES_MIN_SHARE = 0.15

/** A property whose texts are longer on average is not chosen: they are descriptions, which do not repeat. */
const TEXT_MAX_MEAN_CHARACTERS = 60

/**
 * A property of texts is not chosen if a larger share of its values is different. Links are exempt, because they repeat
 * in a larger collection.
 */
const DIFFERENT_VALUES_MAX_SHARE = 0.85

/** Milliseconds after which properties are chosen again; collections change slowly. */
const LIFETIME_MS = 10 * 60 * 1000

/** Milliseconds after which a choice that has failed, for example because the server is busy, is tried again. */
const RETRY_MS = 60 * 1000

/** Never chosen, even if values repeat, because they name or identify a resource. */
const EXCLUDED = new Set(['dcterms:title', 'dcterms:description', 'dcterms:identifier', 'foaf:name'])

interface Use { resources: number, values: number, length: number, keys: Set<string>, links: number }

/**
 * Chooses properties as default facets, from a sample of the public items: properties that many items have, and whose
 * values repeat or are links. An old choice is used until the new one is made, and if that fails.
 *
 * @returns a function that returns their terms; none if the first choice has failed.
 */
export function usualFacets (api: Api): () => Promise<readonly string[]> {
  const chosen = new LRUCache<'terms', readonly string[]>({
    max: 1,
    ttl: LIFETIME_MS,
    allowStale: true,
    async fetchMethod (_key, old, { options }) {
      try {
        const terms = await choose(api)
        // Choose again at once if the collection was empty, so that its first items get facets immediately.
        if (terms.length === 0) options.ttl = 1
        return terms
      } catch {
        options.ttl = RETRY_MS
        return old ?? []
      }
    }
  })
  return async () => await chosen.forceFetch('terms')
}

async function choose (api: Api): Promise<readonly string[]> {
  const uses = new Map<string, Use>()
  let looked = 0
  for (let at = 0, pages = 1; at < Math.min(SAMPLE_PAGES, pages); at++) {
    const answer = await api.items.search({
      sort_by: 'id', page: 1 + Math.floor(at * pages / SAMPLE_PAGES), per_page: SAMPLE_PAGE_ROWS
    }, { actor: ANONYMOUS })
    pages = Math.max(1, Math.floor((answer.total ?? 0) / SAMPLE_PAGE_ROWS))
    const items = answer.json()
    looked += items.length
    for (const item of items) for (const [term, values] of valuesOf(item)) note(uses, term, values)
  }
  const fitting = [...uses].filter(([term, use]) => !EXCLUDED.has(term) && isFitting(use, looked))
  return fitting.sort(([, a], [, b]) => weightOf(b) - weightOf(a)).slice(0, FACETS_MAX).map(([term]) => term)
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
  if (resources < RESOURCES_MIN_SHARE * looked || values < 2) return false
  if (links > values / 2) return true
  return length / values <= TEXT_MAX_MEAN_CHARACTERS && keys.size / values <= DIFFERENT_VALUES_MAX_SHARE
}

/** Weight of a property: larger for links, for properties that many resources have, and for values that repeat. */
function weightOf ({ resources, values, keys, links }: Use): number {
  return resources * (1.2 - keys.size / values) * (links > values / 2 ? 2 : 1)
}
