/** The label of a row. It has a prefix, because plain numbers are ids. */
export function labelOf (identifier: string): string {
  return `_:${identifier}`
}

/** The beginning of a cell, for messages. */
export function quoted (text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
