import { prefixContext, type Prefixes } from '../../api/core/rdf/context.js'
import { OMEKA, type Node } from '../../api/core/rdf/terms.js'

/** Namespace of the Hydra Core Vocabulary. */
const HYDRA = 'http://www.w3.org/ns/hydra/core#'

export interface PageFacts {
  /** The Link header of the page (docs/contract/http.md §9). */
  link: string
  /** The page or cursor that was requested. */
  place: string
  /** Number of rows on all pages; null if unknown. */
  total: number | null
  /** Names of the parameters that a search takes. */
  parameters: readonly string[]
}

/** Hydra's properties for some parameters of a search. Clients expect at most one parameter for each. */
const MEANINGS: Readonly<Record<string, string>> = {
  fulltext_search: 'freetextQuery', page: 'pageIndex', per_page: 'limit', offset: 'offset'
}

/** Adds the prefix `hydra`. A vocabulary with that prefix is then written with full IRIs. */
export function withHydra (prefixes: Prefixes): Prefixes {
  return { ...prefixes, hydra: HYDRA }
}

/** The address of each link in a Link header, by its relation. */
function linksIn (header: string): Map<string, string> {
  return new Map([...header.matchAll(/<([^<>]*)>; rel="(\w+)"/g)].map(([, address, name]) => [name!, address!]))
}

/**
 * The address of a search without its page. Apostrophes are encoded as in addresses that browsers and `fetch` request,
 * so that clients find it in the graph.
 *
 * @param link the Link header of a page.
 */
function collectionOf (link: string): { id: string, address: string } {
  const [address = '', query = ''] = (linksIn(link).get('first') ?? '').replaceAll("'", '%27').split('?', 2)
  const search = query.split('&').filter((pair) => !/^(?:page|cursor|sort_by_default|sort_order_default)=/.test(pair))
  return { id: search.length === 0 ? address : `${address}?${search.join('&')}`, address }
}

/**
 * The address of the documentation. The entry point has another one: of the nodes in a document, clients take the one
 * whose address they have loaded for the documentation.
 */
function documentationOf (base: string): string {
  return `${base}/api?profile=hydra`
}

/**
 * The Link header by which Hydra clients find the documentation, and the collection node in the graph, whose address
 * differs from the addresses of its pages.
 *
 * @param link the Link header of a page; undefined if the answer is not a list.
 */
export function hydraLinks (base: string, link?: string): string {
  const documentation = `<${documentationOf(base)}>; rel="${HYDRA}apiDocumentation"`
  if (link === undefined || link === '') return documentation
  return `${link}, <${collectionOf(link).id}>; rel="canonical", ${documentation}`
}

/** A list as hydra:Collection, and the page as its view. @param nodes compacted, with `withHydra(prefixes)`. */
export function hydraCollection (nodes: readonly Node[], prefixes: Prefixes, facts: PageFacts): Node {
  const links = linksIn(facts.link)
  const first = links.get('first') ?? ''
  const { id, address } = collectionOf(facts.link)
  const isBlank = ({ '@id': id }: Node): boolean => String(id).startsWith('_:')
  const relations = { first: 'first', previous: 'prev', next: 'next', last: 'last' }
  const statements = nodes.filter(isBlank)
  return {
    '@context': prefixContext(withHydra(prefixes)),
    '@id': id,
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
    // Statements about values are not members of the collection.
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
    '@context': { hydra: HYDRA, o: OMEKA },
    '@id': documentationOf(base),
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
