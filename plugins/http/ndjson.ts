import type { Readable } from 'node:stream'
import { GROUP_MAX_LINES } from '../../api/operations/bulk/bulk.js'
import type { NumberedLine } from '../../api/operations/bulk/plan.js'
import type { Payload } from '../../api/core/calls/call.js'
import { ApiError, TooLargeError } from '../../api/core/calls/errors.js'
import { Turns } from '../../api/core/sequence/turns.js'
import { LineSplitter } from '../../files/streams/received-bytes.js'

/** Maximum number of bytes of one line, and of all lines together; absent: no limit. */
interface LineLimits { readonly line: number, readonly all?: number }

/**
 * The lines of a body of newline-delimited JSON, in groups as they arrive. Blank lines are counted but left out. A line
 * that is not JSON becomes an error for this line only.
 *
 * @param body read only as fast as the lines are consumed. After an error the rest is read and dropped, because the
 *   connection serves the next request after it.
 * @param decode parses a line.
 * @throws TooLargeError beyond the limits; nothing more can be read then.
 */
export async function * ndjsonLines (
  body: Readable, { line: limit, all = Infinity }: LineLimits, decode: (bytes: Buffer) => Payload
): AsyncGenerator<NumberedLine[]> {
  const splitter = new LineSplitter(limit)
  const turns = new Turns()
  let line = 0
  let total = 0
  function * read (bytes: Buffer): Generator<NumberedLine> {
    line++
    if (isBlank(bytes)) return
    try {
      yield { line, given: decode(bytes) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      yield { line, given: undefined, error }
    }
  }
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > all) throw new TooLargeError(`The lines have more than ${all} bytes together.`)
      let lines: NumberedLine[] = []
      for (const bytes of splitter.split(chunk)) {
        for (const one of read(bytes)) lines.push(one)
        if (lines.length > 0 && lines.length < GROUP_MAX_LINES) continue
        if (lines.length > 0) yield lines
        lines = []
        // One chunk can contain thousands of short or blank lines: let other requests run in between.
        await turns.next()
      }
      if (lines.length > 0) yield lines
      if (splitter.isTooLong) {
        throw new TooLargeError(`Line ${line + 1} has more than ${limit} bytes. It and what follows is left undone.`)
      }
    }
  } finally {
    body.resume()
  }
  const last = [...read(splitter.rest())]
  if (last.length > 0) yield last
}

function isBlank (bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}
