import type { Terms } from '../../../db/query/statements/terms.js'
import type { Representation } from '../../core/answers/answer.js'
import type { ErrorCollector } from '../../core/calls/errors.js'
import { isObject } from '../../core/calls/given.js'
import type { Prefixes } from '../../core/rdf/context.js'
import { RDF, XSD, ANY_URI } from '../../core/rdf/terms.js'
import { nearestName } from '../../core/text/nearest-name.js'
import { ownAddress, type Label, type Statement, type Thing } from './description.js'
import { KnownValues } from './known-values.js'

export interface ValueReading {
  /** URL of the API with a trailing slash. */
  api: string
  /** URL of the resource whose values are known, the base of relative IRIs in them. */
  base: string
  terms: Pick<Terms, 'properties'>
  prefixes: Prefixes
  errors: ErrorCollector
  /** Called for a value that is stored without its data type. */
  onLoss: (key: string, reason: string) => void
}

/** Values by term, in the documented structure. */
export type Values = Record<string, Representation[]>

/** Data types whose lexical forms are readable: they are stored as plain texts. */
const READABLE = new Set([
  'boolean', 'integer', 'decimal', 'double', 'float', 'date', 'dateTime', 'dateTimeStamp', 'time', 'gYear', 'gYearMonth',
  'gMonth', 'gMonthDay', 'gDay', 'duration', 'yearMonthDuration', 'dayTimeDuration', 'int', 'long', 'short', 'byte',
  'nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger', 'negativeInteger', 'unsignedInt', 'unsignedLong',
  'unsignedShort', 'unsignedByte', 'language', 'token', 'normalizedString', 'Name', 'NCName', 'NMTOKEN'
].map((name) => `${XSD}${name}`))

const PLAIN: readonly string[] = [`${XSD}string`, `${RDF}langString`]

/** Types of resources to which a value can link. */
const LINKED: readonly string[] = ['items', 'item_sets', 'media', 'resources']

/** Number of unknown properties for which the nearest one is suggested, and the maximum edit distance. */
const SUGGESTIONS_MAX = 5
const SUGGESTION_MAX_EDITS = 4

/** Converts statements to values; see `valuesOf`. */
export class ValueMaker {
  #compared = 0

  constructor (private readonly reading: ValueReading) {}

  /**
   * Converts statements to values. An existing value retains its type, label and visibility, which RDF does not
   * express. A new one is private if some values of the property are.
   * @param known the existing values by term; undefined when there are none, and the defaults decide the visibility of
   * new ones.
   */
  valuesOf (statements: readonly Statement[], known: Representation | undefined): Values {
    const byTerm: Values = {}
    const knownByTerm = new Map<string, KnownValues>()
    for (const statement of statements) {
      const term = this.#termOf(statement.predicate)
      if (term === undefined) continue
      let present = knownByTerm.get(term)
      if (present === undefined) {
        present = new KnownValues(known?.[term], this.reading.base, this.reading.prefixes)
        knownByTerm.set(term, present)
      }
      const made = this.#made(term, statement, present, known !== undefined)
      if (made.length > 0) byTerm[term] = [...byTerm[term] ?? [], ...made]
    }
    return byTerm
  }

  #termOf (predicate: string): string | undefined {
    const { terms: { properties }, errors } = this.reading
    const property = properties.byUri(predicate)
    if (property !== undefined) return property.term
    const near = this.#compared++ < SUGGESTIONS_MAX
      ? nearestName(predicate, [...properties].map(({ uri }) => uri), SUGGESTION_MAX_EDITS)
      : undefined
    errors.add(predicate, `There is no property <${predicate}>.${near === undefined ? '' : ` Did you mean <${near}>?`}`)
    return undefined
  }

  /** One value, or several that differ only in visibility and annotations. */
  #made (term: string, statement: Statement, present: KnownValues, isKnown: boolean): Representation[] {
    const { object, annotations } = statement
    if (object.kind === 'none') return []
    if (statement.isNested === true) this.reading.onLoss(term, 'Lists within a list become one list.')
    const equal = present.equalTo(object)
    const content = equal.length > 0 ? undefined : this.#content(term, object)
    if (equal.length === 0 && content === undefined) return []
    const annotated = [...equal.filter(isAnnotated), ...equal.filter((value) => !isAnnotated(value))]
    const result: Representation[] = []
    for (let at = 0; at < Math.max(equal.length, annotations.length, 1); at++) {
      const same = annotated[at]
      const isPublic = statement.isPublic ??
        (same === undefined ? isKnown ? !present.areSomePrivate : undefined : same.is_public)
      const about = annotations[at]
      const knownAbout = isObject(same?.['@annotation']) ? same['@annotation'] : isKnown ? {} : undefined
      result.push({
        ...(same === undefined ? content ?? this.#content(term, object) : this.#retained(term, same, object)),
        ...(isPublic !== undefined && { is_public: isPublic }),
        ...(about !== undefined && { '@annotation': this.valuesOf(about, knownAbout) })
      })
    }
    return result
  }

  /** The defining members of an existing value, with the label in the document. */
  #retained (term: string, value: Representation, object: Thing): Representation {
    const { '@annotation': _annotation, property_label: _label, is_public: _isPublic, ...retained } = value
    if (object.kind !== 'iri' || value.type !== 'uri') return retained
    const { 'o:label': label, 'o:lang': language, ...bare } = retained
    const isSaid = object.labels.some(({ text }) => text === label)
    return isSaid ? { ...bare, 'o:label': label, 'o:lang': language } : { ...bare, ...this.#labelled(term, object.iri, object.labels) }
  }

  #content (term: string, object: Thing): Representation | undefined {
    const { api, errors } = this.reading
    if (object.kind === 'literal') return this.#literal(term, object)
    if (object.kind !== 'iri') return undefined
    const own = ownAddress(object.iri, api)
    if (own !== undefined && LINKED.includes(own.type)) return { type: 'resource', value_resource_id: own.id }
    if (own !== undefined) {
      errors.add(term, `A value cannot link to <${object.iri}>, only to items, item sets and media.`)
      return undefined
    }
    return { type: 'uri', '@id': object.iri, ...this.#labelled(term, object.iri, object.labels) }
  }

  #literal (term: string, { text, language, datatype }: Thing & { kind: 'literal' }): Representation | undefined {
    if (datatype === ANY_URI) return { type: 'uri', '@id': text }
    if (READABLE.has(datatype)) this.reading.onLoss(`${term}^^${datatype.replace(XSD, 'xsd:')}`, 'The text is stored without its type.')
    else if (!PLAIN.includes(datatype)) {
      this.reading.errors.add(term, `A text of the type <${datatype}> cannot be stored.`)
      return undefined
    }
    return { type: 'literal', '@value': text, ...(language !== undefined && { '@language': inUsualCase(language) }) }
  }

  #labelled (term: string, iri: string, labels: readonly Label[]): Representation {
    const [label, ...others] = labels
    if (label === undefined) return {}
    if (others.length > 0) {
      this.reading.errors.add(term, `<${iri}> has ${labels.length} labels, and a value can have one.`)
    }
    return { 'o:label': label.text, ...(label.language !== undefined && { 'o:lang': inUsualCase(label.language) }) }
  }
}

function isAnnotated (value: Representation): boolean {
  return value['@annotation'] !== undefined
}

/** A language tag in its canonical case, `en-GB`: RDF parsers return lower case. */
function inUsualCase (tag: string): string {
  try {
    const [usual] = Intl.getCanonicalLocales(tag)
    return usual?.toLowerCase() === tag.toLowerCase() ? usual : tag
  } catch {
    return tag
  }
}
