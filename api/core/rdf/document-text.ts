import { isUtf8 } from 'node:buffer'
import { markedEncoding, unfinishedUtf8 } from '../../../files/types/text-encoding.js'

export const XML = 'application/rdf+xml'
export const JSON_LD = 'application/ld+json'
export const TURTLE = 'text/turtle'

/** The XML declaration of a document must end within this many bytes. */
const BEGINNING_BYTES = 1024

/** Number of bytes decoded at once: the place of an error is looked for among so many. */
const SLICE_BYTES = 512

const UTF8_MAX_BYTES = 4

const LESS_THAN = 0x3C

/** A document is not valid in its encoding. The message says where, and what to do. */
class DocumentEncodingError extends Error {
  override readonly name = 'DocumentEncodingError'
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
    decoder = new Decoder(encodingOf(beginning, mediaType, charset))
    yield decoder.decode(beginning)
  }
  if (decoder === undefined) {
    decoder = new Decoder(encodingOf(beginning, mediaType, charset))
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
    // A declaration of UTF-16 that can be read as ASCII is wrong: the text was converted, and the declaration left.
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

/** Decodes a document, and says where it is not valid in its encoding, which `TextDecoder` does not. */
class Decoder {
  readonly #decoder
  /** Numbers of bytes and of line breaks so far. */
  #bytes = 0
  #lines = 0
  /** The bytes of an incomplete UTF-8 character at the end of the last slice. */
  #incomplete: Uint8Array = new Uint8Array()

  constructor (private readonly encoding: string) {
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
    try {
      // Decoded as a stream: for whole buffers, Node 20 decodes Windows-1252 as ISO 8859-1.
      const text = this.#decoder.decode(slice, { stream: slice !== undefined })
      if (slice !== undefined) {
        this.#bytes += slice.length
        this.#lines += text.split('\n').length - 1
        // A short slice may continue a character without completing it. Copied, as the caller may reuse the buffer.
        const end = Buffer.concat([this.#incomplete, slice.subarray(-UTF8_MAX_BYTES)])
        this.#incomplete = end.subarray(end.length - unfinishedUtf8(end))
      }
      return text
    } catch {
      throw new DocumentEncodingError(`${this.#placeIn(slice)}. Save it as UTF-8.`)
    }
  }

  #placeIn (slice: Uint8Array | undefined): string {
    if (this.#decoder.encoding !== 'utf-8') {
      const bytes = slice === undefined ? 'its end is' : `its bytes ${this.#bytes + 1} to ${this.#bytes + slice.length} are`
      return `${bytes} not ${this.encoding}, as it says`
    }
    const bytes = Buffer.concat([this.#incomplete, slice ?? new Uint8Array()])
    let valid = bytes.length - 1
    while (!isUtf8(bytes.subarray(0, valid))) valid--
    const line = this.#lines + bytes.toString('latin1', 0, valid).split('\n').length
    const byte = bytes[valid]!.toString(16).toUpperCase().padStart(2, '0')
    const place = this.#bytes - this.#incomplete.length + valid + 1
    return `line ${line} is not UTF-8 (0x${byte}, byte ${place} of the document)`
  }
}
