import { builtInLabels, LABEL_LANGUAGES } from '../../../../../../db/seed/labels.js'
import type { Member, Terms } from '../../../../../../db/query/statements/terms.js'
import { FIELD_NAMES, PROPERTY_NAMES } from './synonyms.js'
import type { Field } from './targets.js'

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

/** Plural endings. */
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

/** Recognises headers. */
export class KnownHeaders {
  readonly #terms: Terms
  readonly #fields = new Map<string, Field>()
  readonly #properties = new Map<string, Member>()
  readonly #byVocabulary = new Map<string, Member>()

  constructor (terms: Terms) {
    this.#terms = terms
    // Among properties with the same label, Dublin Core takes precedence, then the oldest vocabulary.
    const all = [...terms.properties]
    const labels = LABEL_LANGUAGES.map((language) => builtInLabels(language))
    for (const property of all.filter(isDublinCore)) this.#addLabels(property, labels)
    // Before the other vocabularies, because a maker is a creator of Dublin Core rather than one of FOAF.
    for (const [term, names] of Object.entries(PROPERTY_NAMES)) {
      const property = terms.properties.byTerm(term)
      if (property === undefined) continue
      for (const name of names) add(this.#properties, name, property)
    }
    for (const property of all) this.#addLabels(property, labels)
    for (const [field, names] of Object.entries(FIELD_NAMES)) {
      for (const name of names) add(this.#fields, name, field as Field)
    }
  }

  #addLabels (property: Member, labels: ReadonlyArray<ReturnType<typeof builtInLabels>>): void {
    const { term, label, uri } = property
    const [prefix = '', localName = ''] = term.split(':')
    for (const name of [label, ...labels.flatMap((known) => known[term] ?? [])]) {
      add(this.#properties, plainName(name), property)
      add(this.#byVocabulary, `${prefix} ${plainName(name)}`, property)
    }
    add(this.#byVocabulary, `${prefix} ${plainName(localName)}`, property)
    add(this.#byVocabulary, `${prefix} ${localName.toLowerCase()}`, property)
    add(this.#properties, plainName(uri), property)
  }

  /** The meaning of a header: a field, or the term of a property. */
  find (name: string): string | undefined {
    const exact = this.#terms.properties.byTerm(name.replaceAll(/\s/g, '')) ?? this.#terms.properties.byUri(name)
    if (exact !== undefined) return exact.term
    const plain = plainName(name)
    if (plain === '') return undefined
    return this.#ofMedia(name) ?? this.#fields.get(plain) ?? this.#ofVocabulary(plain) ?? this.#property(plain) ??
      this.#property(singular(plain, (word) => this.#properties.has(word)))
  }

  #property (plain: string | undefined): string | undefined {
    return plain === undefined ? undefined : this.#properties.get(plain)?.term
  }

  #ofMedia (name: string): string | undefined {
    const term = /^media:(.+)$/i.exec(name)?.[1]
    const property = term === undefined ? undefined : this.#terms.properties.byTerm(term)
    return property === undefined ? undefined : `media:${property.term}`
  }

  #ofVocabulary (plain: string): string | undefined {
    for (const [name, prefix] of VOCABULARIES) {
      if (!plain.startsWith(name)) continue
      const rest = plain.slice(name.length)
      const words = rest.split(' ')
      // In a qualified name, the qualifier if it is a term (dc.date.issued), otherwise the element
      // (dc.contributor.author).
      for (const candidate of [rest, words.join(''), words.at(-1)!, words[0]!]) {
        const found = this.#byVocabulary.get(`${prefix} ${candidate}`)
        if (found !== undefined) return found.term
      }
    }
    return undefined
  }
}

function isDublinCore ({ term }: Member): boolean {
  return term.startsWith('dcterms:')
}

function add<V> (map: Map<string, V>, name: string, value: V): void {
  if (name !== '' && !map.has(name)) map.set(name, value)
}

function singular (plain: string, isKnown: (word: string) => boolean): string | undefined {
  return PLURALS
    .filter((ending) => plain.endsWith(ending))
    .map((ending) => plain.slice(0, -ending.length).trim())
    .find(isKnown)
}
