import type { Group } from './document.js'
import { FREE_JSON, type Node } from './terms.js'

/** Number of node members converted at once, in about 10 ms. */
const BATCH_MEMBERS = 500

/**
 * Combines or divides groups so that each batch takes about the same time to convert. A resource with very many values
 * can be divided, because several nodes with one `@id` are equivalent to a single node.
 */
export function * batches (groups: Iterable<Group>): Generator<Group[]> {
  let batch: Group[] = []
  let work = 0
  for (const group of groups) {
    for (const part of group.nodes.length === 1 ? divided(group) : [group]) {
      batch.push(part)
      for (const node of part.nodes) work += membersOf(node)
      if (work < BATCH_MEMBERS) continue
      yield batch
      batch = []
      work = 0
    }
  }
  if (batch.length > 0) yield batch
}

function membersOf (node: Node): number {
  let count = 1
  for (const [key, value] of Object.entries(node)) {
    if (key === '@reverse') count += membersOf(value as Node)
    else count += Array.isArray(value) ? value.length : 1
  }
  return count
}

function * divided (group: Group): Generator<Group> {
  const node = group.nodes[0]!
  // A blank node is identified only within one batch.
  if (String(node['@id']).startsWith('_:')) return yield group
  const [rest, parts] = withoutLongLists(node)
  for (const part of parts) yield { ...group, nodes: [part] }
  yield { ...group, nodes: [rest] }
}

/** Splits a node: the node without its long lists of values, and further nodes with a part of these each. */
function withoutLongLists (node: Node): [Node, Node[]] {
  const { '@id': id } = node
  const rest: Node = {}
  const parts: Node[] = []
  for (const [key, value] of Object.entries(node)) {
    if (typeof id === 'string' && key === '@reverse') {
      const [reverse, more] = withoutLongLists({ ...(value as Node), '@id': id })
      delete reverse['@id']
      rest[key] = reverse
      for (const { '@id': _, ...one } of more) parts.push({ '@id': id, [key]: one })
      continue
    }
    const isDivisible = typeof id === 'string' && !key.startsWith('@') && !FREE_JSON.includes(key)
    if (!isDivisible || !Array.isArray(value) || value.length <= BATCH_MEMBERS) {
      rest[key] = value
      continue
    }
    for (let from = 0; from < value.length; from += BATCH_MEMBERS) {
      parts.push({ '@id': id, [key]: value.slice(from, from + BATCH_MEMBERS) })
    }
  }
  return [rest, parts]
}
