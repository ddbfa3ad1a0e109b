import { setImmediate as nextTurn } from 'node:timers/promises'
import jsonld, { type ContextDefinition, type JsonLdDocument } from 'jsonld'
import { batches } from './batches.js'
import { prefixContext, type Prefixes } from './context.js'
import { documentOf, nodesOf } from './document.js'
import { OPTIONS } from './quads.js'
import type { Node } from './terms.js'

/**
 * A JSON-LD form (JSON-LD 1.1 API, 5): expanded, with full IRIs; compacted, with an embedded context; or either of
 * them flattened, each node once and none nested.
 */
type Form = 'expanded' | 'compacted' | 'flattened' | 'flattened-compacted'

/** Number of list members serialized at once. */
const MEMBERS_PER_PIECE = 500

/**
 * Serializes one representation, or a list, in a JSON-LD form, in pieces. Lets other requests be served every few
 * milliseconds.
 */
export async function * formOf (
  form: Form, resources: Iterable<unknown>, isList: boolean, prefixes: Prefixes
): AsyncGenerator<string> {
  const nodes = await nodesIn(form, resources, prefixes)
  if (form === 'expanded' || form === 'flattened') {
    yield * listOf(nodes)
    return
  }
  const context = `{"@context":${JSON.stringify(prefixContext(prefixes))},`
  if (!isList && nodes.length === 1) {
    let at = 0
    for (const piece of textOf(nodes[0]!)) yield at++ === 0 ? context + piece.slice(1) : piece
    return
  }
  yield `${context}"@graph":`
  yield * listOf(nodes)
  yield '}'
}

async function nodesIn (form: Form, resources: Iterable<unknown>, prefixes: Prefixes): Promise<Node[]> {
  switch (form) {
    case 'expanded': return await joined(expanded(resources, prefixes))
    case 'compacted': return await compactedNodes(resources, prefixes)
    case 'flattened': return await flattened(resources, prefixes)
    case 'flattened-compacted': return await joined(compacted(await flattened(resources, prefixes), prefixes))
  }
}

/**
 * Nodes of representations, compacted with a common context.
 *
 * @param shown the prefixes of that context.
 */
export async function compactedNodes (
  resources: Iterable<unknown>, prefixes: Prefixes, shown = prefixes
): Promise<Node[]> {
  const compacting = async function * (): AsyncGenerator<Node[]> {
    for await (const nodes of expanded(resources, prefixes)) yield await compact(nodes, shown)
  }
  return await joined(compacting())
}

async function * expanded (resources: Iterable<unknown>, prefixes: Prefixes): AsyncGenerator<Node[]> {
  for (const groups of batches(nodesOf(resources, prefixes))) {
    yield await jsonld.expand(documentOf(groups, prefixes), OPTIONS) as Node[]
    await nextTurn()
  }
}

/** Compacts any number of flattened nodes. */
async function * compacted (nodes: readonly Node[], prefixes: Prefixes): AsyncGenerator<Node[]> {
  for (const groups of batches(nodes.map((node) => ({ nodes: [node], resource: '' })))) {
    yield await compact(groups.flatMap(({ nodes }) => nodes), prefixes)
    await nextTurn()
  }
}

async function compact (nodes: Node[], prefixes: Prefixes): Promise<Node[]> {
  const options = { ...OPTIONS, graph: true, skipExpansion: true, compactToRelative: false }
  const context = { '@context': prefixContext(prefixes) } as ContextDefinition
  const document = await jsonld.compact(nodes as JsonLdDocument, context, options)
  return document['@graph'] as Node[]
}

async function flattened (resources: Iterable<unknown>, prefixes: Prefixes): Promise<Node[]> {
  const all = new FlatNodes()
  for (const groups of batches(nodesOf(resources, prefixes))) {
    all.add(await jsonld.flatten(documentOf(groups, prefixes), undefined, OPTIONS) as unknown as Node[])
    await nextTurn()
  }
  return all.nodes()
}

/** All nodes; consecutive nodes with one `@id`, into which a large node was divided, are merged again. */
async function joined (batches: AsyncIterable<Node[]>): Promise<Node[]> {
  const all: Node[] = []
  for await (const nodes of batches) {
    for (const node of nodes) {
      const last = all.at(-1)
      if (last !== undefined && last['@id'] !== undefined && last['@id'] === node['@id']) extend(last, node)
      else all.push(node)
    }
  }
  return all
}

function extend (node: Node, more: Node): void {
  for (const [key, value] of Object.entries(more)) {
    const present = node[key]
    if (key === '@id') continue
    if (present === undefined) node[key] = value
    else if (key === '@reverse') extend(present as Node, value as Node)
    else node[key] = [present, value].flat()
  }
}

function * listOf (nodes: readonly Node[]): Generator<string> {
  let before = '['
  for (const node of nodes) {
    yield before
    yield * textOf(node)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** The text of a node, in pieces. */
function * textOf (node: Node): Generator<string> {
  let before = '{'
  for (const [key, value] of Object.entries(node)) {
    yield `${before}${JSON.stringify(key)}:`
    before = ','
    if (!Array.isArray(value) || value.length <= MEMBERS_PER_PIECE) {
      yield JSON.stringify(value)
      continue
    }
    for (let from = 0; from < value.length; from += MEMBERS_PER_PIECE) {
      yield (from === 0 ? '[' : ',') + JSON.stringify(value.slice(from, from + MEMBERS_PER_PIECE)).slice(1, -1)
    }
    yield ']'
  }
  yield before === '{' ? '{}' : '}'
}

/** Values by property and JSON text, without duplicates. */
type Values = Map<string, Map<string, unknown>>

/** Merges flattened nodes: each occurs once, with all its properties. */
class FlatNodes {
  readonly #nodes = new Map<string, Values>()
  #blanks = 0

  /** @param nodes a flattened document, whose blank nodes are unique to it. */
  add (nodes: readonly Node[]): void {
    const first = this.#blanks
    const renamed = (id: unknown): unknown => {
      if (typeof id !== 'string' || !id.startsWith('_:b')) return id
      const number = first + Number(id.slice(3))
      this.#blanks = Math.max(this.#blanks, number + 1)
      return `_:b${number}`
    }
    for (const { '@id': id, ...members } of nodes) {
      const values = this.#valuesOf(String(renamed(id)))
      for (const [property, list] of Object.entries(members)) {
        let present = values.get(property)
        if (present === undefined) values.set(property, present = new Map())
        for (const value of list as unknown[]) {
          const one = isReference(value) ? { ...value, '@id': renamed(value['@id']) } : value
          present.set(JSON.stringify(one), one)
        }
      }
    }
  }

  #valuesOf (id: string): Values {
    let values = this.#nodes.get(id)
    if (values === undefined) this.#nodes.set(id, values = new Map())
    return values
  }

  /** All nodes that are subject of at least one triple. */
  nodes (): Node[] {
    return [...this.#nodes].map(([id, values]) =>
      ({ '@id': id, ...Object.fromEntries([...values].map(([property, list]) => [property, [...list.values()]])) }))
  }
}

function isReference (value: unknown): value is Node {
  return typeof value === 'object' && value !== null && '@id' in value
}
