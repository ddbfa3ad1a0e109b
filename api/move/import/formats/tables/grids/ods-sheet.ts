import { linkInFormula, RowLinks, withoutResult } from '../cells/cell-link.js'
import { longer } from '../cells/cell-text.js'
import { dateShown, numberShown, plainNumber, timeShown } from '../cells/shown-value.js'
import { columnLetters, TABLE_MAX_COLUMNS, rowOf, TableError, type Row, type TableObserver } from '../cells/table.js'
import type { XmlHandler } from './xml.js'

type Attributes = Readonly<Record<string, string>>

const LAST_ROW = 1_048_576
/** Rows per yielded batch. */
const ROWS_PER_BATCH = 256

/** Far more links than a person puts into a cell. */
const CELL_MAX_LINKS = 100

/** Elements inside a cell whose text is not its content. */
const NOTES = new Set(['annotation', 'ruby-text'])

interface Repeated { row: Row, count: number }

/** Collects the rows of one table of an OpenDocument spreadsheet from its XML. */
export class OdsReader implements XmlHandler {
  isComplete = false
  #collected: Repeated[] = []
  #table = -1
  #row = 0
  #rowCount = 1
  #cells: Array<string | undefined> = []
  #cellCount = 1
  #isCell = false
  /** Computes the value from the displayed text. */
  #valueOf = (shown: string): string => shown
  #isError = false
  #text = ''
  #hasParagraph = false
  #paragraphs = 0
  #notes = 0
  #formula: string | undefined
  #hasResult = false
  #addresses: string[] = []
  readonly #links = new RowLinks()

  /** @param wanted position of the table, counted from 0. */
  constructor (readonly wanted: number, readonly observer: TableObserver) {}

  /** Returns the completed rows and resets; in batches, because one row element may be repeated many times. */
  * take (): Generator<Row[]> {
    let rows: Row[] = []
    for (const { row, count } of this.#collected) {
      for (let at = 0; at < count; at++) {
        rows.push({ ...row, number: row.number + at })
        if (rows.length < ROWS_PER_BATCH) continue
        yield rows
        rows = []
      }
    }
    this.#collected = []
    if (rows.length > 0) yield rows
  }

