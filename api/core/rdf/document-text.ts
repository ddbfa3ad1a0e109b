import { isUtf8 } from 'node:buffer'
import { markedEncoding, unfinishedUtf8 } from '../../../files/types/text-encoding.js'

export const XML = 'application/rdf+xml'
export const JSON_LD = 'application/ld+json'
export const TURTLE = 'text/turtle'

/** The XML declaration of a document must end within this many bytes. */
const BEGINNING_BYTES = 1024

/** An error in an encoding other than UTF-8 is reported with this precision in bytes. */
const SLICE_BYTES = 512

const NEW_LINE = 0x0A
const LESS_THAN = 0x3C

/** A document is not valid in its encoding. The message says where, and what to do. */
class DocumentEncodingError extends Error {
  constructor (message: string) {
    super(message)
    this.name = new.target.name
  }
}

/**
 * Guesses the media type of an RDF document from its first bytes, because file names and declared media types are
 * often wrong.
 */
export function guessedSyntax (bytes: Uint8Array): string {
  const text = beginningOf(bytes)
  if (/^\s*<(?:\?xml|!--|!DOCTYPE|(?:[\w.-]+:)?RDF\b)/.test(text)) return XML
  // Turtle may also begin with `[`, but not followed by a brace or another bracket as in JSON.
  return /^\s*(?:\{|\[\s*[[\]{])/.test(text) ? JSON_LD : TURTLE
}

/**
 * The text of an RDF document, without its byte order mark. XML is decoded according to its byte order mark, `charset`
 * or its declaration (RFC 7303 §3); all other syntaxes are UTF-8, or UTF-16 with a byte order mark.
 *
 * @param mediaType of its syntax. @param charset the encoding according to HTTP. @throws DocumentEncodingError
 */
export async function * textOf (
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, mediaType: string, charset?: string
): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let beginning: Uint8Array = new Uint8Array()
  for await (const piece of pieces) {
    if (decoder !== undefined) {
      yield decoder.decode(piece)
      continue
    }
    beginning = beginning.length === 0 ? piece : Buffer.concat([beginning, piece])
    if (beginning.length < BEGINNING_BYTES) continue
    decoder = decoderFor(beginning, mediaType, charset)
    yield decoder.decode(beginning)
  }
  if (decoder === undefined) {
    decoder = decoderFor(beginning, mediaType, charset)
    yield decoder.decode(beginning)
  }
  yield decoder.end()
}

/** The whole text of a document in memory. @throws DocumentEncodingError */
export async function wholeText (bytes: Uint8Array, mediaType: string, charset?: string): Promise<string> {
  let text = ''
  for await (const piece of textOf([bytes], mediaType, charset)) text += piece
  return text
}

interface Decoder {
  decode (bytes: Uint8Array): string
  end (): string
}

function decoderFor (beginning: Uint8Array, mediaType: string, charset: string | undefined): Decoder {
  const encoding = encodingOf(beginning, mediaType, charset)
  return /^utf-?8$/i.test(encoding) ? new Utf8Decoder() : new OtherDecoder(encoding)
}

function encodingOf (beginning: Uint8Array, mediaType: string, charset: string | undefined): string {
  const marked = markedEncoding(beginning)
  if (marked !== undefined) {
    const isUtf32 = marked === 'utf-16le' && beginning[2] === 0 && beginning[3] === 0
    return isUtf32 ? 'UTF-32' : marked
  }
  if (mediaType === XML) {
    const unmarked = unmarkedUtf16(beginning)
    if (unmarked !== undefined) return unmarked
    const declared = charset ?? /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(beginningOf(beginning))?.[1]
    // If the declaration is readable byte by byte, the text was converted from UTF-16 and only its declaration is
    // outdated.
    return declared === undefined || /^(?:utf-?16(?:le|be)?|us-ascii)$/i.test(declared) ? 'utf-8' : declared
  }
  if (charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset)) return 'utf-8'
  throw new DocumentEncodingError(`it is sent as ${charset}, and must be UTF-8. Save it as UTF-8.`)
}

/** The encoding of XML whose first character, `<`, takes two bytes. */
function unmarkedUtf16 ([first, second]: Uint8Array): string | undefined {
  if (first === LESS_THAN && second === 0) return 'utf-16le'
  return first === 0 && second === LESS_THAN ? 'utf-16be' : undefined
}

function beginningOf (bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes) ?? unmarkedUtf16(bytes) ?? 'latin1'
  return new TextDecoder(encoding).decode(bytes.subarray(0, BEGINNING_BYTES))
}

