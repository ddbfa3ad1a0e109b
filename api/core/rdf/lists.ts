import { RDF, TYPE } from './terms.js'

const FIRST = `${RDF}first`
const REST = `${RDF}rest`
const NIL = `${RDF}nil`
const LIST = `${RDF}List`
const CONTAINERS: readonly string[] = [`${RDF}Seq`, `${RDF}Bag`, `${RDF}Alt`]

/** `rdf:_1`, or `rdf:li`, which parsers of RDF/XML should have numbered. */
const MEMBERSHIP = new RegExp(`^${RDF.replaceAll('.', '\\.')}(?:_([1-9]\\d{0,9})|li)$`)

/** Access to statements, some of which form lists. */
interface Statements<Statement extends { predicate: string }> {
  about (node: string): readonly Statement[]
  /** The name of the object of a statement; undefined for a literal. */
  targetOf (statement: Statement): string | undefined
}

export interface List<Statement> {
  /** The statements whose objects are the members, in order. Nested lists are replaced by their members. */
  members: Statement[]
  /** The nodes that form the list. */
  nodes: string[]
  /** Whether the list contains other lists. */
  isNested: boolean
}

/** A list that cannot be read; the message says why. */
export class ListError extends Error {
  override readonly name = 'ListError'
}

/** Whether a statement is part of a list or container. @param target name of its object. */
export function isOfList (predicate: string, target: string | undefined): boolean {
  if (predicate === TYPE) return target === LIST || CONTAINERS.includes(target!)
  return predicate === FIRST || predicate === REST || MEMBERSHIP.test(predicate)
}

/**
 * Reads a list (`rdf:first`, `rdf:rest`) or container (`rdf:Seq`, `rdf:Bag`, `rdf:Alt`).
 *
 * @param most maximum number of members. @returns undefined if the node is neither. @throws ListError if it is not
 * well-formed, or too long.
 */
export function listAt<Statement extends { predicate: string }> (
  head: string, statements: Statements<Statement>, most: number
): List<Statement> | undefined {
  if (!isList(head, statements)) return undefined
  const nodes = new Set<string>()
  const members: Statement[] = []
  let isNested = false
  const open = [membersAt(head, statements, nodes)]
  while (open.length > 0) {
    const { value: member, done } = open.at(-1)!.next()
    if (done === true) {
      open.pop()
      continue
    }
    const target = statements.targetOf(member)
    if (target !== undefined && isList(target, statements)) {
      isNested = true
      open.push(membersAt(target, statements, nodes))
    } else if (members.push(member) > most) throw new ListError(`A list has more than ${most} members.`)
  }
  return { members, nodes: [...nodes], isNested }
}

function isList<Statement extends { predicate: string }> (node: string, statements: Statements<Statement>): boolean {
  return node === NIL ||
    statements.about(node).some((statement) => isOfList(statement.predicate, statements.targetOf(statement)))
}

/** The members of one list. @param nodes the nodes read so far, to which the nodes of this list are added. */
function * membersAt<Statement extends { predicate: string }> (
  head: string, statements: Statements<Statement>, nodes: Set<string>
): Generator<Statement, void> {
  for (let node: string | undefined = head; node !== NIL;) {
    // Each node only once: lists that share nodes could have more members than fit into memory.
    if (nodes.has(node)) throw new ListError('A list leads back to itself, or holds another list twice.')
    nodes.add(node)
    const about: readonly Statement[] = statements.about(node)
    const foreign = about.find((statement) => !isOfList(statement.predicate, statements.targetOf(statement)))
    if (foreign !== undefined) throw new ListError(`What is said of a list (<${foreign.predicate}>) cannot be kept.`)
    const ofCell = about.filter(({ predicate }) => predicate === FIRST || predicate === REST)
    if (ofCell.length === 0 && !isTyped(about, statements)) return yield * contained(about)
    const [first, ...firsts] = ofCell.filter(({ predicate }) => predicate === FIRST)
    const [rest, ...rests] = ofCell.filter(({ predicate }) => predicate === REST)
    node = rest === undefined ? undefined : statements.targetOf(rest)
    if (first === undefined || node === undefined || firsts.length + rests.length > 0) {
      throw new ListError('A list is not well-formed: each of its nodes needs one rdf:first and one rdf:rest.')
    }
    yield first
  }
}

/** Whether a node has the type `rdf:List`. */
function isTyped<Statement extends { predicate: string }> (
  about: readonly Statement[], { targetOf }: Statements<Statement>
): boolean {
  return about.some((statement) => statement.predicate === TYPE && targetOf(statement) === LIST)
}

/** The members of a container, by their numbers. */
function contained<Statement extends { predicate: string }> (about: readonly Statement[]): Statement[] {
  const numbered = about.filter(({ predicate }) => predicate !== TYPE)
    .map((statement) => ({ statement, number: Number(MEMBERSHIP.exec(statement.predicate)?.[1] ?? Infinity) }))
  // Subtraction would give NaN for two members without number.
  return numbered.sort((a, b) => a.number < b.number ? -1 : a.number > b.number ? 1 : 0)
    .map(({ statement }) => statement)
}
