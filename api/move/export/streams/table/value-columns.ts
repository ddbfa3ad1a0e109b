import type { Terms } from '../../../../../db/query/statements/terms.js'
import type { Representation } from '../../../../core/answers/answer.js'
import { LANGUAGE_TAG } from '../../../../core/rdf/terms.js'
import { addToGroup } from '../../../../core/sequence/group-by.js'
import type { ValueShape } from '../../../../values/value-shapes.js'

/** Limit for value columns; values that would need more are put into the JSON columns. */
const VALUE_COLUMNS_MAX = 4000

const SPACE = /[\t\n\f\r ]/

/** The data types that plain cells support, with their serialisation. Links are written as ids. */
const CELLS: Readonly<Record<string, (value: Representation) => string>> = {
  literal: (value) => String(value['@value']),
  uri: ({ '@id': address, 'o:label': label }) => label === undefined ? String(address) : `${String(address)} ${String(label)}`,
  resource: ({ value_resource_id: id }) => String(id),
  'resource:item': ({ value_resource_id: id }) => String(id),
  'resource:itemset': ({ value_resource_id: id }) => String(id),
  'resource:media': ({ value_resource_id: id }) => String(id)
}

/** Members of values that follow from others, or from the property in the header. */
const IMPLIED = new Set([
  'property_id', 'property_label', 'value_resource_name', 'url', 'display_title', 'thumbnail_url', 'thumbnail_title',
  'thumbnail_type'
])

/**
 * The value columns: one for each combination of property, language, data type and visibility, and one JSON column per
 * property for values that plain cells cannot represent (docs/export.md). Every value has a column.
 */
export class ValueColumns {
  /** Sort keys by header. */
  readonly #headers = new Map<string, readonly [propertyId: number, isJson: boolean]>()
  #order: readonly string[] | undefined

  constructor (private readonly terms: Terms) {}

  add (shapes: readonly ValueShape[]): void {
    this.#order = undefined
    for (const { propertyId, type, lang, isPublic, isAnnotated, hasSpace } of shapes) {
      const term = this.terms.properties.byId.get(propertyId)?.term
      if (term === undefined) continue
      const plain = isAnnotated || hasSpace ? undefined : headerOf(term, type, lang === '0' ? '' : lang ?? '', isPublic)
      if (plain !== undefined && this.#headers.has(plain)) continue
      if (plain !== undefined && this.#headers.size < VALUE_COLUMNS_MAX) this.#headers.set(plain, [propertyId, false])
      else this.#headers.set(jsonHeader(term), [propertyId, true])
    }
  }

  /** Sorted by property. */
  get headers (): readonly string[] {
    this.#order ??= [...this.#headers].sort(([a, [propertyA, jsonA]], [b, [propertyB, jsonB]]) =>
      propertyA - propertyB || Number(jsonA) - Number(jsonB) || (a < b ? -1 : 1)).map(([header]) => header)
    return this.#order
  }

  /** The cell texts of a resource's values, by header. */
  textsOf (representation: Representation): ReadonlyMap<string, string[]> {
    const texts = new Map<string, string[]>()
    const json = new Map<string, Representation[]>()
    for (const [term, values] of Object.entries(representation)) {
      if (!Array.isArray(values)) continue
      for (const value of values as Representation[]) {
        // Applications' listeners may add lists of their own.
        if (this.terms.properties.byId.get(Number(value.property_id))?.term !== term) continue
        const header = plainHeaderOf(term, value)
        const hasColumn = header !== undefined && this.#headers.has(header)
        if (hasColumn) addToGroup(texts, header, CELLS[String(value.type)]!(value))
        else addToGroup(json, jsonHeader(term), withoutImplied(value) as Representation)
      }
    }
    for (const [header, values] of json) {
      if (!this.#headers.has(header)) throw new Error(`There is no column ${header}.`)
      texts.set(header, [JSON.stringify(values)])
    }
    return texts
  }
}

export function isJsonHeader (header: string): boolean {
  return header.endsWith('^^json')
}

function jsonHeader (term: string): string {
  return `${term}^^json`
}

/** @returns undefined when plain columns cannot represent such values. */
function headerOf (term: string, type: string, language: string, isPublic: boolean): string | undefined {
  if (!Object.hasOwn(CELLS, type) || (language !== '' && !LANGUAGE_TAG.test(language))) return undefined
  const tagged = language === '' ? term : `${term}@${language}`
  return `${tagged}${type === 'literal' ? '' : `^^${type}`}${isPublic ? '' : ' (private)'}`
}

function plainHeaderOf (term: string, value: Representation): string | undefined {
  const { type, is_public: isPublic, '@language': language, 'o:lang': labelLanguage, '@annotation': annotation } = value
  if (annotation !== undefined || SPACE.test(String(value['@id'] ?? ''))) return undefined
  // A value that an application's listener has added may not be a text.
  if (type === 'literal' && typeof value['@value'] !== 'string') return undefined
  return headerOf(term, String(type), String(language ?? labelLanguage ?? ''), isPublic === true)
}

function withoutImplied (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutImplied)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => !IMPLIED.has(key))
    .map(([key, member]) => [key, withoutImplied(member)]))
}
