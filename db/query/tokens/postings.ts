import { positionOf } from '../../keys/ascending.js'
import { Journal } from '../../changes/journal.js'

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

/** Ids in ascending order, and the count of each. */
export interface Listed { readonly ids: Int32Array, readonly counts: Uint8Array | Uint32Array }

/** A run of consecutive documents of a posting list, compressed. Immutable. */
interface PostingsBlock {
  /** The lowest and the highest id. */
  readonly first: number
  readonly last: number
  readonly size: number
  /** The largest count. */
  readonly most: number
  /**
   * For each document, the difference of its id from the preceding one, doubled, plus one if its count follows
   * (otherwise the count is 1). Numbers are written as in LEB128: seven bits per byte, lowest first.
   */
  readonly bytes: Uint8Array
  /**
   * Skip marks: for every `PART` documents except the last ones, the id of the last of them and the offset of the next
   * byte.
   */
  readonly marks: Int32Array
}

/**
 * Documents that are decoded to find one of them. With this size, V8 stores the marks of a typical block inline,
 * without a separate buffer.
 */
const PART = 256
const NO_MARKS = new Int32Array()

/** Maximum number of bytes of a difference and a count. */
const MAX_BYTES_PER_DOCUMENT = 10

/** Encodes the elements `from` to `end` of a list, at least one. */
function encoded (
  ids: Int32Array, counts: Uint8Array | Uint32Array, from: number, end: number
): PostingsBlock {
  const bytes = new Uint8Array(MAX_BYTES_PER_DOCUMENT * (end - from))
  const parts = Math.floor((end - from - 1) / PART)
  const marks = parts === 0 ? NO_MARKS : new Int32Array(2 * parts)
  let length = 0
  let most = 1
  let before = ids[from]!
  for (let at = from; at < end; at++) {
    if (at > from && (at - from) % PART === 0) marks.set([before, length], 2 * ((at - from) / PART - 1))
    const id = ids[at]!
    const count = counts[at]!
    if (count > most) most = count
    let number = (((id - before) << 1) | Number(count !== 1)) >>> 0
    for (; number > 127; number >>>= 7) bytes[length++] = (number & 127) | 128
    bytes[length++] = number
    if (count !== 1) {
      for (number = count; number > 127; number >>>= 7) bytes[length++] = (number & 127) | 128
      bytes[length++] = number
    }
    before = id
  }
  return { first: ids[from]!, last: before, size: end - from, most, bytes: bytes.slice(0, length), marks }
}

/**
 * Decodes a block and appends it to arrays.
 *
 * @param length number of elements in the arrays before. @returns the number after.
 */
function decoded (
  { first, size, bytes }: PostingsBlock, ids: Int32Array, counts: Uint8Array | Uint32Array, length: number
): number {
  decode(bytes, 0, first, ids, counts, length, length + size)
  return length + size
}

const partIds = new Int32Array(PART)
const partCounts = new Uint32Array(PART)

/** The count of a document. Decodes no more than one part of the block. */
function countIn ({ first, last, size, bytes, marks }: PostingsBlock, id: number): number {
  if (id < first || id > last) return 0
  let part = 0
  while (2 * part < marks.length && marks[2 * part]! < id) part++
  const length = Math.min(PART, size - part * PART)
  const [before, at] = part === 0 ? [first, 0] : [marks[2 * part - 2]!, marks[2 * part - 1]!]
  decode(bytes, at, before, partIds, partCounts, 0, length)
  const position = positionOf(partIds, id, length)
  return position < length && partIds[position] === id ? partCounts[position]! : 0
}

/**
 * Decodes bytes from a position on. @param id the preceding id. @param length number of elements in the arrays before.
 */
function decode (
  bytes: Uint8Array,
  at: number,
  id: number,
  ids: Int32Array,
  counts: Uint8Array | Uint32Array,
  length: number,
  end: number
): void {
  for (; length < end; length++) {
    let byte = bytes[at++]!
    let number = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      number |= (byte & 127) << shift
    }
    id += number >>> 1
    ids[length] = id
    if ((number & 1) === 0) {
      counts[length] = 1
      continue
    }
    byte = bytes[at++]!
    number = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      number |= (byte & 127) << shift
    }
    counts[length] = number
  }
}
