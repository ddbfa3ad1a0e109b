import { setImmediate as nextTurn } from 'node:timers/promises'
import { batches } from './batches.js'
import { documentOf, nodesOf } from './document.js'
import type { Quad, Term } from './terms.js'

/** Never fetches anything: the context is part of the document, and no payload may cause a request. */
async function documentLoader (): Promise<never> {
  throw new Error('No other document belongs to this one.')
}

/**
 * The triples that a representation, or a list of them, means as JSON-LD. Other requests get a turn every few
 * milliseconds.
 *
 * @param base of relative IRIs in values.
 * @param numbering of blank nodes; several lists that share it can be one graph.
 */
export async function * quadsOf (
  body: unknown, context: Record<string, string>, base: string, numbering = { next: 0 }
): AsyncGenerator<Quad[]> {
  // Some 130 files, undici among them, that a start does without.
  const { default: jsonld } = await import('jsonld')
  for (const batch of batches(nodesOf(body))) {
    const found = await jsonld.toRDF(documentOf(batch, context), { documentLoader, base }) as unknown as Quad[]
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
