import { setImmediate as nextTurn } from 'node:timers/promises'
import { batches } from './batches.js'
import type { Prefixes } from './context.js'
import { documentOf, nodesOf } from './document.js'
import type { Quad, Term } from './terms.js'

/** Never loads a document: the context is embedded, and no payload may cause a request. Needs no base of IRIs. */
export const OPTIONS = {
  documentLoader: async (): Promise<never> => { throw new Error('No other document belongs to this one.') },
  base: ''
}

interface Naming {
  /** Whether the statements about each resource form a graph named by its URL. */
  isNamed?: boolean
  /** Counter for blank nodes; lists that share it can be merged into one graph. */
  numbering?: { next: number }
}

/**
 * Converts representations to triples, or to quads if their graphs are named. Lets other requests be served every few
 * milliseconds.
 */
export async function * quadsOf (
  resources: Iterable<unknown>, prefixes: Prefixes, { isNamed = false, numbering = { next: 0 } }: Naming = {}
): AsyncGenerator<Quad[]> {
  const { default: jsonld } = await import('jsonld')
  for (const groups of batches(nodesOf(resources, prefixes))) {
    const document = documentOf(groups, prefixes, isNamed)
    const found = await jsonld.toRDF(document, OPTIONS) as unknown as Quad[]
    const first = numbering.next
    // jsonld numbers the blank nodes of every batch from 0, so they are renamed.
    const renamed = (term: Term): Term => {
      if (term.termType !== 'BlankNode') return term
      const at = term.value.lastIndexOf('b') + 1
      const number = first + Number(term.value.slice(at))
      numbering.next = Math.max(numbering.next, number + 1)
      return { ...term, value: `${term.value.slice(0, at)}${number}` }
    }
    yield found.map(({ subject, predicate, object, graph }) =>
      ({ subject: renamed(subject), predicate, object: renamed(object), graph }))
    await nextTurn()
  }
}
