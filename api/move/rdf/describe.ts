import { ErrorCollector, ValidationError } from '../../core/calls/errors.js'
import { listAt, ListError, type List } from '../../core/rdf/lists.js'
import {
  isBlank, nameOf, RDF, COMPUTED, LABELS, OMEKA, STATEMENT, TYPE, type Quad, type Term
} from '../../core/rdf/terms.js'
import { groupBy } from '../../core/sequence/group-by.js'
import { ownAddress, type Description, type Label, type Place, type Statement, type Thing } from './description.js'
import { Graph, keyOf, type Triple } from './graph.js'
import { NAMING, subjectOf } from './subject.js'

/** Limit for nested annotations and nodes. */
const NESTING_MAX_DEPTH = 64

/** Further errors are not reported: one mistake may be repeated in every statement. */
const ERRORS_MAX = 20

const PARTS = [`${RDF}subject`, `${RDF}predicate`, `${RDF}object`] as const
const NONE: Thing = { kind: 'none' }
const IS_PUBLIC = `${OMEKA}is_public`

/**
 * Converts the statements of a document to a description of the single resource that it describes. Statements about
 * other nodes must be labels of IRIs, annotations, or what the service itself states about other resources.
 * @param most maximum number of values of a resource.
 * @throws ValidationError with the IRIs of everything that cannot be part of a resource, or when there are too many
 * values.
 */
export function describe (quads: readonly Quad[], place: Place, most: number): Description {
  const graph = new Graph(quads)
  const subject = subjectOf(graph, place)
  const reader = new Reader(graph, place, subject, most)
  const description = reader.description()
  if (reader.values <= most) return description
  throw ValidationError.of('values', `A resource may be given ${most} values at once, there are ${reader.values}.`)
}

class Reader {
  readonly #errors = new ErrorCollector()
  #reported = 0
  /** Number of values, including annotations. */
  values = 0
  /** Names of nodes that have been processed. */
  readonly #read = new Set<string>()
  /** Nodes that annotate a statement, by the statement's key. */
  readonly #annotations: ReadonlyMap<string | undefined, readonly string[]>

