const ATOM = "A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\u{10ffff}-"
const DOT_ATOM = new RegExp(`^[${ATOM}]+(\\.[${ATOM}]+)*$`, 'u')
const QUOTED = /^"([\x20\x21\x23-\x5b\x5d-\x7e\u0080-\u{10ffff}]|\\[\x20-\x7e])*"$/u

/** A label of a host name, in ASCII or not. */
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u
/** The form of top-level domains: digits occur only in Punycode. */
const TOP_LEVEL = /^([\p{L}\p{M}]{2,63}|xn--[a-z0-9-]{2,59})$/iu
/**
 * Names that never become top-level domains (RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 9476; `internal` by ICANN).
 */
const RESERVED = new Set([
  'alt', 'example', 'internal', 'invalid', 'local', 'localdomain', 'localhost', 'onion', 'test'
])

const FORMAT = 'The input is not a valid email address. Use the basic format local-part@hostname'
const LOCAL_NETWORK = 'The input appears to be a local network name but local network names are not allowed'

/**
 * The reference's messages about an invalid e-mail address (docs/contract/admin-resources.md §5); an empty list for a
 * valid one. Top-level domains are checked by form and against reserved names, because a full list would become
 * outdated.
 */
export function emailProblems (given: unknown): string[] {
  if (typeof given !== 'string') return ['Invalid type given. String expected']
  const [, local, host] = /^(.+)@([^@]+)$/u.exec(given) ?? []
  if (local === undefined || host === undefined || given.includes('..')) return [FORMAT]
  if (local.length > 64 || host.length > 255) return ['The input exceeds the allowed length']
  return [...hostProblems(host), ...localProblems(local)]
}

function hostProblems (host: string): string[] {
  const labels = host.split('.')
  const topLevel = labels.at(-1)!
  const invalid = `'${host}' is not a valid hostname for the email address`
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) {
    return [invalid, 'The input does not match the expected structure for a DNS hostname', LOCAL_NETWORK]
  }
  if (!TOP_LEVEL.test(topLevel) || RESERVED.has(topLevel.toLowerCase())) {
    return [invalid, 'The input appears to be a DNS hostname but cannot match TLD against known list', LOCAL_NETWORK]
  }
  return []
}

function localProblems (local: string): string[] {
  if (DOT_ATOM.test(local) || QUOTED.test(local)) return []
  return [
    `'${local}' can not be matched against dot-atom format`,
    `'${local}' can not be matched against quoted-string format`,
    `'${local}' is not a valid local part for the email address`
  ]
}
