/** Reused buffer; longer texts are converted with a buffer of their own. */
const BUFFER = Buffer.allocUnsafeSlow(64 * 1024)
/** Maximum number of bytes per UTF-16 code unit in UTF-8 (a surrogate pair takes four). */
const MAX_BYTES_PER_UNIT = 3

/**
 * Encodes a text as UTF-8, each byte as one character. V8 stores such a string with one byte per character, while a
 * single character beyond Latin-1, such as a dash, doubles the memory of a whole text; and converting it to bytes is a
 * mere copy (`latin1`).
 */
export function bytesOf (text: string): string {
  if (text.length * MAX_BYTES_PER_UNIT > BUFFER.length) return Buffer.from(text).toString('latin1')
  return BUFFER.toString('latin1', 0, BUFFER.write(text))
}

/** Decodes what `bytesOf` returns. */
export function textOf (bytes: string): string {
  if (bytes.length > BUFFER.length) return Buffer.from(bytes, 'latin1').toString()
  return BUFFER.toString('utf8', 0, BUFFER.write(bytes, 'latin1'))
}

/** Copies encoded text into memory of its own: in Node's shared pool, a short text would retain its neighbours. */
export function copied (bytes: string): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.write(bytes, 'latin1')
  return own
}