  constructor (
    private readonly graph: Graph, private readonly place: Place, private readonly subject: string,
    private readonly most: number
  ) {
    this.#annotations = groupBy(graph.subjects, (name) => {
      if (!graph.hasType(name, STATEMENT)) return undefined
      const [about, predicate, object] = PARTS.map((part) => graph.objectsOf(name, part))
      const isWhole = about?.length === 1 && predicate?.length === 1 && object?.length === 1
      return isWhole ? keyOf(nameOf(about[0]!), predicate[0]!.value, object[0]!) : undefined
    })
  }

  description (): Description {
    const description = this.#describe(this.subject, 0)
    for (const name of this.graph.subjects) if (!this.#read.has(name)) this.#refuseRest(name)
    this.#errors.throwIfAny()
    return description
  }

  #describe (name: string, depth: number): Description {
    this.#read.add(name)
    const types: string[] = []
    const triples: Triple[] = []
    for (const triple of this.graph.about(name)) {
      if (triple.predicate !== TYPE) triples.push(triple)
      else if (triple.object.termType === 'NamedNode') types.push(triple.object.value)
      else this.#refuse(TYPE, 'The type of a resource must be the IRI of a class.')
    }
    return { subject: isBlank(name) ? null : name, types, statements: this.#statements(triples, depth) }
  }

  #statements (triples: readonly Triple[], depth: number): Statement[] {
    return triples.flatMap((triple) => {
      const list = this.#listAt(triple)
      if (list === undefined) return this.#statement(triple, depth)
      if (list.members.length === 0) return [{ predicate: triple.predicate, object: NONE, annotations: [] }]
      return list.members.flatMap(({ object }) =>
        this.#statement({ ...triple, object }, depth, list.isNested ? { isNested: true } : {}))
    })
  }

  #statement (triple: Triple, depth: number, more: { isNested?: true } = {}): Statement[] {
    // Stop converting when there are too many values, because statements may share long lists.
    const object = this.values > this.most ? undefined : this.#thing(triple.predicate, triple.object, depth)
    if (object === undefined) return []
    if (!isOfService(triple.predicate)) this.values++
    return [{ predicate: triple.predicate, object, ...more, ...this.#annotated(triple, depth) }]
  }

  /** The list to which a statement leads: its members are the values. */
  #listAt (triple: Triple): Pick<List<Triple>, 'members' | 'isNested'> | undefined {
    const target = this.graph.targetOf(triple)
    if (target === undefined) return undefined
    try {
      const list = listAt(target, this.graph, this.most)
      for (const node of list?.nodes ?? []) this.#read.add(node)
      return list
    } catch (error) {
      if (!(error instanceof ListError)) throw error
      this.#refuse(triple.predicate, error.message)
      return { members: [], isNested: false }
    }
  }

  #thing (predicate: string, object: Term, depth: number): Thing | undefined {
    const { termType, value, language } = object
    if (termType === 'Literal') {
      const datatype = object.datatype!.value
      return { kind: 'literal', text: value, datatype, ...(language !== undefined && language !== '' && { language }) }
    }
    if (termType === 'BlankNode') return this.#node(predicate, nameOf(object), depth)
    if (termType !== 'NamedNode') return this.#refuse(predicate, 'A statement about a quoted statement cannot be stored.')
    const isOwn = ownAddress(value, this.place.api) !== undefined
    return { kind: 'iri', iri: value, labels: isOwn ? [] : this.#labels(value) }
  }

  #node (predicate: string, name: string, depth: number): Thing | undefined {
    if (!isOfService(predicate)) {
      this.#read.add(name)
      const [first] = this.graph.about(name)
      return this.#refuse(predicate, first === undefined
        ? 'Its value must be a text or an address, and not a node without an address.'
        : 'Its value must be a text or an address: statements about a node without an address ' +
          `(<${first.predicate}>, for example) cannot be stored.`)
    }
    if (depth >= NESTING_MAX_DEPTH || this.#read.has(name)) return this.#refuse(predicate, 'It leads back to itself, or too deep.')
    return { kind: 'node', node: this.#describe(name, depth + 1) }
  }

  /** The labels of an IRI: by the service's own key, otherwise by the first label predicate that occurs. */
  #labels (iri: string): Label[] {
    if (iri === this.subject) return []
    const triples = this.graph.about(iri)
    if (triples.length === 0) return []
    this.#read.add(iri)
    for (const { predicate } of triples) {
      if (NAMING.includes(predicate)) continue
      this.#refuse(predicate, `Only the label of <${iri}> can be stored (${NAMING.map((one) => `<${one}>`).join(', ')}).`)
    }
    const own = this.graph.objectsOf(iri, `${OMEKA}label`)
    const languages = this.graph.objectsOf(iri, `${OMEKA}lang`)
    if (own.length > 0) {
      const [language] = own.length + languages.length === 2 ? languages : []
      return own.map(({ value, language: tag }) => labelOf(value, tag || language?.value))
    }
    const named = LABELS.map((predicate) => this.graph.objectsOf(iri, predicate)).find((found) => found.length > 0)
    return (named ?? []).map(({ value, language }) => labelOf(value, language))
  }

  #annotated (triple: Triple, depth: number): Pick<Statement, 'annotations' | 'isPublic'> {
    const annotations: Statement[][] = []
    let isPublic: boolean | undefined
    for (const name of this.#annotations.get(keyOf(triple.subject, triple.predicate, triple.object)) ?? []) {
      if (this.#read.has(name)) continue
      this.#read.add(name)
      if (depth >= NESTING_MAX_DEPTH) {
        this.#refuse(triple.predicate, 'Annotations nest too deep.')
        continue
      }
      const triples = this.graph.about(name).filter(({ predicate, object }) =>
        !(PARTS as readonly string[]).includes(predicate) && !(predicate === TYPE && object.value === STATEMENT))
      for (const { predicate, object } of triples) {
        if (predicate === IS_PUBLIC) isPublic = object.value === 'true' || object.value === '1'
        if (predicate === TYPE) this.#refuse(TYPE, 'An annotation cannot have a class.')
      }
      const about = triples.filter(({ predicate }) => predicate !== IS_PUBLIC && predicate !== TYPE)
      if (about.length > 0) annotations.push(this.#statements(about, depth + 1))
    }
    return { annotations, ...(isPublic !== undefined && { isPublic }) }
  }

  /**
   * Refuses statements about a node that is not part of the resource, unless the service itself makes them about other
   * resources.
   */
  #refuseRest (name: string): void {
    const isOwn = ownAddress(name, this.place.api) !== undefined
    for (const { predicate, object } of this.graph.about(name)) {
      const isExpected = isOfService(predicate) || (predicate === TYPE && object.value.startsWith(OMEKA)) ||
        object.value === this.subject
      if (isOwn && isExpected) continue
      this.#refuse(predicate, this.graph.hasType(name, STATEMENT)
        ? 'This is about a statement that the document does not make.'
        : isOwn
          ? `<${name}> is another resource. Send statements about it to its own address.`
          : `No statement leads from the resource to ${isBlank(name) ? 'this node' : `<${name}>`}.`)
    }
  }

  #refuse (key: string, message: string): undefined {
    if (this.#reported++ < ERRORS_MAX) this.#errors.add(key, message)
  }
}

function labelOf (text: string, language: string | undefined): Label {
  return { text, ...(language !== undefined && language !== '' && { language }) }
}

/** Whether a predicate is computed by the service, or one of its own keys. */
function isOfService (predicate: string): boolean {
  return COMPUTED.some((namespace) => predicate.startsWith(namespace))
}
