import type { Archive } from './archive.js'
import { isoText, numberText, textShown, UNFORMATTED, type CellFormat, type DateSystem } from '../cells/cell-format.js'
import { ARE_MERGED, RowBuilder } from '../cells/row-builder.js'
import type { StringTable } from './string-table.js'
import { columnLetters, SHEET_MAX_ROWS, TABLE_MAX_COLUMNS, TableError, type Row, type TableObserver } from '../cells/table.js'
import { childrenOf, elementsIn, type Element } from './xml.js'

/** Shared data to which the cells of a sheet refer. */
export interface CellContext {
  texts: StringTable
  /** By style number. */
  formats: readonly CellFormat[]
  dates: DateSystem
  /** Addresses by cell, such as `B7`. */
  links: ReadonlyMap<string, string>
}

export async function * sheetRows (
  archive: Archive, part: string, context: CellContext, observer: TableObserver
): AsyncGenerator<Row[]> {
  let last = 0
  for await (const elements of elementsIn(archive, part, { row: 'whole', mergeCell: 'tag' }, observer.onProgress)) {
    const rows: Row[] = []
    for (const element of elements) {
      if (element.name === 'mergeCell') warnOfMerged(element.attributes.ref ?? '', observer)
      else {
        last = numberOf(element.attributes.r, last)
        const row = readRow(element, new RowBuilder(last, observer), context)
        if (row !== undefined) rows.push(row)
      }
    }
    yield rows
  }
}

function numberOf (reference: string | undefined, last: number): number {
  const number = reference === undefined ? last + 1 : Number(reference)
  if (Number.isInteger(number) && number > last && number <= SHEET_MAX_ROWS) return number
  throw new TableError(`the file is damaged: row ${String(reference)} follows row ${last}`, last + 1)
}

function readRow (element: Element, row: RowBuilder, context: CellContext): Row | undefined {
  let column = 0
  for (const cell of childrenOf(element, 'c')) {
    const { r: reference } = cell.attributes
    column = reference === undefined ? column + 1 : columnOf(reference)
    if (!(column >= 1 && column <= TABLE_MAX_COLUMNS)) {
      throw new TableError(`the file is damaged: there is no cell ${String(reference)}`, row.number)
    }
    row.cells[column - 1] = readCell(cell, column, row, context)
  }
  return row.end()
}

function readCell (cell: Element, column: number, row: RowBuilder, context: CellContext): string {
  const text = textIn(cell)
  const formula = childrenOf(cell, 'f')[0]?.content.join('')
  // A formula with an empty text as its result has the type of texts.
  const hasResult = formula === undefined || text !== '' || (cell.attributes.t ?? 'n') !== 'n'
  const link = context.links.size === 0 ? undefined : context.links.get(`${columnLetters(column)}${row.number}`)
  const shown = hasResult ? shownValue(cell, text, context, (error) => row.withoutError(column, error)) : undefined
  return row.textOf(column, shown, formula, link === undefined ? [] : [link])
}

function shownValue (
  { attributes: { t: type = 'n', s: style = '0' } }: Element, text: string, { texts, formats, dates }: CellContext,
  withoutError: (error: string) => string
): string {
  const format = formats[Number(style)] ?? UNFORMATTED
  switch (type) {
    case 's': return textShown(texts.get(text === '' ? -1 : Number(text)) ?? '', format)
    case 'str': case 'inlineStr': return textShown(unescaped(text), format)
    case 'b': return isTrue(text) ? 'true' : 'false'
    case 'd': return isoText(text, format)
    case 'e': return withoutError(text)
    default: return text === '' ? '' : numberText(text, format, dates)
  }
}

/** The text of a cell or of a shared text, without its pronunciation (furigana). */
export function textIn (element: Element): string {
  if (element.name === 'rPh') return ''
  const isText = element.name === 't' || element.name === 'v'
  return element.content.map((part) => typeof part !== 'string' ? textIn(part) : isText ? part : '').join('')
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

function warnOfMerged (reference: string, observer: TableObserver): void {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7}):/.exec(reference) ?? []
  if (letters === undefined) return
  new RowBuilder(Number(row), observer).warn(columnOf(letters), `the cells ${reference} ${ARE_MERGED}`)
}

/** The position of the column in a cell reference such as AB12; 0 without letters. */
function columnOf (reference: string): number {
  let position = 0
  for (const character of reference) {
    const digit = character.charCodeAt(0) - 64
    if (digit < 1 || digit > 26) break
    position = position * 26 + digit
  }
  return position
}
