// eslint-disable-next-line no-control-regex
const NOT_IN_IRI = /[\u0000-\u0020\u007f-\u009f\s<>"{}|\\^`]/g
const LONE_SURROGATE = /\p{Surrogate}/gu

/** Replaces unpaired surrogates, which UTF-8 cannot represent. */
export function wellFormed (text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd')
}

/** Whether an address begins with a scheme. */
export function isAbsolute (address: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(address)
}

/** Escapes characters that are not allowed in IRIs, or that jsonld treats as white space. */
export function escapedIri (address: string): string {
  const iri = wellFormed(address).replace(NOT_IN_IRI, encodeURIComponent)
  // jsonld treats everything with `://` as absolute, and drops it if it is not.
  return isAbsolute(iri) ? iri : iri.replace('://', '%3A//')
}
