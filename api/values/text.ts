const ASCII_SPACE_AT_ENDS = /^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g

/** Without the ASCII white space at both ends; other blanks, such as U+00A0, are text. */
export function trim (text: string): string {
  return text.replace(ASCII_SPACE_AT_ENDS, '')
}

export function isBlank (text: string): boolean {
  return trim(text) === ''
}

/** A number or flag where a text is expected is kept as text; objects and null are nothing. */
export function optionalText (value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
