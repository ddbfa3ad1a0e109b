import type { Readable } from 'node:stream'
import type { NumberedLine } from '../api/bulk/plan.js'
import type { Payload } from '../api/call.js'
import { ApiError, TooLargeError } from '../api/errors.js'

const NEWLINE = 0x0a

/** Bytes that one line may have, and all together; absent: any number. */
export interface LineLimits { readonly line: number, readonly all?: number }

/**
 * The lines of a body of newline-delimited JSON, those together that arrive together. Blank lines are counted but left
 * out. A line that is no JSON is an error of its own.
 *
 * @param body read only as fast as the lines are asked for.
 * @param decode parses a line.
 * @throws TooLargeError beyond the limits; nothing more can be read then.
 */
export async function * ndjsonLines (
  body: Readable, { line: limit, all = Infinity }: LineLimits, decode: (bytes: Buffer) => Payload
): AsyncGenerator<NumberedLine[]> {
  let line = 0
  let begun: Buffer[] = []
  let length = 0
  let total = 0
  /** Reads the line that ends with some bytes. */
  function * read (end: Buffer): Generator<NumberedLine> {
    const bytes = begun.length === 0 ? end : Buffer.concat([...begun, end])
    begun = []
    length = 0
    line++
    if (isBlank(bytes)) return
    try {
      yield { line, given: decode(bytes) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      yield { line, given: undefined, error }
    }
  }
  for await (const chunk of body as AsyncIterable<Buffer>) {
    total += chunk.length
    if (total > all) throw new TooLargeError(`The lines have more than ${all} bytes together.`)
    const lines: NumberedLine[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (length + end - start > limit) break
      for (const one of read(chunk.subarray(start, end))) lines.push(one)
      start = end + 1
    }
    begun.push(chunk.subarray(start))
    length += chunk.length - start
    if (lines.length > 0) yield lines
    if (length > limit) {
      throw new TooLargeError(`Line ${line + 1} has more than ${limit} bytes. It and what follows is left undone.`)
    }
  }
  const last = [...read(Buffer.alloc(0))]
  if (last.length > 0) yield last
}

function isBlank (bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}
