import { namespacesInRdf } from './namespaces.js'

/** Namespaces that every context has, besides those of the vocabularies (docs/contract/http.md §11). */
const OWN_NAMESPACE = ['o', 'http://omeka.org/s/vocabs/o#'] as const
const FURTHER_NAMESPACES = [
  ['o-cnt', 'http://www.w3.org/2011/content#'],
  ['o-time', 'http://www.w3.org/2006/time#']
] as const

/**
 * The JSON-LD context that every representation refers to, with the vocabularies that a context can hold.
 *
 * @param namespaces of the vocabularies, by prefix. @param added those of the application; they replace none.
 */
export function contextOf (
  namespaces: ReadonlyMap<string, string>, added: Readonly<Record<string, string>>
): Record<string, string> {
  const taken = new Set([...namespaces.keys(), ...[OWN_NAMESPACE, ...FURTHER_NAMESPACES].map(([prefix]) => prefix)])
  const further = Object.entries(added).filter(([prefix]) => !taken.has(prefix))
  return Object.fromEntries([OWN_NAMESPACE, ...namespacesInRdf(namespaces), ...FURTHER_NAMESPACES, ...further])
}
