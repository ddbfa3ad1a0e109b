import { nameOf } from '../rdf/node-names.js'
import { TYPE } from '../rdf/vocabulary.js'
import { RDF, type Quad, type Term } from '../rdf/terms.js'

export const FIRST = `${RDF}first`
export const REST = `${RDF}rest`
export const NIL = `${RDF}nil`

/** A statement, with nodes by their names. */
export interface Triple {
  subject: string
  predicate: string
  object: Term
}

/** The statements of a document by their subjects, each once, in the order of the document. */
export class Graph {
  readonly #about = new Map<string, Triple[]>()

  constructor (quads: readonly Quad[]) {
    const known = new Set<string>()
    for (const { subject, predicate, object } of quads) {
      const name = nameOf(subject)
      const identity = keyOf(name, predicate.value, object)
      if (known.has(identity)) continue
      known.add(identity)
      const triple = { subject: name, predicate: predicate.value, object }
      const others = this.#about.get(name)
      if (others === undefined) this.#about.set(name, [triple])
      else others.push(triple)
    }
  }

  /** The names of everything that something is said of. */
  get subjects (): Iterable<string> {
    return this.#about.keys()
  }

  about (name: string): readonly Triple[] {
    return this.#about.get(name) ?? []
  }

  objectsOf (name: string, predicate: string): Term[] {
    return this.about(name).filter((triple) => triple.predicate === predicate).map(({ object }) => object)
  }

  hasType (name: string, type: string): boolean {
    return this.objectsOf(name, TYPE).some(({ value }) => value === type)
  }

  /**
   * The members of a list, and the names of its nodes; undefined when this is no list.
   *
   * @throws Error when it is not well-formed.
   */
  listAt (head: Term): { members: Term[], nodes: string[] } | undefined {
    if (head.termType === 'NamedNode' && head.value === NIL) return { members: [], nodes: [] }
    if (head.termType !== 'BlankNode' || this.objectsOf(nameOf(head), FIRST).length === 0) return undefined
    const members: Term[] = []
    const nodes = new Set<string>()
    for (let node = head; node.value !== NIL;) {
      const name = nameOf(node)
      const [first, ...firsts] = this.objectsOf(name, FIRST)
      const [rest, ...rests] = this.objectsOf(name, REST)
      const isWhole = first !== undefined && rest !== undefined && rest.termType !== 'Literal'
      if (!isWhole || firsts.length + rests.length > 0 || nodes.has(name) || this.about(name).length > 2) {
        throw new Error('A list is not well-formed.')
      }
      nodes.add(name)
      members.push(first)
      node = rest
    }
    return { members, nodes: [...nodes] }
  }
}

/** The same for equal statements only. */
export function keyOf (subject: string, predicate: string, { termType, value, language, datatype }: Term): string {
  const kind = termType === 'Literal' ? `${language?.toLowerCase() ?? ''}^${datatype?.value ?? ''}` : termType
  return JSON.stringify([subject, predicate, kind, termType === 'Literal' ? value : nameOf({ termType, value })])
}
