/** A prefix must be valid in JSON-LD, Turtle and XML. */
const PREFIX = /^[a-z][\w-]*$/i

/** An absolute IRI (RFC 3987), as far as a parser of JSON-LD or RDF insists on it. */
// eslint-disable-next-line no-control-regex
const ABSOLUTE_IRI = /^[a-z][a-z0-9+.-]*:[^\u0000-\u0020\s<>"{}|\\^`]+$/i

/**
 * Whether terms may begin with this prefix: letters, digits, `_` and `-`, a letter first. Names of what every
 * JavaScript object has, such as `hasOwnProperty`, are none: parsers of JSON-LD that look them up in the context fail.
 */
export function isPrefix (text: string): boolean {
  return PREFIX.test(text) && !(text in {})
}

/** Whether this may be a namespace IRI: any other in the context makes the whole document invalid. */
export function isNamespace (text: string): boolean {
  return ABSOLUTE_IRI.test(text)
}