  open (name: string, attributes: Attributes): void {
    if (name === 'table') this.#table++
    if (this.#table !== this.wanted) return
    if (name === 'table-row') {
      this.#cells = []
      this.#row += 1
      this.#rowCount = repetition(attributes['table:number-rows-repeated'])
    } else if (name === 'table-cell' || name === 'covered-table-cell') this.#beginCell(attributes)
    else if (NOTES.has(name)) this.#notes++
    else if (this.#isCell && this.#notes === 0) this.#openText(name, attributes)
  }

  text (piece: string): void {
    if (this.#paragraphs > 0 && this.#notes === 0) this.#text = longer(this.#text, piece)
  }

  close (name: string): void {
    if (this.#table !== this.wanted) return
    if (NOTES.has(name)) this.#notes--
    else if (name === 'p' && this.#notes === 0) this.#paragraphs--
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell()
    else if (name === 'table-row') this.#endRow()
    else if (name === 'table') this.isComplete = true
  }

  #beginCell (attributes: Attributes): void {
    this.#cellCount = repetition(attributes['table:number-columns-repeated'])
    this.#isCell = true
    this.#text = ''
    this.#hasParagraph = false
    this.#paragraphs = 0
    this.#valueOf = valueOf(attributes)
    this.#formula = attributes['table:formula']
    this.#hasResult = attributes['office:value-type'] !== undefined
    this.#addresses = []
    this.#isError = attributes['calcext:value-type'] === 'error'
    const columns = repetition(attributes['table:number-columns-spanned'])
    const rows = repetition(attributes['table:number-rows-spanned'])
    if (columns === 1 && rows === 1) return
    this.observer.onWarning?.({
      row: this.#row,
      column: this.#cells.length + 1,
      message: `${columns} × ${rows} cells are merged; the first of them has the value, the others are empty`
    })
  }

  #openText (name: string, attributes: Attributes): void {
    if (name === 'p') {
      if (this.#hasParagraph) this.#text += '\n'
      this.#hasParagraph = true
      this.#paragraphs++
    } else if (name === 's') {
      this.#text = longer(this.#text, ' '.repeat(Math.min(repetition(attributes['text:c']), 10_000)))
    } else if (name === 'tab') this.#text += '\t'
    else if (name === 'line-break') this.#text += '\n'
    else if (name === 'a') this.#addAddress(attributes['xlink:href'])
  }

  #addAddress (address: string | undefined): void {
    if (address !== undefined && this.#addresses.length < CELL_MAX_LINKS) this.#addresses.push(address)
  }

  #endCell (): void {
    this.#isCell = false
    const shown = this.#shownText()
    const at = this.#cells.length
    const text = this.#addresses.length === 0 ? shown : this.#links.add(at, shown, this.#addresses)
    // The last cell of a row is usually repeated for all columns to the right.
    if (text.trim() === '') this.#cells.length = Math.min(at + this.#cellCount, TABLE_MAX_COLUMNS)
    else {
      if (at + this.#cellCount > TABLE_MAX_COLUMNS) throw new TableError(`the row has more than ${TABLE_MAX_COLUMNS} columns`, this.#row)
      for (let count = 0; count < this.#cellCount; count++) this.#cells.push(text)
    }
  }

  #shownText (): string {
    const text = this.#isError ? '' : this.#valueOf(this.#text)
    if (this.#isError) {
      const message = `${this.#text} is an error of the spreadsheet; the cell is left out`
      this.observer.onWarning?.({ row: this.#row, column: this.#cells.length + 1, message })
    }
    if (this.#formula === undefined) return text
    const link = linkInFormula(this.#formula)
    if (link !== undefined) this.#addAddress(link.address)
    if (this.#hasResult || text !== '') return text
    if (link !== undefined) return link.text
    const cell = `${columnLetters(this.#cells.length + 1)}${this.#row}`
    this.observer.onWarning?.({ row: this.#row, column: this.#cells.length + 1, message: withoutResult(cell) })
    return ''
  }

  #endRow (): void {
    const row = rowOf(this.#row, this.#cells)
    const links = this.#links.take()
    const last = this.#row + this.#rowCount - 1
    if (row !== undefined) {
      if (last > LAST_ROW) throw new TableError(`the sheet has more than ${LAST_ROW} rows`, this.#row)
      this.#collected.push({ row: links === undefined ? row : { ...row, links }, count: this.#rowCount })
    }
    this.#row = last
  }
}

function repetition (text: string | undefined): number {
  const count = Number(text ?? 1)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new TableError(`the file is damaged: ${String(text)} is not a number of cells`)
}

function valueOf (attributes: Attributes): (shown: string) => string {
  switch (attributes['office:value-type']) {
    case 'date': {
      const iso = attributes['office:date-value'] ?? ''
      return (shown) => dateShown(shown, iso)
    }
    case 'time': {
      const time = clock(attributes['office:time-value']) ?? ''
      return (shown) => timeShown(shown.trim() === '' ? time : shown)
    }
    case 'boolean': {
      const value = attributes['office:boolean-value']
      return (shown) => value ?? shown
    }
    case 'float': case 'percentage': case 'currency': {
      const value = attributes['office:value']
      if (value === undefined) return (shown) => shown
      const plain = Number.isFinite(Number(value)) ? plainNumber(Number(value)) : value
      return (shown) => numberShown(shown, plain)
    }
    default: return (shown) => shown
  }
}

/** @example clock('PT09H05M00S') // '09:05:00' */
function clock (duration: string | undefined): string | undefined {
  const parts = /^PT(\d{1,9})H(\d{1,2})M(\d{1,2})(?:[.,]\d{1,20})?S$/.exec(duration ?? '')
  return parts === null ? duration : parts.slice(1).map((part) => part.padStart(2, '0')).join(':')
}
