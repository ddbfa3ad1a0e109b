/** A value as JSON for a message, shortened. */
export function excerptOf (value: unknown, maxCharacters = 60): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}
