import { isUtf8 } from 'node:buffer'

/** Number of pieces that are joined to one: each takes hundreds of bytes of memory, even if it has a single byte. */
const JOINED_PIECES = 1024

/** Collects bytes that arrive in pieces of any size, in memory that does not depend on how a client cuts them. */
export class GatheredBytes {
  #joined: Buffer[] = []
  #pieces: Buffer[] = []
  #length = 0

  get length (): number {
    return this.#length
  }

  add (piece: Buffer): void {
    if (piece.length === 0) return
    this.#length += piece.length
    if (this.#pieces.push(piece) < JOINED_PIECES) return
    this.#joined.push(Buffer.concat(this.#pieces))
    this.#pieces = []
  }

  /** All bytes, which are then forgotten. */
  take (): Buffer {
    const pieces = [...this.#joined, ...this.#pieces]
    this.#joined = []
    this.#pieces = []
    this.#length = 0
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  }
}

/** The bytes of a stream. */
export async function gatheredBytes (source: AsyncIterable<Buffer>): Promise<Buffer> {
  const gathered = new GatheredBytes()
  for await (const piece of source) gathered.add(piece)
  return gathered.take()
}

const NEWLINE = 0x0A

/** Splits bytes that arrive in chunks into lines. Buffers only the beginning of one line. */
export class LineSplitter {
  readonly #begun = new GatheredBytes()
  #isTooLong = false

  /** @param longest maximum length of a line in bytes. */
  constructor (private readonly longest: number) {}

  /** Whether a line was too long; no lines follow it. */
  get isTooLong (): boolean {
    return this.#isTooLong
  }

  /** The lines that a chunk completes, without their line breaks. Read them all before the next chunk. */
  * split (chunk: Buffer): Generator<Buffer> {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (this.#add(chunk.subarray(start, end))) return
      yield this.#begun.take()
      start = end + 1
    }
    this.#add(chunk.subarray(start))
  }

  /** The text after the last line break. */
  rest (): Buffer {
    return this.#begun.take()
  }

  /** @returns whether the line is now too long. */
  #add (bytes: Buffer): boolean {
    this.#begun.add(bytes)
    this.#isTooLong ||= this.#begun.length > this.longest
    return this.#isTooLong
  }
}

/** JSON exceeds a limit; the message says which. */
export class JsonLimitError extends Error {
  override readonly name = 'JsonLimitError'
}

/**
 * Parses JSON from an untrusted source, after measuring it in one pass without recursion.
 * @param bytes the text in UTF-8, if the caller has it.
 * @param membersMax elements of all lists and objects together: the time for parsing and storing depends on it.
 * @throws JsonLimitError over a limit, SyntaxError when it is not JSON.
 */
export function parseBoundedJson (
  text: string, bytes: Uint8Array = Buffer.from(text), membersMax = Infinity
): unknown {
  const { depth, members } = extentOf(bytes)
  if (depth > MAX_JSON_DEPTH) throw new JsonLimitError(`it nests deeper than ${MAX_JSON_DEPTH} levels`)
  if (members > membersMax) throw new JsonLimitError(`it has more than ${membersMax} members`)
  return JSON.parse(text) as unknown
}

/**
 * Parses JSON received from another server.
 * @param membersMax see `parseBoundedJson`.
 * @throws JsonLimitError over a limit, SyntaxError when it is not JSON in UTF-8.
 */
export function parseReceivedJson (bytes: Buffer, membersMax: number): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('it is not UTF-8')
  return parseBoundedJson(bytes.toString('utf8').replace(/^\uFEFF/, ''), bytes, membersMax)
}

/** PHP accepts no deeper JSON, and functions that recurse over JSON stay far from a stack overflow. */
export const MAX_JSON_DEPTH = 512

/** Measurements of JSON before it is parsed. */
export interface JsonExtent {
  /** Nesting depth of brackets. */
  depth: number
  /** Upper bound of the number of members of objects and lists. */
  members: number
  /** Upper bound of the number of keys of the largest object. */
  keys: number
  /** Whether it contains a character below U+0020 that JSON allows only as an escape. */
  hasControlCharacter: boolean
}

/** Bytes with a meaning in JSON. */
export const enum JsonByte {
  FirstPrintable = 0x20,
  Tab = 0x09,
  LineFeed = 0x0a,
  CarriageReturn = 0x0d,
  Quote = 0x22,
  Comma = 0x2c,
  Colon = 0x3a,
  Backslash = 0x5c,
  OpenBracket = 0x5b,
  CloseBracket = 0x5d,
  OpenBrace = 0x7b,
  CloseBrace = 0x7d
}

function isWhiteSpace (byte: number): boolean {
  return byte === JsonByte.LineFeed || byte === JsonByte.CarriageReturn || byte === JsonByte.Tab
}

/** For each open level, the number of keys of the object so far; negative in lists. */
const keysAt = new Int32Array(MAX_JSON_DEPTH + 1)
const OF_LIST = -(2 ** 31)

/** Measures JSON in one pass, without recursion and before anything is parsed. @param bytes in UTF-8. */
export function extentOf (bytes: Uint8Array): JsonExtent {
  const extent: JsonExtent = { depth: 0, members: 0, keys: 0, hasControlCharacter: false }
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === JsonByte.Quote) {
      for (at++; at < bytes.length && bytes[at] !== JsonByte.Quote; at++) {
        if (bytes[at] === JsonByte.Backslash) at++
        else if (bytes[at]! < JsonByte.FirstPrintable) extent.hasControlCharacter = true
      }
    } else if (byte === JsonByte.OpenBracket || byte === JsonByte.OpenBrace) {
      extent.members++
      if (++depth > extent.depth) extent.depth = depth
      keysAt[depth] = byte === JsonByte.OpenBrace ? 1 : OF_LIST
    } else if (byte === JsonByte.Comma) {
      extent.members++
      if (++keysAt[depth]! > extent.keys) extent.keys = keysAt[depth]!
    } else if (byte === JsonByte.CloseBracket || byte === JsonByte.CloseBrace) {
      depth--
    } else if (byte < JsonByte.FirstPrintable && !isWhiteSpace(byte)) {
      extent.hasControlCharacter = true
    }
  }
  return extent
}
