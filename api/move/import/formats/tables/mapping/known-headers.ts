import { builtInLabels, LABEL_LANGUAGES } from '../../../../../../db/seed/labels.js'
import type { Member, Terms } from '../../../../../../db/query/statements/terms.js'
import { FIELD_NAMES, PROPERTY_NAMES } from './synonyms.js'
import type { Field } from './fields.js'

/** Vocabulary names in headers such as "Dublin Core : Title" and dc.title, with their prefixes. */
const VOCABULARIES: ReadonlyArray<readonly [name: string, prefix: string]> = [
  ['dublin core metadata terms ', 'dcterms'],
  ['dublin core terms ', 'dcterms'],
  ['dublin core ', 'dcterms'],
  ['dcterms ', 'dcterms'],
  ['dc ', 'dcterms'],
  ['bibliographic ontology ', 'bibo'],
  ['bibo ', 'bibo'],
  ['friend of a friend ', 'foaf'],
  ['foaf ', 'foaf']
]

const PLURALS = ['s', 'es', 'en', 'n', 'e']

/** Normalises a header for comparison: lower case, without accents, single spaces. */
function plainName (header: string): string {
  return header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns a function that finds the meaning of a header: a field, or the term of a property. */
export function headerFinder (terms: Terms): (header: string) => string | undefined {
  const fields = new Map<string, Field>()
  const properties = new Map<string, Member>()
  const byVocabulary = new Map<string, Member>()
  const all = [...terms.properties]
  const labels = LABEL_LANGUAGES.map((language) => builtInLabels(language))
  const addLabels = (property: Member): void => {
    const { term, label, uri } = property
    const [prefix = '', localName = ''] = term.split(':')
    for (const name of [label, ...labels.flatMap((known) => known[term] ?? [])]) {
      add(properties, plainName(name), property)
      add(byVocabulary, `${prefix} ${plainName(name)}`, property)
    }
    add(byVocabulary, `${prefix} ${plainName(localName)}`, property)
    add(byVocabulary, `${prefix} ${localName.toLowerCase()}`, property)
    add(properties, plainName(uri), property)
  }
  // Among properties with the same label, Dublin Core takes precedence, then the oldest vocabulary.
  for (const property of all.filter(isDublinCore)) addLabels(property)
  // Before the other vocabularies, because a maker is a creator of Dublin Core rather than one of FOAF.
  for (const [term, names] of Object.entries(PROPERTY_NAMES)) {
    const property = terms.properties.byTerm(term)
    if (property === undefined) continue
    for (const name of names) add(properties, name, property)
  }
  for (const property of all) addLabels(property)
  for (const [field, names] of Object.entries(FIELD_NAMES)) {
    for (const name of names) add(fields, name, field as Field)
  }
  return (header) => {
    const exact = terms.properties.byTerm(header.replaceAll(/\s/g, '')) ?? terms.properties.byUri(header)
    if (exact !== undefined) return exact.term
    const ofMedia = terms.properties.byTerm(/^media:(.+)$/i.exec(header)?.[1] ?? '')
    if (ofMedia !== undefined) return `media:${ofMedia.term}`
    const plain = plainName(header)
    const property = qualified(plain, byVocabulary) ?? properties.get(plain) ??
      properties.get(singular(plain, properties))
    return fields.get(plain) ?? property?.term
  }
}

/** The property of a header that begins with the name of its vocabulary. */
function qualified (plain: string, byVocabulary: ReadonlyMap<string, Member>): Member | undefined {
  for (const [name, prefix] of VOCABULARIES) {
    if (!plain.startsWith(name)) continue
    const rest = plain.slice(name.length)
    const words = rest.split(' ')
    // In a qualified name, the qualifier if it is a term (dc.date.issued), otherwise the element
    // (dc.contributor.author).
    for (const candidate of [rest, words.join(''), words.at(-1)!, words[0]!]) {
      const found = byVocabulary.get(`${prefix} ${candidate}`)
      if (found !== undefined) return found
    }
  }
  return undefined
}

function isDublinCore ({ term }: Member): boolean {
  return term.startsWith('dcterms:')
}

function add<V> (map: Map<string, V>, name: string, value: V): void {
  if (name !== '' && !map.has(name)) map.set(name, value)
}

/** A name without its plural ending, if that is known; otherwise empty. */
function singular (plain: string, known: ReadonlyMap<string, unknown>): string {
  return PLURALS
    .filter((ending) => plain.endsWith(ending))
    .map((ending) => plain.slice(0, -ending.length).trim())
    .find((word) => known.has(word)) ?? ''
}
