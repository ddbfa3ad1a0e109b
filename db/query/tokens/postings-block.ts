import { positionOf } from '../../keys/ascending.js'

/** Ids in ascending order, and the count of each. */
export interface Listed { readonly ids: Int32Array, readonly counts: Uint8Array | Uint32Array }

/** A run of consecutive documents of a posting list, compressed. Immutable. */
export interface PostingsBlock {
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
export function encoded (
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
export function decoded (
  { first, size, bytes }: PostingsBlock, ids: Int32Array, counts: Uint8Array | Uint32Array, length: number
): number {
  decode(bytes, 0, first, ids, counts, length, length + size)
  return length + size
}

const partIds = new Int32Array(PART)
const partCounts = new Uint32Array(PART)

/** The count of a document. Decodes no more than one part of the block. */
export function countIn ({ first, last, size, bytes, marks }: PostingsBlock, id: number): number {
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
