import { ValidationError } from '../../core/calls/errors.js'
import type { Quad } from '../../core/rdf/terms.js'

/** A property or class of an RDF vocabulary. */
export interface Member {
  localName: string
  label: string
  comment: string | null
}

export interface Members {
  classes: Member[]
  properties: Member[]
  /** Other subjects in the namespace. */
  leftOut: LeftOut[]
}

/** A subject in the namespace that does not become a member. */
export interface LeftOut {
  localName: string
  /** IRIs of its types. */
  types: string[]
}

/** Which texts become labels and comments. */
export interface TextChoice {
  /** Preferred language of labels and comments, a tag such as `en`; default: the first text. */
  lang?: string
  /** IRIs of the properties whose texts are preferred as labels and as comments. */
  labelProperty?: string
  commentProperty?: string
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const OWL = 'http://www.w3.org/2002/07/owl#'

/**
 * Types of classes and of properties. Members are sorted by type in this order, then by position in the document.
 * Types that the contract does not list come last, so that the others have the reference's order.
 */
const CLASS_TYPES = [`${RDFS}Class`, `${OWL}Class`, `${OWL}DeprecatedClass`]
const PROPERTY_TYPES = [
  `${RDF}Property`,
  ...[
    'ObjectProperty', 'DatatypeProperty', 'SymmetricProperty', 'TransitiveProperty', 'FunctionalProperty',
    'InverseFunctionalProperty', 'AnnotationProperty', 'AsymmetricProperty', 'ReflexiveProperty',
    'IrreflexiveProperty', 'OntologyProperty', 'DeprecatedProperty'
  ].map((name) => OWL + name),
  `${RDFS}ContainerMembershipProperty`
]

/** Predicates of labels; the first with a text is used. */
const LABELS = [
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  `${RDFS}label`,
  'http://xmlns.com/foaf/0.1/name',
  'http://purl.org/rss/1.0/title',
  'http://purl.org/dc/terms/title',
  'http://purl.org/dc/elements/1.1/title'
]
const COMMENTS = [`${RDFS}comment`]

interface Text { value: string, language: string }

/** Types and texts of one subject. */
interface Subject { types: Set<string>, texts: Map<string, Text[]> }

/** The members that RDF triples define in a namespace (docs/contract/admin-resources.md §2, "UI import"). */
export function membersOf (triples: readonly Quad[], namespace: string, choice: TextChoice = {}): Members {
  const subjects = new Map<string, Subject>()
  const ofType = new Map<string, Set<string>>()
  for (const { subject: { value: name }, predicate: { value: predicate }, object } of triples) {
    if (!name.startsWith(namespace)) continue
    let subject = subjects.get(name)
    if (subject === undefined) subjects.set(name, subject = { types: new Set(), texts: new Map() })
    if (predicate === `${RDF}type`) {
      const others = ofType.get(object.value)
      if (others === undefined) ofType.set(object.value, new Set([name]))
      else others.add(name)
      subject.types.add(object.value)
    } else if (object.termType === 'Literal') {
      const text = { value: object.value, language: object.language?.toLowerCase() ?? '' }
      const others = subject.texts.get(predicate)
      if (others === undefined) subject.texts.set(predicate, [text])
      else others.push(text)
    }
  }
  const { lang, labelProperty, commentProperty } = choice
  const labels = preferring(labelProperty, LABELS)
  const comments = preferring(commentProperty, COMMENTS)
  const taken = new Set<string>()
  const members = (types: readonly string[]): Member[] => {
    const found: Member[] = []
    for (const name of new Set(types.flatMap((type) => [...ofType.get(type) ?? []]))) {
      const localName = name.slice(namespace.length)
      if (!/^[^#:/]+$/.test(localName)) continue
      const { texts } = subjects.get(name)!
      taken.add(name)
      found.push({
        localName, label: textOf(texts, labels, lang) ?? localName, comment: textOf(texts, comments, lang) ?? null
      })
    }
    return found
  }
  const classes = members(CLASS_TYPES)
  const properties = members(PROPERTY_TYPES)
  const leftOut = [...subjects].filter(([name, { types }]) => types.size > 0 && !taken.has(name) && name !== namespace)
    .map(([name, { types }]) => ({ localName: name.slice(namespace.length), types: [...types] }))
  return { classes, properties, leftOut }
}

/** @throws ValidationError for an invalid language tag or IRI. */
export function checkChoice ({ lang, labelProperty, commentProperty }: TextChoice): void {
  if (lang !== undefined && !/^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i.test(lang)) {
    throw ValidationError.of('lang', `"${lang}" is not a language tag. Expected one such as "en" or "pt-BR".`)
  }
  for (const [key, iri] of Object.entries({ labelProperty, commentProperty })) {
    if (iri === undefined || /^(?:https?:\/\/|urn:)\S+$/i.test(withoutBrackets(iri))) continue
    throw ValidationError.of(key, `"${iri}" is not an address. Expected one such as ${LABELS[0]!}.`)
  }
}

function preferring (iri: string | undefined, usual: readonly string[]): readonly string[] {
  return iri === undefined ? usual : [withoutBrackets(iri), ...usual]
}

function withoutBrackets (iri: string): string {
  return iri.replace(/^<(.*)>$/, '$1')
}

/**
 * The text of a subject: of the first predicate in the preferred language or a variety of it; otherwise without a
 * language; otherwise the first text of the first predicate.
 */
function textOf (
  texts: Subject['texts'], predicates: readonly string[], preferred: string | undefined
): string | undefined {
  const all = predicates.flatMap((predicate) => texts.get(predicate) ?? []).filter(({ value }) => value !== '')
  const lang = preferred?.toLowerCase()
  const found = lang === undefined
    ? all[0]
    : all.find(({ language }) => language === lang) ?? all.find(({ language }) => language.startsWith(`${lang}-`)) ??
      all.find(({ language }) => language === '') ?? all[0]
  return found?.value
}
