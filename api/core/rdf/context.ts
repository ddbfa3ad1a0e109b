import { FREE_JSON, OMEKA } from './terms.js'

/** Namespaces by prefix. */
export type Prefixes = Readonly<Record<string, string>>

export interface ContextDocument { '@context': Prefixes }

/** The definition of a key: a term of JSON-LD, or null if it says nothing about the resource. */
type Definition = null | '@nest' | { '@id': string, '@type'?: '@id' | '@json' }

const own = (name: string): Definition => ({ '@id': OMEKA + name })
const ownAddress = (name: string): Definition => ({ '@id': OMEKA + name, '@type': '@id' })

/**
 * Definitions of keys without a prefix, which the context of the contract lacks (docs/contract/http.md §11). Keys with
 * null describe a value as an entry of a form and cannot be mapped: in JSON-LD, objects with `@value` have no other
 * members. Only `is_public` of a private value is expressed in another way, as a statement about the value
 * (document.ts).
 */
export const UNPREFIXED: Readonly<Record<string, Definition>> = {
  type: null,
  property_id: null,
  property_label: null,
  is_public: null,
  data: { '@id': `${OMEKA}data`, '@type': '@json' },
  thumbnail_display_urls: '@nest',
  large: ownAddress('thumbnail_large'),
  medium: ownAddress('thumbnail_medium'),
  square: ownAddress('thumbnail_square'),
  display_title: own('display_title'),
  value_resource_id: own('id'),
  value_resource_name: own('resource_name'),
  url: ownAddress('url'),
  thumbnail_url: ownAddress('thumbnail_url'),
  thumbnail_title: own('thumbnail_title'),
  thumbnail_type: own('thumbnail_type')
}

/** The RDF terms for keys without a prefix, as prefixed keys: `o:thumbnail_large`. */
export const MADE_KEYS: ReadonlySet<string> = new Set(Object.values(UNPREFIXED).flatMap((term) =>
  term === null || term === '@nest' ? [] : [term['@id'].replace(OMEKA, 'o:')]))

/** A context for documents whose keys have prefixes. `@prefix` allows namespaces that end with any character. */
export function prefixContext (prefixes: Prefixes): Record<string, object> {
  const terms = FREE_JSON.map((term) => [term, { '@id': term.replace('o:', OMEKA), '@type': '@json' }] as const)
  const namespaces = Object.entries(prefixes)
    .map(([prefix, namespace]) => [prefix, { '@id': namespace, '@prefix': true }] as const)
  return Object.fromEntries<object>([...namespaces, ...terms])
}

/** A context for unchanged representations, with every key. If a prefix equals such a key, the prefix wins. */
export function completeContext (prefixes: Prefixes): Record<string, unknown> {
  return { ...UNPREFIXED, ...prefixContext(prefixes) }
}
