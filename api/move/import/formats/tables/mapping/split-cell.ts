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
  const pieces: string[] = []
  let piece = ''
  for (let at = 0; at < cell.length;) {
    if (cell[at] === '\\' && cell[at + 1] === '\\') {
      piece += '\\'
      at += 2
    } else if (cell[at] === '\\' && cell.startsWith(separator, at + 1)) {
      piece += separator
      at += 1 + separator.length
    } else if (cell.startsWith(separator, at)) {
      pieces.push(piece)
      piece = ''
      at += separator.length
    } else {
      piece += cell[at]!
      at++
    }
  }
  pieces.push(piece)
  return pieces.filter(isFilled)
}

function isFilled (piece: string): boolean {
  return piece.trim() !== ''
}
