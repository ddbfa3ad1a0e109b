/** Bytes of texts that are converted without memory of their own. */
const SCRATCH = Buffer.allocUnsafeSlow(64 * 1024)
/** Bytes in UTF-8 that a character takes at the most; where a pair of them is one, four for both. */
const WIDEST = 3

/**
 * A text as the bytes of its UTF-8, each of which is a character here. V8 keeps that with one byte for each, while a
 * single character beyond Latin-1, such as a dash, makes it take two for every character of a text; and it becomes
 * bytes by mere copying (`latin1`).
 */
export function bytesOf (text: string): string {
  if (text.length * WIDEST > SCRATCH.length) return Buffer.from(text).toString('latin1')
  return SCRATCH.toString('latin1', 0, SCRATCH.write(text))
}

/** The text whose bytes these are. */
export function textOf (bytes: string): string {
  if (bytes.length > SCRATCH.length) return Buffer.from(bytes, 'latin1').toString()
  return SCRATCH.toString('utf8', 0, SCRATCH.write(bytes, 'latin1'))
}

/** What is bytes already, in memory of its own: of what Node pools, a short text would keep others. */
export function copied (bytes: string): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.write(bytes, 'latin1')
  return own
}
