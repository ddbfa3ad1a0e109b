import { ValidationError } from '../../core/calls/errors.js'
import { isOfList } from '../../core/rdf/lists.js'
import { isBlank, nameOf, COMPUTED, LABELS, OMEKA, STATEMENT, TYPE } from '../../core/rdf/terms.js'
import { addressOf, ownAddress, type Place } from './description.js'
import type { Graph } from './graph.js'

/** Limit for subjects in a message. */
const NAMED_SUBJECTS_MAX = 5

/** Predicates allowed for an IRI to which a value leads: its label, and the label's language. */
export const NAMING: readonly string[] = [`${OMEKA}label`, ...LABELS, `${OMEKA}lang`]

/**
 * The name of the resource that a document describes: the one with the URL to which it was sent; otherwise the only
 * one with a resource type; otherwise the only one to which no other node leads.
 * @throws ValidationError when there is none, or it is ambiguous.
 */
export function subjectOf (graph: Graph, place: Place): string {
  const address = addressOf(place)
  if (graph.about(address).length > 0) return address
  const subjects = [...graph.subjects].filter((name) => !isAside(graph, name, place))
  const [only, ...others] = described(graph, subjects)
  if (only === undefined) throw ValidationError.of('error', 'The document does not describe a resource.')
  if (others.length === 0) {
    if (place.id === undefined || ownAddress(only, place.api) === undefined) return only
    throw ValidationError.of('@id', `The document describes <${only}>, and was sent to <${address}>.`)
  }
  const named = [only, ...others].slice(0, NAMED_SUBJECTS_MAX)
    .map((name) => isBlank(name) ? 'one without an address' : `<${name}>`)
  const more = others.length < NAMED_SUBJECTS_MAX ? '' : ', …'
  throw ValidationError.of('error',
    `The document describes ${others.length + 1} resources (${named.join(', ')}${more}), of which one can be sent at once.`)
}

function described (graph: Graph, subjects: readonly string[]): readonly string[] {
  if (subjects.length < 2) return subjects
  const typed = subjects.filter((name) => graph.about(name).some(({ predicate, object }) =>
    predicate === TYPE && object.value.startsWith(OMEKA)))
  if (typed.length === 1) return typed
  const reached = new Set<string>()
  for (const name of subjects) {
    for (const { object } of graph.about(name)) {
      const target = nameOf(object)
      if (object.termType !== 'Literal' && target !== name) reached.add(target)
    }
  }
  const roots = subjects.filter((name) => !reached.has(name))
  return roots.length === 0 ? subjects : roots
}

/**
 * Whether a node is only auxiliary: a list, a reified statement, a labelled IRI, or another resource of this service.
 */
function isAside (graph: Graph, name: string, { api }: Place): boolean {
  const statements = graph.about(name)
  const isList = statements.some((statement) => isOfList(statement.predicate, graph.targetOf(statement)))
  if (isList || graph.hasType(name, STATEMENT)) return true
  const own = ownAddress(name, api)
  if (own?.type === 'resources') return true
  return statements.every(({ predicate, object }) => own === undefined
    ? NAMING.includes(predicate) && !isBlank(name)
    : COMPUTED.some((namespace) => predicate.startsWith(namespace)) && object.termType === 'Literal')
}
