import { TableError } from './table.js'

/** Spreadsheet programs allow 32,767. */
const TEXT_MAX_CHARACTERS = 1024 * 1024

/** @throws TableError when the text becomes too long. */
export function longer (text: string, piece: string): string {
  if (text.length + piece.length > TEXT_MAX_CHARACTERS) {
    throw new TableError(`a cell has more than ${TEXT_MAX_CHARACTERS} characters`)
  }
  return text + piece
}

/**
 * Decodes characters that XML does not allow, written as _x000D_ (ECMA-376 part 1 §22.9.2.19); line breaks become \n.
 */
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

/** The label of a row. It has a prefix, because plain numbers are ids. */
export function labelOf (identifier: string): string {
  return `_:${identifier}`
}

/** The beginning of a cell, for messages. */
export function quoted (text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
