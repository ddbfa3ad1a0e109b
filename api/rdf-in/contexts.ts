/** Prefix to namespace. */
export type Prefixes = Readonly<Record<string, string>>

/** Contexts that ship with the program, by their addresses. */
const CONTEXTS: Readonly<Record<string, object>> = {}

export const WELL_KNOWN: readonly string[] = Object.keys(CONTEXTS)

/** The context that is known by an address: the service's own at any base, or one that ships with the program. */
export function wellKnownContext (address: string, prefixes: Prefixes): object | undefined {
  return isOwnContext(address) ? ownContext(prefixes) : CONTEXTS[address]
}

/** The service's own context, in which namespaces may end with any character. */
export function ownContext (prefixes: Prefixes): Record<string, object> {
  return Object.fromEntries(Object.entries(prefixes).map(([prefix, namespace]) =>
    [prefix, { '@id': namespace, '@prefix': true }]))
}

/** Whether this is the address of the context of a service like this one, wherever it is served. */
export function isOwnContext (address: string): boolean {
  return /^https?:\/\/[^?#]+\/api-context$/.test(address)
}
