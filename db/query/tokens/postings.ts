import { positionOf } from '../../keys/ascending.js'
import { Journal } from '../../changes/journal.js'
import { countIn, decoded, encoded, type Listed, type PostingsBlock } from './postings-block.js'

/** Number of documents in a new block. */
const BLOCK_DOCUMENTS = 2048
/** A block with more documents is split. */
const MAX_BLOCK_DOCUMENTS = 2 * BLOCK_DOCUMENTS

/** Approximate overhead of a block in bytes, besides its documents. */
const BLOCK_BYTES = 250

/** A document, and the number of occurrences in it. */
type Count = readonly [id: number, count: number]

/** Largest count that fits in a byte. */
const MAX_BYTE_COUNT = 255

/**
 * A posting list: the documents that contain a token and the number of occurrences in each, compressed to a byte or
 * two per document. It is divided into blocks, so that a changed document requires only its block to be encoded again.
 * Immutable.
 */
export class Postings {
  /** Number of documents. */
  readonly size: number
  /** Approximate size in memory. */
  readonly byteLength: number
  /** The changes by `changed` since an earlier list: each document with its previous count. */
  readonly journal: Journal<Count>

  private constructor (private readonly blocks: readonly PostingsBlock[], journal = Journal.begin<Count>()) {
    this.journal = journal
    let [size, bytes] = [0, 0]
    for (const block of blocks) {
      size += block.size
      bytes += BLOCK_BYTES + block.bytes.byteLength + block.marks.byteLength
    }
    this.size = size
    this.byteLength = bytes
  }

  /** @param occurrences ids of documents, ascending, repeated for each occurrence. */
  static of (occurrences: Int32Array): Postings {
    const ids = new Int32Array(occurrences.length)
    const counts = new Uint32Array(occurrences.length)
    let length = 0
    for (let at = 0; at < occurrences.length; at++) {
      if (occurrences[at] !== occurrences[at - 1]) ids[length++] = occurrences[at]!
      counts[length - 1]!++
    }
    return new Postings(blocksOf({ ids: ids.subarray(0, length), counts: counts.subarray(0, length) }))
  }

  /** @param given ids of documents, ascending, possibly repeated. @param totals number of occurrences for each. */
  static counted (given: readonly number[], totals: readonly number[]): Postings {
    const ids = new Int32Array(given.length)
    const counts = new Uint32Array(given.length)
    let length = 0
    for (let at = 0; at < given.length; at++) {
      if (given[at] !== given[at - 1]) ids[length++] = given[at]!
      counts[length - 1]! += totals[at]!
    }
    return new Postings(blocksOf({ ids: ids.subarray(0, length), counts: counts.subarray(0, length) }))
  }

  /** Documents with one occurrence each. @param ids ascending. */
  static once (ids: Int32Array): Postings {
    return new Postings(blocksOf({ ids, counts: new Uint8Array(ids.length).fill(1) }))
  }

  /** The ids, ascending, and the count of each. */
  toList (): Listed {
    const ids = new Int32Array(this.size)
    const isNarrow = this.blocks.every(({ most }) => most <= MAX_BYTE_COUNT)
    const counts = isNarrow ? new Uint8Array(this.size) : new Uint32Array(this.size)
    let length = 0
    for (const block of this.blocks) length = decoded(block, ids, counts, length)
    return { ids, counts }
  }

  /** Number of occurrences in a document. */
  countIn (id: number): number {
    const block = this.blocks[this.#blockOf(id)]
    return block === undefined ? 0 : countIn(block, id)
  }

  /** The posting list after documents have changed. @param now the new number of occurrences, by id. */
  changed (now: ReadonlyMap<number, number>): Postings {
    const before: Count[] = []
    const byBlock = new Map<number, Count[]>()
    for (const change of now) {
      const known = this.countIn(change[0])
      if (known === change[1]) continue
      before.push([change[0], known])
      const number = Math.max(0, Math.min(this.#blockOf(change[0]), this.blocks.length - 1))
      const together = byBlock.get(number)
      if (together === undefined) byBlock.set(number, [change])
      else together.push(change)
    }
    if (before.length === 0) return this
    const made = new Map<number, readonly PostingsBlock[]>()
    for (const [number, changes] of byBlock) {
      const block = this.blocks[number]
      made.set(number, blocksOf(changedList(block === undefined ? NOTHING : listOf(block), changes.sort(ascending))))
    }
    const blocks = this.blocks.length === 0
      ? made.get(0)!
      : this.blocks.flatMap((block, number) => made.get(number) ?? [block])
    return new Postings(blocks, this.journal.with(before))
  }

  /** The documents that pass a test. */
  among (passes: (id: number) => boolean): Postings {
    const { ids, counts } = this.toList()
    const passing = ids.map((id) => Number(passes(id)))
    const isPassing = (_: number, at: number): boolean => passing[at] === 1
    return new Postings(blocksOf({ ids: ids.filter(isPassing), counts: counts.filter(isPassing) }))
  }

  /** Index of the first block whose last id is not smaller: the block that contains the id, if any does. */
  #blockOf (id: number): number {
    let [low, high] = [0, this.blocks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.blocks[middle]!.last < id) low = middle + 1
      else high = middle
    }
    return low
  }
}

const NOTHING: Listed = { ids: new Int32Array(), counts: new Uint32Array() }

const ascending = ([one]: Count, [other]: Count): number => one - other

function blocksOf ({ ids, counts }: Listed): PostingsBlock[] {
  const blocks: PostingsBlock[] = []
  for (let from = 0; from < ids.length;) {
    const end = ids.length - from <= MAX_BLOCK_DOCUMENTS ? ids.length : from + BLOCK_DOCUMENTS
    blocks.push(encoded(ids, counts, from, end))
    from = end
  }
  return blocks
}

function listOf (block: PostingsBlock): Listed {
  const ids = new Int32Array(block.size)
  const counts = new Uint32Array(block.size)
  decoded(block, ids, counts, 0)
  return { ids, counts }
}

/** Merges changes into a list. */
function changedList ({ ids: old, counts: before }: Listed, changes: readonly Count[]): Listed {
  const ids = new Int32Array(old.length + changes.length)
  const counts = new Uint32Array(ids.length)
  let length = 0
  let from = 0
  const keepTo = (end: number): void => {
    ids.set(old.subarray(from, end), length)
    counts.set(before.subarray(from, end), length)
    length += end - from
  }
  for (const [id, count] of changes) {
    const at = positionOf(old, id)
    keepTo(at)
    from = old[at] === id ? at + 1 : at
    if (count === 0) continue
    ids[length] = id
    counts[length++] = count
  }
  keepTo(old.length)
  return { ids: ids.subarray(0, length), counts: counts.subarray(0, length) }
}
