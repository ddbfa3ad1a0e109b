import { groupBy } from '../../core/sequence/group-by.js'
import { nameOf, TYPE, type Quad, type Term } from '../../core/rdf/terms.js'

/** A statement, with nodes identified by name. */
export interface Triple {
  subject: string
  predicate: string
  object: Term
}

/** The distinct statements of a document by subject, in the order of the document. */
export class Graph {
  readonly #about: ReadonlyMap<string, Triple[]>

  constructor (quads: readonly Quad[]) {
    const distinct = new Map<string, Triple>()
    for (const { subject, predicate, object } of quads) {
      const triple = { subject: nameOf(subject), predicate: predicate.value, object }
      const key = keyOf(triple.subject, triple.predicate, object)
      if (!distinct.has(key)) distinct.set(key, triple)
    }
    this.#about = groupBy(distinct.values(), ({ subject }) => subject)
  }

  /** All nodes that are subject of at least one triple. */
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

  /** Name of the node to which a statement leads; undefined for a literal. */
  targetOf ({ object }: Triple): string | undefined {
    return object.termType === 'Literal' ? undefined : nameOf(object)
  }
}

/** A key that is equal only for equal statements. */
export function keyOf (subject: string, predicate: string, { termType, value, language, datatype }: Term): string {
  const kind = termType === 'Literal' ? `${language?.toLowerCase() ?? ''}^${datatype?.value ?? ''}` : termType
  return JSON.stringify([subject, predicate, kind, termType === 'Literal' ? value : nameOf({ termType, value })])
}
