import type { Collection } from '../collection/collection.js'
import type { ClientRequest } from '../http/client.js'
import { conditions, having, queryString } from './queries.js'
import { Samples } from './samples.js'

/** All properties of items. */
const PROPERTIES = [
  'dcterms:title', 'dcterms:identifier', 'dcterms:creator', 'dcterms:date', 'dcterms:dateAccepted', 'dcterms:medium',
  'dcterms:extent', 'dcterms:provenance', 'dcterms:subject', 'dcterms:description', 'dcterms:source', 'foaf:name',
  'dcterms:spatial'
]
/** Values of a facet: more with each round, so that no answer is cached. */
const LEAST_GROUPS = 25

export interface FacetWorkload {
  name: string
  title: string
  /** Requests after each of which the next round begins. */
  round: number
  /** A request, and the property that it counts. */
  request: (number: number) => ClientRequest & { property: string }
  /** Whether a title is changed before each request. */
  isAfterWrites?: true
}

/** Facets of one property after the other. */
export function facets (collection: Collection): FacetWorkload[] {
  const samples = new Samples(collection)
  const found = [
    (number: number) => ({ item_set_id: collection.setId(1 + number % (collection.sets - 1)) }),
    (number: number) => having('dcterms:subject', 'in', samples.words(number, 1, 'dcterms:subject')),
    (number: number) => conditions(
      { property: 'dcterms:date', type: 'gte', text: 1600 + number }, { property: 'dcterms:date', type: 'lt', text: 1650 + number }
    ),
    (number: number) => ({ fulltext_search: samples.words(number, 1, 'dcterms:title') })
  ]
  const workload = (
    name: string,
    title: string,
    query: (number: number) => Record<string, string | number>
  ): FacetWorkload => ({
    name,
    title,
    round: PROPERTIES.length,
    request: (number) => {
      const property = PROPERTIES[number % PROPERTIES.length]!
      const groups = LEAST_GROUPS + Math.floor(number / PROPERTIES.length)
      return {
        path: `/api/items/facets${queryString({ ...query(number), facets: property, facet_limit: groups })}`,
        property
      }
    }
  })
  return [
    workload('facets', 'of everything', () => ({})),
    { ...workload('facets-writing', 'of everything, right after a write', () => ({})), isAfterWrites: true },
    workload('facets-found', 'of what a search finds', (number) => found[number % found.length]!(number))
  ]
}
