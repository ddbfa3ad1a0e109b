import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

type Cell = string | number | null

/** The concatenated texts of a column, and the length of each; -1 stands for NULL. */
interface PackedTexts { readonly joined: string, readonly lengths: Int32Array }

/** In a column of numbers, NaN stands for NULL. */
type PackedColumn = Float64Array | PackedTexts

/** Rows in columnar form, for transfer to another thread: copying an object per row costs more than inserting it. */
export interface PackedRows {
  readonly table: string
  readonly names: readonly string[]
  readonly columns: readonly PackedColumn[]
  readonly length: number
}

/** @param rows rows with identical keys in identical order; without dates, buffers and JSON columns. */
export function packed<T extends SQLiteTable> (table: T, rows: ReadonlyArray<T['$inferInsert']>): PackedRows {
  const all = getTableColumns(table)
  const names = Object.keys(rows[0] ?? {}).map((key) => all[key]!.name)
  const columns = names.map(() => new ColumnPacker(rows.length))
  for (let row = 0; row < rows.length; row++) {
    const cells = Object.values(rows[row]!) as Array<string | number | boolean | null | undefined>
    for (let at = 0; at < columns.length; at++) {
      const cell = cells[at]
      if (cell !== null && cell !== undefined) columns[at]!.set(row, cell)
    }
  }
  return { table: getTableName(table), names, columns: columns.map((column) => column.packed()), length: rows.length }
}

class ColumnPacker {
  readonly #length: number
  #numbers: Float64Array | undefined
  #lengths: Int32Array | undefined
  readonly #texts: string[] = []

  constructor (length: number) {
    this.#length = length
  }

  set (row: number, cell: string | number | boolean): void {
    if (typeof cell === 'string') {
      this.#lengths ??= new Int32Array(this.#length).fill(-1)
      this.#lengths[row] = cell.length
      this.#texts.push(cell)
    } else {
      this.#numbers ??= new Float64Array(this.#length).fill(NaN)
      this.#numbers[row] = Number(cell)
    }
  }

  packed (): PackedColumn {
    return this.#lengths === undefined
      ? this.#numbers ?? new Float64Array(this.#length).fill(NaN)
      : { joined: this.#texts.join(''), lengths: this.#lengths }
  }
}

/** Reads the cells of packed rows, in the order of rows. */
export class PackedReader {
  readonly #columns: readonly PackedColumn[]
  /** Offset of the next text in each column. */
  readonly #begins: Int32Array
  #row = 0

  constructor ({ columns }: PackedRows) {
    this.#columns = columns
    this.#begins = new Int32Array(columns.length)
  }

  /** The cells of the next rows, one row after the other. */
  next (count: number): Cell[] {
    const width = this.#columns.length
    const cells = new Array<Cell>(count * width).fill(null)
    for (let at = 0; at < width; at++) {
      const column = this.#columns[at]!
      if (column instanceof Float64Array) this.#takeNumbers(column, cells, at)
      else this.#takeTexts(column, cells, at)
    }
    this.#row += count
    return cells
  }

  #takeNumbers (numbers: Float64Array, cells: Cell[], at: number): void {
    const width = this.#columns.length
    for (let to = at, row = this.#row; to < cells.length; to += width, row++) {
      const number = numbers[row]!
      if (!Number.isNaN(number)) cells[to] = number
    }
  }

  #takeTexts ({ joined, lengths }: PackedTexts, cells: Cell[], at: number): void {
    const width = this.#columns.length
    let begin = this.#begins[at]!
    for (let to = at, row = this.#row; to < cells.length; to += width, row++) {
      const size = lengths[row]!
      if (size < 0) continue
      cells[to] = joined.slice(begin, begin + size)
      begin += size
    }
    this.#begins[at] = begin
  }
}

/** The numbers of a column. */
export function numbersIn (rows: PackedRows, name: string): Float64Array {
  return columnOf(rows, name) as Float64Array
}

/** Whether a row has anything in a column. */
export function presenceIn (rows: PackedRows, name: string): (row: number) => boolean {
  const column = columnOf(rows, name)
  return column instanceof Float64Array ? (row) => !Number.isNaN(column[row]) : (row) => column.lengths[row]! >= 0
}

function columnOf ({ names, columns }: PackedRows, name: string): PackedColumn {
  return columns[names.indexOf(name)]!
}
