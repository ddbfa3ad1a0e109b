import { OWN_NAMESPACES } from '../rdf/terms.js'

/** A prefix must be valid in JSON-LD, Turtle and XML. */
const PREFIX = /^[a-z][\w-]*$/i

/** An absolute IRI (RFC 3987), as strict as parsers of JSON-LD and RDF are. */
// eslint-disable-next-line no-control-regex
const ABSOLUTE_IRI = /^[a-z][a-z0-9+.-]*:[^\u0000-\u0020\s<>"{}|\\^`]+$/i

/**
 * Whether contexts can hold this prefix: letters, digits, `_` and `-`, a letter first. Names of properties that every
 * JavaScript object has, such as `hasOwnProperty`, are none: JSON-LD parsers that look prefixes up in an object fail on
 * them.
 */
export function isPrefix (text: string): boolean {
  return PREFIX.test(text) && !(text in {}) && !hidesIris(text)
}

/**
 * Schemes of absolute IRIs without `//` after the colon. JSON-LD treats `urn:isbn:1` as a compact IRI if the context
 * has a prefix `urn`; `http://…` never is one (JSON-LD 1.1, IRI Expansion). Some names of schemes are customary
 * prefixes, such as `geo`, and stay allowed.
 */
const OPAQUE_SCHEMES = new Set([
  'about', 'ark', 'blob', 'cid', 'data', 'did', 'doi', 'hdl', 'info', 'javascript', 'mailto', 'mid', 'tag', 'tel', 'urn'
])

/** Whether absolute IRIs would be read as terms of a vocabulary with this prefix. */
function hidesIris (prefix: string): boolean {
  return OPAQUE_SCHEMES.has(prefix.toLowerCase())
}

/**
 * The vocabularies that JSON-LD contexts and RDF can hold. The contract takes any prefix and namespace; one that is not
 * valid would make every document invalid, so that terms of such a vocabulary are left out.
 */
export function namespacesInRdf (namespaces: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...namespaces].filter(([prefix, namespace]) => isPrefix(prefix) && isNamespace(namespace)))
}

/** Whether contexts can hold this namespace IRI. */
export function isNamespace (text: string): boolean {
  return ABSOLUTE_IRI.test(text)
}

/**
 * The JSON-LD context that every representation refers to. Vocabularies with a prefix or namespace that is invalid in
 * a context, which older versions accepted, are left out, because they would make every document with this context
 * invalid.
 *
 * @param namespaces of the vocabularies, by prefix. @param added namespaces of the application, which do not replace
 * others.
 */
export function contextOf (
  namespaces: ReadonlyMap<string, string>, added: Readonly<Record<string, string>>
): Record<string, string> {
  const { o, ...others } = OWN_NAMESPACES
  const isTaken = (prefix: string): boolean => namespaces.has(prefix) || Object.hasOwn(OWN_NAMESPACES, prefix)
  const further = Object.entries(added).filter(([prefix]) => !isTaken(prefix))
  return { o, ...Object.fromEntries(namespacesInRdf(namespaces)), ...others, ...Object.fromEntries(further) }
}
