import { isTerm } from '../../../../schemas/values.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import type { Representation } from '../../../core/answers/answer.js'

/** Where records and the pages about them are. */
export interface Places {
  /** Scheme, host and path of the installation. */
  base: string
  /** Whether people find pages about items and item sets there. */
  hasPages: boolean
}

/** One statement about a resource: a text, an address, or an address with a label. */
export interface Statement {
  /** Term of the property, and its URI. */
  term: string
  property: string
  text?: string
  /** Language of the text, if XML Schema takes it for one. */
  language?: string
  uri?: string
}

/** What is said of an item or an item set, whatever the format. */
export interface Described {
  id: number
  title: string | undefined
  /** Term, URI and label of the class. */
  resourceClass: { term: string, uri: string, label: string } | undefined
  /** Address of the resource as data. */
  address: string
  /** Address to give to people. */
  page: string
  statements: Statement[]
}

const LANGUAGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i

/** The public statements of a representation. @param representation as an anonymous viewer gets it. */
export function described (representation: Representation, terms: Terms, { base, hasPages }: Places): Described {
  const address = String(representation['@id'])
  const type = [representation['@type']].flat()
  const resourceClass = type.length > 1 ? terms.classes.byTerm(String(type[1])) : undefined
  const statements: Statement[] = []
  for (const [key, list] of Object.entries(representation)) {
    if (!isTerm(key) || !Array.isArray(list)) continue
    const property = terms.properties.byTerm(key)?.uri
    if (property === undefined) continue
    for (const value of list) statements.push(...statementOf({ term: key, property }, value as Representation))
  }
  const title = representation['o:title']
  return {
    id: representation['o:id'] as number,
    title: typeof title === 'string' && title !== '' ? title : undefined,
    resourceClass,
    address,
    page: hasPages ? address.replace(`${base}/api/`, `${base}/`).replace('/item_sets/', '/item-sets/') : address,
    statements
  }
}

/** Nothing for a value of an application's own data type that is neither a text nor an address. */
function statementOf (said: Pick<Statement, 'term' | 'property'>, value: Representation): Statement[] {
  const { '@value': literal, '@id': uri, 'o:label': label, display_title: title } = value
  const text = textIn(literal) ?? textIn(label) ?? textIn(title)
  const tag = textIn(value['@language']) ?? textIn(value['o:lang'])
  const statement = {
    ...said,
    ...(text !== undefined && { text }),
    ...(text !== undefined && tag !== undefined && LANGUAGE.test(tag) && { language: tag }),
    ...(typeof uri === 'string' && uri !== '' && { uri })
  }
  return 'text' in statement || 'uri' in statement ? [statement] : []
}

function textIn (value: unknown): string | undefined {
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
  return text === '' ? undefined : text
}
