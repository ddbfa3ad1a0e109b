import { prefixContext, type Prefixes } from '../../api/rdf/context.js'
import type { Node } from '../../api/rdf/terms.js'

/** Namespace of the Hydra Core Vocabulary. */
export const HYDRA = 'http://www.w3.org/ns/hydra/core#'

/** What is known of one page of a list. */
export interface PageFacts {
  /** The Link header of the page (docs/contract/http.md §9). */
  link: string
  /** The page or cursor that was asked for. */
  place: string
  /** Rows on all pages; null when it is unknown. */
  total: number | null
  /** Names of the parameters that a search takes. */
  parameters: readonly string[]
}

/** What some parameters of a search mean in the vocabulary. */
const MEANINGS: Readonly<Record<string, string>> = {
  search: 'freetextQuery', fulltext_search: 'freetextQuery', page: 'pageIndex', per_page: 'limit', limit: 'limit', offset: 'offset'
}

/** Prefixes with that of Hydra; a vocabulary of this name is written out. */
export function withHydra (prefixes: Prefixes): Prefixes {
  return { ...prefixes, hydra: HYDRA }
}

/** A list as hydra:Collection, and the page as its view. @param nodes compacted, with `withHydra(prefixes)`. */
export function hydraCollection (nodes: readonly Node[], prefixes: Prefixes, facts: PageFacts): Node {
  const links = new Map([...facts.link.matchAll(/<([^<>]*)>; rel="(\w+)"/g)].map(([, address, name]) => [name!, address!]))
  const first = links.get('first') ?? ''
  const [address = '', query = ''] = first.split('?', 2)
  const search = query.split('&').filter((pair) => !/^(?:page|cursor|sort_by_default|sort_order_default)=/.test(pair))
  const isBlank = ({ '@id': id }: Node): boolean => String(id).startsWith('_:')
  const relations = { first: 'first', previous: 'prev', next: 'next', last: 'last' }
  const statements = nodes.filter(isBlank)
  return {
    '@context': prefixContext(withHydra(prefixes)),
    '@id': search.length === 0 ? address : `${address}?${search.join('&')}`,
    '@type': 'hydra:Collection',
    ...(facts.total !== null && { 'hydra:totalItems': facts.total }),
    'hydra:member': nodes.filter((node) => !isBlank(node)),
    'hydra:view': {
      '@id': first.replace(/([?&](?:page|cursor)=)1?(?=&|$)/, `$1${encodeURIComponent(facts.place)}`),
      '@type': 'hydra:PartialCollectionView',
      ...Object.fromEntries(Object.entries(relations).flatMap(([name, relation]) => {
        const target = links.get(relation)
        return target === undefined ? [] : [[`hydra:${name}`, { '@id': target }]]
      }))
    },
    'hydra:search': searchTemplate(address, facts.parameters),
    // Statements about values are no members.
    ...(statements.length > 0 && { '@included': statements })
  }
}

/** A template for the addresses of searches (RFC 6570). */
function searchTemplate (address: string, parameters: readonly string[]): Node {
  return {
    '@type': 'hydra:IriTemplate',
    'hydra:template': `${address}{?${parameters.join(',')}}`,
    'hydra:variableRepresentation': { '@id': 'hydra:BasicRepresentation' },
    'hydra:mapping': parameters.map((variable) => ({
      '@type': 'hydra:IriTemplateMapping',
      'hydra:variable': variable,
      'hydra:required': false,
      ...(MEANINGS[variable] !== undefined && { 'hydra:property': { '@id': `hydra:${MEANINGS[variable]}` } })
    }))
  }
}

/** The entry point of the API, described by its documentation. @param names of the resource types. */
export function hydraEntryPoint (base: string, types: ReadonlyArray<{ name: string, entity: string }>): Node {
  return {
    '@context': { hydra: HYDRA, o: 'http://omeka.org/s/vocabs/o#' },
    '@id': `${base}/api#documentation`,
    '@type': 'hydra:ApiDocumentation',
    'hydra:title': 'API',
    'hydra:entrypoint': {
      '@id': `${base}/api`,
      '@type': ['hydra:Resource', `${base}/api#EntryPoint`],
      'hydra:collection': types.map(({ name }) =>
        ({ '@id': `${base}/api/${name}`, '@type': 'hydra:Collection', 'hydra:title': name }))
    },
    'hydra:supportedClass': [
      { '@id': `${base}/api#EntryPoint`, '@type': 'hydra:Class', 'hydra:title': 'EntryPoint' },
      ...types.map(({ entity }) => ({ '@id': `o:${entity}`, '@type': 'hydra:Class', 'hydra:title': entity }))
    ]
  }
}
