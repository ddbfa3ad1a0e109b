import { TableError } from './table.js'

/** Characters of a cell. Spreadsheet programs allow 32,767. */
const LONGEST_TEXT = 1024 * 1024

/** @throws TableError when a text becomes longer than any cell. */
export function longer (text: string, piece: string): string {
  if (text.length + piece.length > LONGEST_TEXT) {
    throw new TableError(`a cell has more than ${LONGEST_TEXT} characters`)
  }
  return text + piece
}

/** Characters that XML cannot hold are written as _x000D_ (ECMA-376 part 1 §22.9.2.19); line breaks are \n. */
export function unescaped (text: string): string {
  const plain = text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  return plain.includes('\r') ? plain.replaceAll(/\r\n?/g, '\n') : plain
}

export function isTrue (text: string | undefined): boolean {
  return text === '1' || text === 'true'
}

export function isFalse (text: string | undefined): boolean {
  return text === '0' || text === 'false'
}

/** The label of a row in the file. With a prefix, because numbers are ids. */
export function labelOf (identifier: string): string {
  return `_:${identifier}`
}

/** A cell in a message: its beginning. */
export function quoted (text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
