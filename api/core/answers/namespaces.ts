/** A prefix must be valid in JSON-LD, Turtle and XML. */
const PREFIX = /^[a-z][\w-]*$/i

/** An absolute IRI (RFC 3987), as strict as parsers of JSON-LD and RDF are. */
// eslint-disable-next-line no-control-regex
const ABSOLUTE_IRI = /^[a-z][a-z0-9+.-]*:[^\u0000-\u0020\s<>"{}|\\^`]+$/i

/**
 * Whether a vocabulary may have this prefix: letters, digits, `_` and `-`, a letter first. Names of properties that
 * every JavaScript object has, such as `hasOwnProperty`, are refused: JSON-LD parsers that look prefixes up in an
 * object fail on them.
 */
export function isPrefix (text: string): boolean {
  return PREFIX.test(text) && !(text in {})
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
export function hidesIris (prefix: string): boolean {
  return OPAQUE_SCHEMES.has(prefix.toLowerCase())
}

/** Whether a vocabulary may have this namespace IRI. An invalid one would make every JSON-LD document invalid. */
export function isNamespace (text: string): boolean {
  return ABSOLUTE_IRI.test(text)
}
