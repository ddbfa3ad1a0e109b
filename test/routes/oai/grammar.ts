import { SaxesParser } from 'saxes'

/** An element of a document, with names as `namespace local`. */
export interface Element { name: string, attributes: Record<string, string>, children: Element[], text: string }

/** Parses a document with its namespaces. @throws when it is not well-formed. */
export function parseXml (text: string): Element {
  const parser = new SaxesParser({ xmlns: true })
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  parser.on('error', (error) => { throw error })
  parser.on('opentag', ({ uri, local, attributes }) => {
    const named = Object.values(attributes).filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    const element: Element = {
      name: `${uri} ${local}`,
      attributes: Object.fromEntries(named.map((one) => [one.name, one.value])),
      children: [],
      text: ''
    }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (piece) => { open.at(-1)!.text += piece })
  parser.on('closetag', () => { open.pop() })
  parser.write(text).close()
  return top.children[0]!
}

const OAI = 'http://www.openarchives.org/OAI/2.0/'

/** How often a child comes: once, at most once, at least once, any number. */
type Often = '1' | '?' | '+' | '*'

interface Rule {
  /** Children in their order; without, there are none but text. */
  children?: ReadonlyArray<readonly [name: string, often: Often]>
  /** One of these groups of children. */
  oneOf?: ReadonlyArray<readonly [name: string, often: Often]>
  text?: RegExp
  attributes?: Record<string, RegExp>
  required?: readonly string[]
  /** It holds one element of another namespace. */
  isForeign?: true
}

const URI = /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}]+$/i
const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/
const PREFIX = /^[\w.!~*'()-]+$/
const SET = /^[\w.!~*'()-]+(?::[\w.!~*'()-]+)*$/
const VERB = /^(?:Identify|ListMetadataFormats|ListSets|GetRecord|ListIdentifiers|ListRecords)$/
const NUMBER = /^\d+$/
const ANY = /^/
const CODE = new RegExp(`^(?:${[
  'cannotDisseminateFormat', 'idDoesNotExist', 'badArgument', 'badVerb', 'noMetadataFormats', 'noRecordsMatch',
  'badResumptionToken', 'noSetHierarchy'
].join('|')})$`)

/** The grammar of the protocol's own elements (OAI-PMH 2.0, 3 and 4). */
const RULES: Readonly<Record<string, Rule>> = {
  'OAI-PMH': {
    children: [['responseDate', '1'], ['request', '1']],
    oneOf: [
      ['error', '+'], ['Identify', '1'], ['ListMetadataFormats', '1'], ['ListSets', '1'], ['GetRecord', '1'],
      ['ListIdentifiers', '1'], ['ListRecords', '1']
    ],
    attributes: { 'xsi:schemaLocation': new RegExp(`^${OAI} ${OAI}OAI-PMH\\.xsd$`) },
    required: ['xsi:schemaLocation']
  },
  responseDate: { text: SECOND },
  request: {
    text: URI,
    attributes: {
      verb: VERB, identifier: URI, metadataPrefix: PREFIX, from: DATE, until: DATE, set: SET, resumptionToken: ANY
    }
  },
  error: { text: /\S/, attributes: { code: CODE }, required: ['code'] },
  Identify: {
    children: [
      ['repositoryName', '1'], ['baseURL', '1'], ['protocolVersion', '1'], ['adminEmail', '+'], ['earliestDatestamp', '1'],
      ['deletedRecord', '1'], ['granularity', '1'], ['compression', '*'], ['description', '*']
    ]
  },
  repositoryName: { text: /\S/ },
  baseURL: { text: URI },
  protocolVersion: { text: /^2\.0$/ },
  // The validator of the Open Archives Initiative takes no others.
  adminEmail: { text: /^\w[\w.-]+@[a-z0-9.-]+\.[a-z]{2,}$/i },
  earliestDatestamp: { text: SECOND },
  deletedRecord: { text: /^(?:no|persistent|transient)$/ },
  granularity: { text: /^YYYY-MM-DD(?:Thh:mm:ssZ)?$/ },
  compression: { text: /^\S+$/ },
  description: { isForeign: true },
  ListMetadataFormats: { children: [['metadataFormat', '+']] },
  metadataFormat: { children: [['metadataPrefix', '1'], ['schema', '1'], ['metadataNamespace', '1']] },
  metadataPrefix: { text: PREFIX },
  schema: { text: URI },
  metadataNamespace: { text: URI },
  ListSets: { children: [['set', '+'], ['resumptionToken', '?']] },
  set: { children: [['setSpec', '1'], ['setName', '1'], ['setDescription', '*']] },
  setSpec: { text: SET },
  setName: { text: /\S/ },
  setDescription: { isForeign: true },
  GetRecord: { children: [['record', '1']] },
  ListRecords: { children: [['record', '+'], ['resumptionToken', '?']] },
  ListIdentifiers: { children: [['header', '+'], ['resumptionToken', '?']] },
  record: { children: [['header', '1'], ['metadata', '?'], ['about', '*']] },
  header: {
    children: [['identifier', '1'], ['datestamp', '1'], ['setSpec', '*']], attributes: { status: /^deleted$/ }
  },
  identifier: { text: URI },
  datestamp: { text: SECOND },
  metadata: { isForeign: true },
  about: { isForeign: true },
  resumptionToken: {
    text: ANY, attributes: { expirationDate: SECOND, completeListSize: /^[1-9]\d*$/, cursor: NUMBER }
  }
}

