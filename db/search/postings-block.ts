/** Ids, ascending, and the count of each. */
export interface Listed { readonly ids: Int32Array, readonly counts: Uint8Array | Uint32Array }

/** Some documents that follow each other in postings. Does not change. */
export interface PostingsBlock {
  /** The lowest and the highest id. */
  readonly first: number
  readonly last: number
  readonly size: number
  /** The highest count. */
  readonly most: number
  /**
   * For each document the distance of its id from the one before, doubled, and one more where a count follows, which
   * otherwise is 1. Numbers are written as in LEB128: seven bits a byte, the lowest first.
   */
  readonly bytes: Uint8Array
}

/** Bytes that a distance and a count take at the most. */
const LONGEST = 10

/** Encodes a part of a list that is not empty. */
export function encoded (
  ids: Int32Array, counts: Uint8Array | Uint32Array, from: number, end: number
): PostingsBlock {
  const bytes = new Uint8Array(LONGEST * (end - from))
  let length = 0
  let most = 1
  let before = ids[from]!
  for (let at = from; at < end; at++) {
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
  return { first: ids[from]!, last: before, size: end - from, most, bytes: bytes.slice(0, length) }
}

/**
 * Decodes a block into arrays.
 *
 * @param length of what they hold already. @returns what they hold then.
 */
export function decoded (
  { first, size, bytes }: PostingsBlock, ids: Int32Array, counts: Uint8Array | Uint32Array, length: number
): number {
  const end = length + size
  let at = 0
  let id = first
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
  return length
}
