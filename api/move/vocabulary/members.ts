import { ValidationError } from '../../core/calls/errors.js'
import { RDF, TYPE, type Quad } from '../../core/rdf/terms.js'
import { groupBy } from '../../core/sequence/group-by.js'

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

/** The members that RDF triples define in a namespace (docs/contract/admin-resources.md §2, "UI import"). */
export function membersOf (triples: readonly Quad[], namespace: string, choice: TextChoice = {}): Members {
  const ofNamespace = triples.filter(({ subject }) => subject.value.startsWith(namespace))
  const subjects = groupBy(ofNamespace, ({ subject }) => subject.value)
  const ofType = groupBy(ofNamespace.filter(isOfType), ({ object }) => object.value)
  const { lang, labelProperty, commentProperty } = choice
  const labels = preferring(labelProperty, LABELS)
  const comments = preferring(commentProperty, COMMENTS)
  const taken = new Set<string>()
  const members = (types: readonly string[]): Member[] => {
    const found: Member[] = []
    const typed = types.flatMap((type) => ofType.get(type) ?? [])
    for (const name of new Set(typed.map(({ subject }) => subject.value))) {
      const localName = name.slice(namespace.length)
      if (!/^[^#:/]+$/.test(localName)) continue
      const about = subjects.get(name)!
      taken.add(name)
      found.push({
        localName, label: textOf(about, labels, lang) ?? localName, comment: textOf(about, comments, lang) ?? null
      })
    }
    return found
  }
  const classes = members(CLASS_TYPES)
  const properties = members(PROPERTY_TYPES)
  const leftOut = [...subjects].filter(([name]) => !taken.has(name) && name !== namespace)
    .map(([name, about]) => ({
      localName: name.slice(namespace.length),
      types: [...new Set(about.filter(isOfType).map(({ object }) => object.value))]
    }))
    .filter(({ types }) => types.length > 0)
  return { classes, properties, leftOut }
}

function isOfType ({ predicate }: Quad): boolean {
  return predicate.value === TYPE
}

interface StoredMember extends Member { id: number }

/** The changes of an import to the properties, or to the classes, of a vocabulary. */
export interface Difference {
  added: Member[]
  /** Members with their new label and comment; `was` has the stored ones. */
  changed: Array<StoredMember & { was: Pick<Member, 'label' | 'comment'> }>
  /** Stored members that the document does not have. */
  removed: StoredMember[]
}

/** Compares members by their local names. */
export function differenceOf (stored: readonly StoredMember[], wanted: readonly Member[]): Difference {
  const known = new Map(stored.map((member) => [member.localName, member]))
  const named = new Set(wanted.map(({ localName }) => localName))
  return {
    added: wanted.filter(({ localName }) => !known.has(localName)),
    changed: wanted.flatMap((member) => {
      const was = known.get(member.localName)
      if (was === undefined || (was.label === member.label && was.comment === member.comment)) return []
      return [{ ...member, id: was.id, was: { label: was.label, comment: was.comment } }]
    }),
    removed: stored.filter(({ localName }) => !named.has(localName))
  }
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
  about: readonly Quad[], predicates: readonly string[], preferred: string | undefined
): string | undefined {
  const all = predicates.flatMap((wanted) => about.filter(({ predicate }) => predicate.value === wanted))
    .filter(({ object: { termType, value } }) => termType === 'Literal' && value !== '')
    .map(({ object: { value, language = '' } }) => ({ value, language: language.toLowerCase() }))
  const lang = preferred?.toLowerCase()
  const found = lang === undefined
    ? all[0]
    : all.find(({ language }) => language === lang) ?? all.find(({ language }) => language.startsWith(`${lang}-`)) ??
      all.find(({ language }) => language === '') ?? all[0]
  return found?.value
}
