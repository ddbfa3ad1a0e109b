import { Xml, type Part } from '../../../core/answers/xml.js'
import type { Described, Statement } from './described.js'

const DC = 'http://purl.org/dc/elements/1.1/'
const DCTERMS = 'http://purl.org/dc/terms/'

/** The fifteen elements of simple Dublin Core, each with the terms that refine it (DCMI Metadata Terms). */
const REFINEMENTS: Readonly<Record<string, readonly string[]>> = {
  title: ['alternative'],
  creator: [],
  subject: [],
  description: ['abstract', 'tableOfContents'],
  publisher: [],
  contributor: [],
  date: ['available', 'created', 'dateAccepted', 'dateCopyrighted', 'dateSubmitted', 'issued', 'modified', 'valid'],
  type: [],
  format: ['extent', 'medium'],
  identifier: ['bibliographicCitation'],
  source: [],
  language: [],
  relation: [
    'conformsTo', 'hasFormat', 'hasPart', 'hasVersion', 'isFormatOf', 'isPartOf', 'isReferencedBy', 'isReplacedBy',
    'isRequiredBy', 'isVersionOf', 'references', 'replaces', 'requires'
  ],
  coverage: ['spatial', 'temporal'],
  rights: ['accessRights', 'license']
}

/** Terms of qualified Dublin Core that refine no element. */
const UNREFINING = [
  'accrualMethod', 'accrualPeriodicity', 'accrualPolicy', 'audience', 'educationLevel', 'instructionalMethod', 'mediator',
  'provenance', 'rightsHolder'
]

/** The element of simple Dublin Core for each property. */
const SIMPLE = new Map(Object.entries(REFINEMENTS).flatMap(([element, refinements]) =>
  [DC + element, ...[element, ...refinements].map((term) => DCTERMS + term)].map((uri) => [uri, `dc:${element}`] as const)))

/** The element of qualified Dublin Core for each property. */
const QUALIFIED = new Map([
  ...Object.keys(REFINEMENTS).flatMap((element) =>
    [DC + element, DCTERMS + element].map((uri) => [uri, `dc:${element}`] as const)),
  ...[...Object.values(REFINEMENTS).flat(), ...UNREFINING].map((term) => [DCTERMS + term, `dcterms:${term}`] as const)
])

const XSI = 'http://www.w3.org/2001/XMLSchema-instance'

const OAI_DC = {
  'xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
  'xmlns:dc': DC,
  'xmlns:xsi': XSI,
  'xsi:schemaLocation': 'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd'
}

const OAI_QDC = {
  'xmlns:oai_qdc': 'http://worldcat.org/xmlschemas/qdc-1.0/',
  'xmlns:dc': DC,
  'xmlns:dcterms': DCTERMS,
  'xmlns:xsi': XSI,
  'xsi:schemaLocation': 'http://worldcat.org/xmlschemas/qdc-1.0/ http://worldcat.org/xmlschemas/qdc/1.0/qdc-1.0.xsd'
}

/**
 * Simple Dublin Core: refinements are mapped to the element that they refine, and properties without an element are
 * left out. A URI with a label becomes two elements.
 */
export function simpleDublinCore (resource: Described): Xml {
  return Xml.element('oai_dc:dc', OAI_DC, elements(resource, SIMPLE, () => ({})))
}

/** Qualified Dublin Core: all DCMI terms; URIs are marked as such. */
export function qualifiedDublinCore (resource: Described): Xml {
  return Xml.element('oai_qdc:qualifieddc', OAI_QDC, elements(resource, QUALIFIED, () => ({ 'xsi:type': 'dcterms:URI' })))
}

function elements (
  { statements, title, resourceClass, page }: Described, names: ReadonlyMap<string, string>,
  ofAddress: () => Record<string, string>
): Part {
  const found: Xml[] = []
  const present = new Set<string>()
  for (const statement of statements) {
    const name = names.get(statement.property)
    if (name === undefined) continue
    present.add(name)
    found.push(...elementsOf(name, statement))
  }
  // The template may use another property as the title.
  if (!present.has('dc:title') && title !== undefined) found.unshift(Xml.element('dc:title', {}, title))
  if (!present.has('dc:type') && resourceClass !== undefined) found.push(Xml.element('dc:type', {}, resourceClass.label))
  found.push(Xml.element('dc:identifier', ofAddress(), page))
  return found

  function elementsOf (name: string, { text, language, uri }: Statement): Xml[] {
    return [
      ...(text === undefined ? [] : [Xml.element(name, { 'xml:lang': language }, text)]),
      ...(uri === undefined ? [] : [Xml.element(name, ofAddress(), uri)])
    ]
  }
}
