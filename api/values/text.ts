const ASCII_SPACE = new Set([...' \t\n\r\0\v'].map((character) => character.charCodeAt(0)))

/**
 * `text` without the ASCII white space at both ends; other blanks, such as U+00A0, are text. In linear time: a regular
 * expression anchored at the end tries every run of blanks in the text again from each of its characters.
 */
export function trim (text: string): string {
  let start = 0
  let end = text.length
  while (start < end && ASCII_SPACE.has(text.charCodeAt(start))) start++
  while (end > start && ASCII_SPACE.has(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

export function isBlank (text: string): boolean {
  return trim(text) === ''
}

/** A number or flag where a text is expected is kept as text; objects and null are nothing. */
export function optionalText (value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
