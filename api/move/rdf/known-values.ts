import type { Representation } from '../../core/answers/answer.js'
import { isObject } from '../../core/calls/given.js'
import type { Prefixes } from '../../core/rdf/context.js'
import { absoluteIri, LANGUAGE_TAG, XSD } from '../../core/rdf/terms.js'
import { groupBy } from '../../core/sequence/group-by.js'
import type { Thing } from './description.js'

/** The values of one property in a representation, by their RDF terms; equal ones are grouped. */
export class KnownValues {
  readonly #byObject: ReadonlyMap<string, Representation[]>
  /** Whether some of them are private. */
  readonly areSomePrivate: boolean

  /**
   * @param values as represented under a term.
   * @param base URL of the representation, the base of its relative IRIs.
   */
  constructor (values: unknown, base: string, prefixes: Prefixes) {
    const list = (Array.isArray(values) ? values : []).filter((value): value is Representation => isObject(value))
    this.areSomePrivate = list.some((value) => value.is_public === false)
    this.#byObject = groupBy(list, (value) => keyOfValue(value, base, prefixes))
  }

  equalTo (thing: Thing): readonly Representation[] {
    return this.#byObject.get(keyOfThing(thing)) ?? []
  }
}

function keyOfThing (thing: Thing): string {
  if (thing.kind === 'literal') return literalKey(thing.text, thing.language, thing.datatype)
  return thing.kind === 'iri' ? `<${thing.iri}>` : ''
}

/** The key of a represented value, by the rules of its RDF form (api/core/rdf/document.ts). */
function keyOfValue (value: Representation, base: string, prefixes: Prefixes): string {
  const { '@value': text, '@id': address, '@language': language, '@type': datatype } = value
  if (text === undefined) return typeof address === 'string' ? `<${expanded(absoluteIri(address, base), prefixes)}>` : ''
  const tag = typeof language === 'string' && LANGUAGE_TAG.test(language) ? language : undefined
  const type = typeof datatype === 'string' ? expanded(datatype, prefixes) : typeOf(text)
  return literalKey(String(text), tag, type)
}

function literalKey (text: string, language: string | undefined, datatype: string): string {
  return language === undefined ? `"${datatype}"${text}` : `@${language.toLowerCase()}"${text}`
}

function typeOf (value: unknown): string {
  if (typeof value === 'boolean') return `${XSD}boolean`
  if (typeof value !== 'number') return `${XSD}string`
  return Number.isInteger(value) ? `${XSD}integer` : `${XSD}double`
}

export function expanded (iri: string, prefixes: Prefixes): string {
  const colon = iri.indexOf(':')
  const prefix = iri.slice(0, Math.max(colon, 0))
  const isShort = colon > 0 && Object.hasOwn(prefixes, prefix) && !iri.startsWith('//', colon + 1)
  return isShort ? `${prefixes[prefix]!}${iri.slice(colon + 1)}` : iri
}
