/**
 * Splits a cell into values, trimmed and without empty ones. With `isEscaped`, a backslash escapes a separator or
 * backslash, and spaces are retained.
 */
export function splitCell (cell: string, separator: string | undefined, isEscaped = false): string[] {
  if (isEscaped) return separator === undefined ? [cell].filter(isFilled) : splitEscaped(cell, separator)
  const pieces = separator === undefined ? [cell] : cell.split(separator)
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}

function splitEscaped (cell: string, separator: string): string[] {
  if (!cell.includes('\\')) return cell.split(separator).filter(isFilled)
  const plain = separator.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  const pieces = ['']
  for (const [token] of cell.matchAll(new RegExp(String.raw`\\(?:\\|${plain})|${plain}|.`, 'gs'))) {
    const isEscape = token.startsWith('\\') && token.length > 1
    if (token === separator) pieces.push('')
    else pieces[pieces.length - 1] += isEscape ? token.slice(1) : token
  }
  return pieces.filter(isFilled)
}

function isFilled (piece: string): boolean {
  return piece.trim() !== ''
}
