import { namespacesInRdf } from './namespaces.js'

/** Namespaces that every context has, besides the namespaces of the vocabularies (docs/contract/http.md §11). */
const OWN_NAMESPACE = ['o', 'http://omeka.org/s/vocabs/o#'] as const
const FURTHER_NAMESPACES = [
  ['o-cnt', 'http://www.w3.org/2011/content#'],
  ['o-time', 'http://www.w3.org/2006/time#']
] as const

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
  const taken = new Set([...namespaces.keys(), ...[OWN_NAMESPACE, ...FURTHER_NAMESPACES].map(([prefix]) => prefix)])
  const further = Object.entries(added).filter(([prefix]) => !taken.has(prefix))
  return Object.fromEntries([OWN_NAMESPACE, ...namespacesInRdf(namespaces), ...FURTHER_NAMESPACES, ...further])
}
