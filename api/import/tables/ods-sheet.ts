import { longer } from './cell-text.js'
import { MAX_COLUMNS, rowOf, TableError, type Row, type TableObserver } from './table.js'
import type { XmlHandler } from './xml.js'

type Attributes = Readonly<Record<string, string>>

const LAST_ROW = 1_048_576
/** Rows that are handed on at once. */
const BATCH = 256

/** Elements inside of a cell whose texts are not its content. */
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
  /** What the cell says of its value; undefined when its text is the value. */
  #value: string | undefined
  #isError = false
  #text = ''
  #hasParagraph = false
  #paragraphs = 0
  #notes = 0

  /** @param wanted position of the table, counted from 0. */
  constructor (readonly wanted: number, readonly observer: TableObserver) {}

  /** The rows that are complete, once, some at a time: one row may stand for many. */
  * take (): Generator<Row[]> {
    let rows: Row[] = []
    for (const { row, count } of this.#collected) {
      for (let at = 0; at < count; at++) {
        rows.push({ ...row, number: row.number + at })
        if (rows.length < BATCH) continue
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
    this.#value = valueOf(attributes)
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
  }

  #endCell (): void {
    this.#isCell = false
    const text = this.#isError ? '' : asShown(this.#value, this.#text)
    if (this.#isError) {
      const message = `${this.#text} is an error of the spreadsheet; the cell is left out`
      this.observer.onWarning?.({ row: this.#row, column: this.#cells.length + 1, message })
    }
    // Sheets end in a cell that stands for all columns to the right.
    if (text.trim() === '') this.#cells.length = Math.min(this.#cells.length + this.#cellCount, MAX_COLUMNS)
    else {
      if (this.#cells.length + this.#cellCount > MAX_COLUMNS) {
        throw new TableError(`the row has more than ${MAX_COLUMNS} columns`, this.#row)
      }
      for (let at = 0; at < this.#cellCount; at++) this.#cells.push(text)
    }
  }

  #endRow (): void {
    const row = rowOf(this.#row, this.#cells)
    const last = this.#row + this.#rowCount - 1
    if (row !== undefined) {
      if (last > LAST_ROW) throw new TableError(`the sheet has more than ${LAST_ROW} rows`, this.#row)
      this.#collected.push({ row, count: this.#rowCount })
    }
    this.#row = last
  }
}

function repetition (text: string | undefined): number {
  const count = Number(text ?? 1)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new TableError(`the file is damaged: ${String(text)} is no number of cells`)
}

/** Dates, times and numbers are written as they are stored, not as they are shown. */
function valueOf (attributes: Attributes): string | undefined {
  switch (attributes['office:value-type']) {
    case 'date': return attributes['office:date-value']?.replace(/T00:00:00$/, '')
    case 'time': return clock(attributes['office:time-value'])
    case 'boolean': return attributes['office:boolean-value']
    case 'float': case 'percentage': case 'currency': return plainNumber(attributes['office:value'])
    default: return undefined
  }
}

/** The value as it is stored, but with the leading zeros, and as the year alone, that are shown. */
function asShown (value: string | undefined, text: string): string {
  if (value === undefined) return text
  const isPadded = /^0\d+$/.test(text) && Number(text) === Number(value)
  const isYear = /^\d{4}$/.test(text) && value.startsWith(`${text}-`)
  return isPadded || isYear ? text : value
}

/** @example clock('PT09H05M00S') // '09:05:00' */
function clock (duration: string | undefined): string | undefined {
  const parts = /^PT(\d{1,9})H(\d{1,2})M(\d{1,2})(?:[.,]\d{1,20})?S$/.exec(duration ?? '')
  return parts === null ? duration : parts.slice(1).map((part) => part.padStart(2, '0')).join(':')
}

function plainNumber (text: string | undefined): string | undefined {
  const number = Number(text)
  if (text === undefined || !Number.isFinite(number)) return text
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(15)))
}
