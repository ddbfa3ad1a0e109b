import { JsonByte } from '../../files/streams/received-bytes.js'
import type { Body } from './body.js'
import type { TextStyle } from './negotiation.js'

const INDENT = '    '

/** Size in bytes of the pieces in which indented text is produced. */
const PIECE_BYTES = 64 * 1024

/** Styles compact JSON text, in pieces, so that a long list does not take much time or memory at once. */
export function * styled (json: Body, { pretty, callback }: TextStyle): Generator<Buffer> {
  if (callback !== undefined) yield Buffer.from(`${callback}(`)
  if (pretty) yield * indented(json.pieces)
  else yield * json.pieces
  if (callback !== undefined) yield Buffer.from(');')
}

/**
 * Indents compact JSON text by four spaces per level. It works on the text, because parsing would reorder keys that
 * look like numbers.
 *
 * @param pieces of the text, divided anywhere.
 */
export function * indented (pieces: Iterable<Buffer>): Generator<Buffer> {
  let out = ''
  let margin = '\n'
  let isInString = false
  /** The last character was a backslash in a string. */
  let isEscaped = false
  /** The last character opened an object or list, which may be empty. */
  let isOpened = false
  for (const json of pieces) {
    let from = 0
    // Latin-1 maps every byte to a character, so that UTF-8 passes unchanged wherever it is divided.
    const pending = (to: number): string => {
      const text = json.toString('latin1', from, to)
      from = to
      return text
    }
    for (let at = 0; at < json.length; at++) {
      const char = json[at]!
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (char === JsonByte.Backslash) isEscaped = true
        else isInString = char !== JsonByte.Quote
        continue
      }
      const isClosing = char === JsonByte.CloseBrace || char === JsonByte.CloseBracket
      if (isOpened && !isClosing) {
        margin += INDENT
        out += pending(at) + margin
      }
      if (isClosing && !isOpened) {
        margin = margin.slice(0, -INDENT.length)
        out += pending(at) + margin
      }
      isOpened = char === JsonByte.OpenBrace || char === JsonByte.OpenBracket
      if (char === JsonByte.Quote) isInString = true
      else if (char === JsonByte.Comma) out += pending(at + 1) + margin
      else if (char === JsonByte.Colon) out += pending(at + 1) + ' '
      if (out.length >= PIECE_BYTES) {
        yield Buffer.from(out, 'latin1')
        out = ''
      }
    }
    out += pending(json.length)
  }
  yield Buffer.from(out, 'latin1')
}
