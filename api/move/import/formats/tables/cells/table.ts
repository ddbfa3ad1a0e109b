/** Formats of tables that can be read. */
export const TABLE_FORMATS = ['csv', 'tsv', 'xlsx', 'ods'] as const
export type TableFormat = typeof TABLE_FORMATS[number]

/** The number of columns that the common spreadsheet programs can show; a wider row is refused. */
export const MAX_COLUMNS = 16_384

/** A row that is not empty. */
export interface Row {
  /** As the spreadsheet program shows it: the first is 1, and empty rows count. */
  number: number
  /** Without empty cells at the end. Cells that a file leaves out are missing. */
  cells: ReadonlyArray<string | undefined>
  /** CSV and TSV: the number of cells that the row has in the file, with empty ones. */
  width?: number
  /** Addresses that cells link to without showing them, by their positions counted from 0. */
  links?: ReadonlyMap<number, readonly string[]>
}

export interface Sheet {
  name: string
  isHidden: boolean
}

/** What to know of a table before it can be read. What is not said is detected. */
export interface TableOptions {
  format?: TableFormat | undefined
  /** CSV and TSV: a name that `TextDecoder` knows, such as `utf-8` or `windows-1252`. */
  encoding?: string | undefined
  /** CSV and TSV: one character. */
  delimiter?: string | undefined
  /** CSV and TSV: false when quotation marks are letters like all others. */
  hasQuotes?: boolean | undefined
  /** XLSX and ODS: the name of a sheet; default: the first that is not hidden. */
  sheet?: string | undefined
  /** Row that holds the headers; default: the first that is not empty. Rows above it are left out. */
  headerRow?: number | undefined
}

/** Observers of a table that is being read. */
export interface TableObserver {
  /** Called with the share of the file that has been read, from 0 to 1. */
  onProgress?: (share: number) => void
  onWarning?: (warning: { row: number, column?: number, message: string }) => void
}

/** The rows of a file, of whatever format. */
export interface Grid {
  readonly format: TableFormat
  readonly encoding?: string
  readonly delimiter?: string
  readonly hasQuotes?: boolean
  readonly sheet?: string
  readonly sheets?: readonly Sheet[]
  /** @throws TableError where the rest cannot be read. */
  rows (observer?: TableObserver): AsyncGenerator<Row[]>
}

/** A table that cannot be read, or not further than `row`. */
export class TableError extends Error {
  constructor (message: string, readonly row?: number) {
    super(message)
    this.name = new.target.name
  }
}

/** Quotation marks that do not fit together. */
export class QuoteError extends TableError {
  constructor (message: string, row?: number) {
    super(`${message}. If quotation marks belong to the texts, read the file without quoting (--no-quotes)`, row)
  }
}

/** A row of cells; undefined when all are empty. Takes the list over and shortens it. */
export function rowOf (number: number, cells: Array<string | undefined>): Row | undefined {
  let length = cells.length
  while (length > 0 && isEmpty(cells[length - 1])) length--
  if (length > MAX_COLUMNS) {
    throw new TableError(`the row has ${length} columns; at most ${MAX_COLUMNS} can be read`, number)
  }
  cells.length = length
  return length === 0 ? undefined : { number, cells }
}

function isEmpty (cell: string | undefined): boolean {
  return cell === undefined || cell.trim() === ''
}

/** The name of a column as spreadsheet programs show it. @param position counted from 1. */
export function columnLetters (position: number): string {
  let letters = ''
  for (let rest = position; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + (rest - 1) % 26) + letters
  }
  return letters
}
