import type { Representation } from '../../core/answers/answer.js'
import { isObject } from '../../core/calls/payload.js'
import { escapedIri, isAbsolute } from '../../core/rdf/iri.js'
import { XSD } from '../../core/rdf/terms.js'
import type { Thing } from './description.js'
import type { Prefixes } from './contexts.js'

const LANGUAGE = /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i

/** The values of one property in a representation, by what they are in RDF, where equal ones are one. */
export class KnownValues {
  readonly #byObject = new Map<string, Representation[]>()
  /** Whether some of them are not public. */
  readonly areSomePrivate: boolean

  /**
   * @param values as they are represented under a term. @param base address of the representation, to which relative
   *   addresses in it refer.
   */
  constructor (values: unknown, base: string, prefixes: Prefixes) {
    const list = (Array.isArray(values) ? values : []).filter((value): value is Representation => isObject(value))
    this.areSomePrivate = list.some((value) => value.is_public === false)
    for (const value of list) {
      const key = keyOfValue(value, base, prefixes)
      const others = this.#byObject.get(key)
      if (others === undefined) this.#byObject.set(key, [value])
      else others.push(value)
    }
  }

  equalTo (thing: Thing): readonly Representation[] {
    return this.#byObject.get(keyOfThing(thing)) ?? []
  }
}

function keyOfThing (thing: Thing): string {
  if (thing.kind === 'literal') return literalKey(thing.text, thing.language, thing.datatype)
  return thing.kind === 'iri' ? `<${thing.iri}>` : ''
}

/** The same for a value as it is represented, as RDF is made of it (api/core/rdf/document.ts). */
function keyOfValue (value: Representation, base: string, prefixes: Prefixes): string {
  const { '@value': text, '@id': address, '@language': language, '@type': datatype } = value
  if (text === undefined) return typeof address === 'string' ? `<${absolute(address, base, prefixes)}>` : ''
  const tag = typeof language === 'string' && LANGUAGE.test(language) ? language : undefined
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

function absolute (given: string, base: string, prefixes: Prefixes): string {
  const address = escapedIri(given)
  if (isAbsolute(address)) return expanded(address, prefixes)
  return URL.canParse(address, base) ? new URL(address, base).href : address
}

/** An IRI that may be written with a prefix. */
export function expanded (iri: string, prefixes: Prefixes): string {
  const colon = iri.indexOf(':')
  const prefix = iri.slice(0, Math.max(colon, 0))
  const isShort = colon > 0 && Object.hasOwn(prefixes, prefix) && !iri.startsWith('//', colon + 1)
  return isShort ? `${prefixes[prefix]!}${iri.slice(colon + 1)}` : iri
}
