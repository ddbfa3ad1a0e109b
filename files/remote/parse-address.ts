/** Longer hosts are refused unparsed: the time to parse one grows with the square of its length, and then blocks. */
const HOST_MAX_CHARACTERS = 1000

/** Parses an absolute URL, or one relative to `base`; undefined if it is none, or its host cannot exist. */
export function parseAddress (address: string, base?: string): URL | undefined {
  // Wherever the parser finds the host, it is within one of these parts.
  const parts = address.split(/[?#]/, 1)[0]!.split(/[/\\]/)
  const isTooLong = parts.some(({ length }) => length > HOST_MAX_CHARACTERS)
  return isTooLong || !URL.canParse(address, base) ? undefined : new URL(address, base)
}

/** Whether this is an http or https URL. */
export function isOfWeb ({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}

/** Parses an absolute http or https URL; undefined if it is none. */
export function parseWebAddress (address: string): URL | undefined {
  const url = parseAddress(address)
  return url !== undefined && isOfWeb(url) ? url : undefined
}
