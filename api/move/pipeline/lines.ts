import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { bytesOf as readBytes, isGzip } from '../../../files/types/bytes.js'
import { LineSplitter } from '../../../files/streams/received-bytes.js'
import { DamagedFileError } from './problems.js'

const CHUNK_BYTES = 128 * 1024
const LINE_MAX_BYTES = 256 * 1024 * 1024
const BYTE_ORDER_MARK = '\uFEFF'

export type Json = Record<string, unknown>

export function addTo (object: Json, key: string, member: unknown): void {
  ((object[key] ??= []) as unknown[]).push(member)
}

/** A line of the imported file. */
export interface Line {
  /** Counted from 1. */
  number: number
  /** Null when the bytes are not UTF-8. */
  text: string | null
  bytes: Buffer
  /** False for a last line without a line break: the file may be incomplete. */
  isWhole: boolean
}

/**
 * Reads the lines of a file, plain or compressed with gzip (detected by content). Blank lines are skipped but counted.
 * Yields batches, because one asynchronous step per line would cost more than parsing it.
 * @param onBytes called with the number of bytes read so far, before decompression.
 * @throws DamagedFileError after the readable lines.
 */
export async function * readLines (file: string, onBytes: (count: number) => void = () => {}): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter(LINE_MAX_BYTES)
  let number = 0
  const next = (bytes: Buffer, isWhole: boolean): Line[] => {
    number++
    if (!isUtf8(bytes)) return [{ number, text: null, bytes, isWhole }]
    const text = bytes.toString('utf8')
    const content = number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
    return content.trim() === '' ? [] : [{ number, text: content, bytes, isWhole }]
  }
  try {
    for await (const chunk of bytesOf(file, onBytes)) {
      const lines: Line[] = []
      for (const bytes of splitter.split(chunk)) lines.push(...next(bytes, true))
      yield lines
      if (splitter.isTooLong) {
        throw new DamagedFileError(number + 1, `the line is longer than ${LINE_MAX_BYTES} bytes`)
      }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('Z_') !== true) throw error
    throw new DamagedFileError(
      number + 1,
      code === 'Z_BUF_ERROR' ? 'the compressed file ends too early' : 'the compressed file is damaged'
    )
  }
  const rest = splitter.rest()
  if (rest.length > 0) yield next(rest, false)
}

/**
 * The content of a file as a stream, decompressed if it is gzip.
 * @param onBytes called with the number of bytes read so far, before decompression.
 */
export async function * bytesOf (file: string, onBytes: (count: number) => void = () => {}): AsyncGenerator<Buffer> {
  // Before the stream is opened: an error while nothing reads it would end the process.
  const isCompressed = isGzip(await readBytes(file, 0, 2))
  const input = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  try {
    for await (const chunk of isCompressed ? unzipped(input) : input) {
      onBytes(input.bytesRead)
      yield chunk as Buffer
    }
  } finally {
    input.destroy()
  }
}

/** The whole content of a file, decompressed if it is gzip; undefined when it has more than `most` bytes. */
export async function wholeContent (file: string, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const bytes of bytesOf(file)) {
    size += bytes.length
    if (size > most) return undefined
    pieces.push(bytes)
  }
  return Buffer.concat(pieces, size)
}

function unzipped (input: Readable): Readable {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  input.on('error', (error) => { gunzip.destroy(error) })
  return input.pipe(gunzip)
}
