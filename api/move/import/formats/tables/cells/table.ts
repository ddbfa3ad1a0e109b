export const TABLE_FORMATS = ['csv', 'tsv', 'xlsx', 'ods'] as const
export type TableFormat = typeof TABLE_FORMATS[number]

/** The maxima of common spreadsheet programs; larger spreadsheets, and wider rows of any table, are refused. */
export const SHEET_MAX_ROWS = 1_048_576
export const TABLE_MAX_COLUMNS = 16_384

/** A row with at least one cell that is not empty. */
export interface Row {
  /** Row number as in spreadsheet programs: from 1, including empty rows. */
  number: number
  /** Without trailing empty cells. Cells that the file omits are undefined. */
  cells: ReadonlyArray<string | undefined>
  /** For CSV and TSV: the number of cells in the file, including empty ones. */
  width?: number
  /** Addresses to which cells link without displaying them, by position counted from 0. */
  links?: ReadonlyMap<number, readonly string[]>
}

export interface Sheet {
  name: string
  isHidden: boolean
}

/** How to read a table. What is missing is detected. */
export interface TableOptions {
  format?: TableFormat | undefined
  /** For CSV and TSV: an encoding of `TextDecoder`, such as `utf-8` or `windows-1252`. */
  encoding?: string | undefined
  /** For CSV and TSV: one character. */
  delimiter?: string | undefined
  /** For CSV and TSV: false when quotation marks are ordinary characters. */
  hasQuotes?: boolean | undefined
  /** For XLSX and ODS: the name of a sheet; default: the first that is not hidden. */
  sheet?: string | undefined
  /** Row with the headers; default: the first that is not empty. Rows above it are ignored. */
  headerRow?: number | undefined
}

/** Callbacks while a table is read. */
export interface TableObserver {
  /** Called with the share of the file that has been read, from 0 to 1. */
  onProgress?: (share: number) => void
  onWarning?: (warning: { row: number, column?: number, message: string }) => void
}

/** The rows of a file, independent of its format. */
export interface Grid {
  readonly format: TableFormat
  readonly encoding?: string
  readonly delimiter?: string
  readonly hasQuotes?: boolean
  readonly sheet?: string
  readonly sheets?: readonly Sheet[]
  /** @throws TableError at the row where reading fails. */
  rows (observer?: TableObserver): AsyncGenerator<Row[]>
}

/** A table cannot be read, or not beyond `row`. */
export class TableError extends Error {
  constructor (message: string, readonly row?: number) {
    super(message)
    this.name = new.target.name
  }
}

/** Unbalanced quotation marks. */
export class QuoteError extends TableError {
  constructor (message: string, row?: number) {
    super(`${message}. If quotation marks belong to the texts, read the file without quoting (option hasQuotes)`, row)
  }
}

/** Makes a row of cells, or undefined when all are empty. Takes over the array and truncates it. */
export function rowOf (number: number, cells: Array<string | undefined>): Row | undefined {
  let length = cells.length
  while (length > 0 && isEmpty(cells[length - 1])) length--
  if (length > TABLE_MAX_COLUMNS) {
    throw new TableError(`the row has ${length} columns; at most ${TABLE_MAX_COLUMNS} can be read`, number)
  }
  cells.length = length
  return length === 0 ? undefined : { number, cells }
}

function isEmpty (cell: string | undefined): boolean {
  return cell === undefined || cell.trim() === ''
}

/** The letters of a column in spreadsheet programs. @param position counted from 1. */
export function columnLetters (position: number): string {
  let letters = ''
  for (let rest = position; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + (rest - 1) % 26) + letters
  }
  return letters
}
