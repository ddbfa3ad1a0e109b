import { markedEncoding } from '../../../../../../files/types/text-encoding.js'
import { bytesOf } from '../../../../pipeline/lines.js'
import { TableError } from '../cells/table.js'

/** A text file has no NUL among its first bytes. */
const NUL_CHECK_BYTES = 4096

/**
 * The encoding of a text file: from its byte order mark; UTF-8 if all of it is valid UTF-8; otherwise Windows-1252.
 * @throws TableError when it is not text, or UTF-8 with a few damaged characters: as Windows-1252, all its other
 * characters would be wrong.
 */
export async function detectEncoding (file: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let piece: Buffer | undefined
  let hasUtf8 = false
  try {
    for await (const bytes of bytesOf(file)) {
      if (piece === undefined) {
        const marked = markedEncoding(bytes)
        if (marked !== undefined) return marked
        if (bytes.subarray(0, NUL_CHECK_BYTES).includes(0)) throw new TableError('this is not a text file')
      }
      piece = bytes
      const text = decoder.decode(bytes, { stream: true })
      hasUtf8 ||= /[^\0-\x7F]/.test(text)
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    return withoutUtf8(piece!, hasUtf8)
  }
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
    'the file is UTF-8, but has characters that are damaged. Correct it, or name its encoding, such as windows-1252 (option encoding)'
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
  for await (const bytes of bytesOf(file, onBytes)) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

function decoderOf (encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new TableError(`${encoding} is an unknown encoding; for example utf-8, utf-16le or windows-1252`)
  }
}
