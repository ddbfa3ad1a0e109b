import type { Archive } from './archive.js'
import { chooseSheet, type OpenSheet } from './sheets.js'
import { ARE_MERGED, RowBuilder } from '../cells/row-builder.js'
import { dateShown, numberShown, plainNumber, timeShown } from '../cells/shown-value.js'
import { SHEET_MAX_ROWS, TABLE_MAX_COLUMNS, TableError, type Row, type Sheet, type TableObserver } from '../cells/table.js'
import { childrenOf, eachIn, elementsIn, type Element } from './xml.js'

/** The part with all sheets and their styles. */
const CONTENT = 'content.xml'

const ROWS_PER_BATCH = 256

/** Far more links than a person puts into a cell. */
const CELL_MAX_LINKS = 100

/** A longer run of spaces, which one element stands for, is cut. */
const SPACES_MAX = 256

/** Elements inside a cell whose text is not its content. */
const NOTES = new Set(['annotation', 'ruby-text'])

/** Opens a sheet of an OpenDocument spreadsheet. */
export async function openOds (archive: Archive, sheetName: string | undefined): Promise<OpenSheet> {
  const sheets = await readSheets(archive)
  const sheet = chooseSheet(sheets, sheetName)
  return {
    format: 'ods',
    sheet: sheet.name,
    sheets,
    rows: (archive, observer) => sheetRows(archive, sheets.indexOf(sheet), observer)
  }
}

async function readSheets (archive: Archive): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  const hiddenStyles = new Set<string>()
  for await (const element of eachIn(archive, CONTENT, { style: 'whole', table: 'tag' })) {
    const { name, attributes } = element
    if (name === 'table') {
      const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '')
      sheets.push({ name: attributes['table:name'] ?? '', isHidden })
    } else if (childrenOf(element, 'table-properties').some((child) => child.attributes['table:display'] === 'false')) {
      hiddenStyles.add(attributes['style:name'] ?? '')
    }
  }
  return sheets
}

/** The rows of a sheet, in several batches, because one element may stand for many rows. @param wanted from 0. */
async function * sheetRows (archive: Archive, wanted: number, observer: TableObserver): AsyncGenerator<Row[]> {
  let table = -1
  let next = 1
  let rows: Row[] = []
  for await (const elements of elementsIn(archive, CONTENT, { table: 'tag', 'table-row': 'whole' }, observer.onProgress)) {
    for (const element of elements) {
      if (element.name === 'table') table++
      else if (table === wanted) {
        const number = next
        const count = repetition(element.attributes['table:number-rows-repeated'])
        next += count
        const row = readRow(element, new RowBuilder(number, observer))
        if (row === undefined) continue
        if (next > SHEET_MAX_ROWS + 1) throw new TableError(`the sheet has more than ${SHEET_MAX_ROWS} rows`, number)
        for (let at = 0; at < count; at++) {
          rows.push({ ...row, number: number + at })
          if (rows.length < ROWS_PER_BATCH) continue
          yield rows
          rows = []
        }
      }
    }
    yield rows
    rows = []
    if (table > wanted) return
  }
}

function readRow (element: Element, row: RowBuilder): Row | undefined {
  const { cells, number } = row
  for (const cell of element.content) {
    if (typeof cell === 'string' || (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell')) continue
    const text = readCell(cell, cells.length + 1, row)
    const end = cells.length + repetition(cell.attributes['table:number-columns-repeated'])
    // The last cell of a row is usually repeated for all columns to the right.
    if (text.trim() === '') cells.length = Math.min(end, TABLE_MAX_COLUMNS)
    else {
      if (end > TABLE_MAX_COLUMNS) throw new TableError(`the row has more than ${TABLE_MAX_COLUMNS} columns`, number)
      while (cells.length < end) cells.push(text)
    }
  }
  return row.end()
}

/** The text of a cell. @param column counted from 1. */
function readCell (cell: Element, column: number, row: RowBuilder): string {
  const { attributes } = cell
  const columns = repetition(attributes['table:number-columns-spanned'])
  const rows = repetition(attributes['table:number-rows-spanned'])
  if (columns > 1 || rows > 1) row.warn(column, `${columns} × ${rows} cells ${ARE_MERGED}`)
  const text = paragraphsIn(cell).map(textIn).join('\n')
  const isError = attributes['calcext:value-type'] === 'error'
  const shown = isError ? row.withoutError(column, text) : shownValue(text, attributes)
  const formula = attributes['table:formula']
  const hasResult = formula === undefined || attributes['office:value-type'] !== undefined || shown !== ''
  return row.textOf(column, hasResult ? shown : undefined, formula, linksIn(cell).slice(0, CELL_MAX_LINKS))
}

function repetition (text: string | undefined): number {
  const count = Number(text ?? 1)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new TableError(`the file is damaged: ${String(text)} is not a number of cells`)
}

/** The elements within an element, without those of its notes. */
function elementsOf ({ content }: Element): Element[] {
  return content.filter((part): part is Element => typeof part !== 'string' && !NOTES.has(part.name))
}

function paragraphsIn (element: Element): Element[] {
  return elementsOf(element).flatMap((child) => child.name === 'p' ? [child] : paragraphsIn(child))
}

function linksIn (element: Element): string[] {
  return elementsOf(element).flatMap((child) => {
    const address = child.name === 'a' ? child.attributes['xlink:href'] : undefined
    return address === undefined ? linksIn(child) : [address, ...linksIn(child)]
  })
}

function textIn ({ name, attributes, content }: Element): string {
  if (name === 's') return ' '.repeat(Math.min(repetition(attributes['text:c']), SPACES_MAX))
  if (name === 'tab') return '\t'
  if (name === 'line-break') return '\n'
  return NOTES.has(name) ? '' : content.map((part) => typeof part === 'string' ? part : textIn(part)).join('')
}

/** @param text as it is shown. */
function shownValue (text: string, attributes: Element['attributes']): string {
  switch (attributes['office:value-type']) {
    case 'date': return dateShown(text, attributes['office:date-value'] ?? '')
    case 'time': return timeShown(text.trim() === '' ? clock(attributes['office:time-value']) ?? '' : text)
    case 'boolean': return attributes['office:boolean-value'] ?? text
    case 'float': case 'percentage': case 'currency': {
      const value = attributes['office:value']
      if (value === undefined) return text
      return numberShown(text, Number.isFinite(Number(value)) ? plainNumber(Number(value)) : value)
    }
    default: return text
  }
}

/** @example clock('PT09H05M00S') // '09:05:00' */
function clock (duration: string | undefined): string | undefined {
  const parts = /^PT(\d{1,9})H(\d{1,2})M(\d{1,2})(?:[.,]\d{1,20})?S$/.exec(duration ?? '')
  return parts === null ? duration : parts.slice(1).map((part) => part.padStart(2, '0')).join(':')
}
