import { longer } from '../cells/cell-text.js'
import { ARE_MERGED, RowBuilder } from '../cells/row-builder.js'
import { dateShown, numberShown, plainNumber, timeShown } from '../cells/shown-value.js'
import { TABLE_MAX_COLUMNS, TableError, type Row, type TableObserver } from '../cells/table.js'
import type { RowHandler } from './xml.js'

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
export class OdsReader implements RowHandler {
  isComplete = false
  #collected: Repeated[] = []
  #table = -1
  #row: RowBuilder
  #rowCount = 1
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

  /** @param wanted position of the table, counted from 0. */
  constructor (readonly wanted: number, readonly observer: TableObserver) {
    this.#row = new RowBuilder(0, observer)
  }

  /** In several batches, because one row element may be repeated many times. */
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
      this.#row = new RowBuilder(this.#row.number + this.#rowCount, this.observer)
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
    this.#row.warn(this.#column, `${columns} × ${rows} cells ${ARE_MERGED}`)
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
    else if (name === 'a' && attributes['xlink:href'] !== undefined && this.#addresses.length < CELL_MAX_LINKS) {
      this.#addresses.push(attributes['xlink:href'])
    }
  }

  /** Position of the cell, counted from 1. */
  get #column (): number {
    return this.#row.cells.length + 1
  }

  #endCell (): void {
    this.#isCell = false
    const { cells, number } = this.#row
    const shown = this.#isError ? this.#row.withoutError(this.#column, this.#text) : this.#valueOf(this.#text)
    const hasResult = this.#formula === undefined || this.#hasResult || shown !== ''
    const text = this.#row.textOf(this.#column, hasResult ? shown : undefined, this.#formula, this.#addresses)
    const end = cells.length + this.#cellCount
    // The last cell of a row is usually repeated for all columns to the right.
    if (text.trim() === '') cells.length = Math.min(end, TABLE_MAX_COLUMNS)
    else {
      if (end > TABLE_MAX_COLUMNS) throw new TableError(`the row has more than ${TABLE_MAX_COLUMNS} columns`, number)
      while (cells.length < end) cells.push(text)
    }
  }

  #endRow (): void {
    const row = this.#row.end()
    if (row === undefined) return
    const isTooLong = row.number + this.#rowCount - 1 > LAST_ROW
    if (isTooLong) throw new TableError(`the sheet has more than ${LAST_ROW} rows`, row.number)
    this.#collected.push({ row, count: this.#rowCount })
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
