import { isAscii, isUtf8 } from 'node:buffer'
import { markedEncoding, unfinishedUtf8 } from '../../../../../../files/types/text-encoding.js'
import { bytesOf } from '../../../../pipeline/lines.js'
import { damaged } from './archive.js'
import { TableError } from '../cells/table.js'

/** A text file has no NUL among its first bytes. */
const NUL_CHECK_BYTES = 4096

/**
 * The encoding of a text file: from its byte order mark; UTF-8 if all of it is valid UTF-8; otherwise Windows-1252.
 * @throws TableError when it is not text, or UTF-8 with a few damaged characters: as Windows-1252, all its other
 * characters would be wrong.
 */
export async function detectEncoding (file: string): Promise<string> {
  let carried: Buffer = Buffer.alloc(0)
  let isFirst = true
  let hasUtf8 = false
  for await (const bytes of piecesOf(file)) {
    if (isFirst) {
      const marked = markedEncoding(bytes)
      if (marked !== undefined) return marked
      if (bytes.subarray(0, NUL_CHECK_BYTES).includes(0)) throw new TableError('this is not a text file')
      isFirst = false
    }
    const chunk = carried.length === 0 ? bytes : Buffer.concat([carried, bytes])
    const end = chunk.length - unfinishedUtf8(chunk)
    const whole = chunk.subarray(0, end)
    if (!isUtf8(whole)) return withoutUtf8(whole, hasUtf8)
    hasUtf8 ||= !isAscii(whole)
    // Copied, because the buffer may be reused.
    carried = Buffer.from(chunk.subarray(end))
  }
  return carried.length === 0 ? 'utf-8' : withoutUtf8(carried, hasUtf8)
}

/** Text in Windows-1252 hardly ever contains byte sequences that happen to be valid UTF-8. */
function withoutUtf8 (bytes: Buffer, hasUtf8: boolean): string {
  let damaged = 0
  let wellFormed = 0
  for (const character of new TextDecoder('utf-8').decode(bytes)) {
    if (character === '\uFFFD') damaged++
    else if (character > '\u007F') wellFormed++
  }
  if (!hasUtf8 && wellFormed < damaged) return 'windows-1252'
  throw new TableError(
    'the file is UTF-8, but has characters that are damaged. Correct it, or name its encoding: --encoding windows-1252'
  )
}

/**
 * Decodes a text file as a stream, without its byte order mark.
 * @param onBytes called with the number of bytes read so far.
 * @throws TableError for an unknown encoding.
 */
export async function * readText (
  file: string, encoding: string, onBytes?: (count: number) => void
): AsyncGenerator<string> {
  const decoder = decoderOf(encoding)
  // Always as a stream: when decoding a whole buffer, Node.js 20 treats Windows-1252 as ISO 8859-1.
  for await (const bytes of piecesOf(file, onBytes)) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

async function * piecesOf (file: string, onBytes?: (count: number) => void): AsyncGenerator<Buffer> {
  try {
    yield * bytesOf(file, onBytes)
  } catch (error) {
    throw damaged(error)
  }
}

function decoderOf (encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new TableError(`${encoding} is an unknown encoding; for example utf-8, utf-16le or windows-1252`)
  }
}