/** The faults of an element of the protocol and of all elements below it. */
export function * faultsOf (element: Element): Generator<string> {
  const name = localName(element)
  const rule = name === undefined ? undefined : RULES[name]
  if (rule === undefined) {
    yield `${element.name} is no element of the protocol`
    return
  }
  const { children, oneOf, text, attributes = {}, required = [], isForeign } = rule
  for (const [attribute, value] of Object.entries(element.attributes)) {
    if (attributes[attribute]?.test(value) !== true) yield `${name} has ${attribute}="${value}"`
  }
  for (const attribute of required) if (element.attributes[attribute] === undefined) yield `${name} lacks ${attribute}`
  if (text !== undefined) {
    if (!text.test(element.text)) yield `${name} is "${element.text}"`
    if (element.children.length > 0) yield `${name} has children`
    return
  }
  if (element.text.trim() !== '') yield `${name} has the text "${element.text.trim()}"`
  if (isForeign === true) {
    yield * foreignFaults(element)
    return
  }
  const names = element.children.map(localName)
  const expected = [...children ?? [], ...(oneOf ?? []).filter(([one]) => names.includes(one)).slice(0, 1)]
  if (!new RegExp(`^${expected.map(([one, often]) => `(?:${one},)${often === '1' ? '' : often}`).join('')}$`)
    .test(names.map((one) => `${one},`).join(''))) yield `${name} has ${names.join(', ')}`
  if (oneOf !== undefined && expected.length === children!.length) yield `${name} has no answer`
  for (const child of element.children) yield * faultsOf(child)
}

/** Metadata is one element of another namespace that says where its schema is. */
function * foreignFaults ({ name, children }: Element): Generator<string> {
  const [child] = children
  if (children.length !== 1) yield `${name} has ${children.length} elements`
  if (child === undefined) return
  const namespace = child.name.split(' ', 1)[0]!
  if (namespace === OAI || namespace === '') yield `${name} has ${child.name}`
  if (child.attributes['xsi:schemaLocation']?.startsWith(`${namespace} `) !== true) yield `${child.name} names no schema`
}

/** The name of an element of the protocol; undefined for others. */
export function localName ({ name }: Element): string | undefined {
  return name.startsWith(`${OAI} `) ? name.slice(OAI.length + 1) : undefined
}
