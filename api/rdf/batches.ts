import { FREE_JSON, type Node } from './terms.js'

/** Number of members of nodes that are converted at once, which takes about 10 ms. */
const BATCH = 500

/**
 * Combines or divides nodes so that each batch takes about the same time to convert. A resource with very many values
 * can be divided, because several nodes with the same `@id` mean the same as one.
 *
 * @param groups nodes that refer to each other by blank node identifiers, which are only valid within one batch.
 */
export function * batches (groups: Iterable<Node[]>): Generator<Node[]> {
  let batch: Node[] = []
  let work = 0
  for (const group of groups) {
    for (const part of group.length === 1 ? divided(group[0]!) : [group]) {
      for (const node of part) {
        batch.push(node)
        work += membersOf(node)
      }
      if (work < BATCH) continue
      yield batch
      batch = []
      work = 0
    }
  }
  if (batch.length > 0) yield batch
}

function membersOf (node: Node): number {
  let count = 1
  for (const value of Object.values(node)) count += Array.isArray(value) ? value.length : 1
  return count
}

function * divided (node: Node): Generator<Node[]> {
  const { '@id': id } = node
  const rest: Node = {}
  for (const [key, value] of Object.entries(node)) {
    const isDivisible = typeof id === 'string' && !key.startsWith('@') && !FREE_JSON.includes(key)
    if (!isDivisible || !Array.isArray(value) || value.length <= BATCH) {
      rest[key] = value
      continue
    }
    for (let from = 0; from < value.length; from += BATCH) {
      yield [{ '@id': id, [key]: value.slice(from, from + BATCH) }]
    }
  }
  yield [rest]
}