/** Decodes UTF-8 and reports the line and byte of an error, which `TextDecoder` does not. */
class Utf8Decoder implements Decoder {
  #incomplete: Buffer = Buffer.alloc(0)
  #bytes = 0
  #lines = 0

  decode (piece: Uint8Array): string {
    const bytes = this.#incomplete.length === 0 ? asBuffer(piece) : Buffer.concat([this.#incomplete, piece])
    const end = bytes.length - unfinishedUtf8(bytes)
    // Copied, because the caller may reuse the buffer.
    this.#incomplete = Buffer.from(bytes.subarray(end))
    return this.#decoded(bytes.subarray(0, end))
  }

  end (): string {
    return this.#decoded(this.#incomplete)
  }

  #decoded (bytes: Buffer): string {
    if (!isUtf8(bytes)) throw new DocumentEncodingError(this.#placeIn(bytes))
    this.#lines += linesIn(bytes)
    const text = bytes.toString('utf8')
    const isMarked = this.#bytes === 0 && text.startsWith('\uFEFF')
    this.#bytes += bytes.length
    return isMarked ? text.slice(1) : text
  }

  #placeIn (bytes: Buffer): string {
    const valid = validUtf8(bytes)
    const line = this.#lines + linesIn(bytes.subarray(0, valid)) + 1
    const byte = bytes[valid]!.toString(16).toUpperCase().padStart(2, '0')
    return `line ${line} is not UTF-8 (0x${byte}, byte ${this.#bytes + valid + 1} of the document). Save it as UTF-8.`
  }
}

/** Any encoding that `TextDecoder` knows. */
class OtherDecoder implements Decoder {
  readonly #encoding: string
  readonly #decoder
  #bytes = 0

  constructor (encoding: string) {
    this.#encoding = encoding
    try {
      this.#decoder = new TextDecoder(encoding, { fatal: true })
    } catch {
      throw new DocumentEncodingError(`its encoding ${encoding} is unknown. Save it as UTF-8.`)
    }
  }

  decode (piece: Uint8Array): string {
    let text = ''
    for (let at = 0; at < piece.length; at += SLICE_BYTES) text += this.#decoded(piece.subarray(at, at + SLICE_BYTES))
    return text
  }

  end (): string {
    return this.#decoded()
  }

  #decoded (slice?: Uint8Array): string {
    const first = this.#bytes + 1
    this.#bytes += slice?.length ?? 0
    try {
      // Decoded as a stream: for whole buffers, Node 20 decodes Windows-1252 as ISO 8859-1.
      return this.#decoder.decode(slice, { stream: slice !== undefined })
    } catch {
      const place = slice === undefined ? 'its end is' : `its bytes ${first} to ${this.#bytes} are`
      throw new DocumentEncodingError(`${place} not ${this.#encoding}, as it says. Save it as UTF-8.`)
    }
  }
}

function asBuffer (bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function linesIn (bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) count++
  return count
}

/** The number of bytes before the first one that is not valid UTF-8. */
function validUtf8 (bytes: Buffer): number {
  const text = bytes.toString('utf8')
  let offset = 0
  for (let from = 0; ;) {
    const at = text.indexOf('\uFFFD', from)
    offset += Buffer.byteLength(text.slice(from, at))
    // The document may itself contain U+FFFD.
    if (bytes.toString('latin1', offset, offset + 3) !== '\u00EF\u00BF\u00BD') return offset
    offset += 3
    from = at + 1
  }
}
