import { openGrid } from './open-grid.js'
import { columnLetters, TableError, type Grid, type Row, type TableObserver, type TableOptions } from '../cells/table.js'

/** Rows that are read to guess a mapping from. */
const SAMPLE = 200

/** Columns of a table that can be imported: what each is for is guessed, shown and checked. */
const MAX_HEADERS = 1000

/** A table with headers. */
export interface Table extends Omit<Grid, 'rows'> {
  readonly file: string
  /** Number of the row that holds the headers. */
  readonly headerRow: number
  /** As they stand there, without spaces around them; empty for a column without a header. */
  readonly headers: readonly string[]
  /** The first rows after the headers. */
  readonly sample: readonly Row[]
  /**
   * The rows after the headers, some at a time. The file is read anew each time, in memory that does not depend on its
   * length.
   *
   * @throws TableError where the rest cannot be read.
   */
  rows (observer?: TableObserver): AsyncGenerator<Row[]>
}

/**
 * Opens a table (CSV, TSV, XLSX, ODS) and reads its headers and first rows.
 *
 * @throws TableError when it is no table, or has no headers; a system error (with `code`) when it cannot be read.
 */
export async function readTable (file: string, options: TableOptions = {}): Promise<Table> {
  const { rows: all, ...facts } = await openGrid(file, options)
  const sample: Row[] = []
  let headers: Row | undefined
  const { headerRow: wanted } = options
  for await (const rows of all()) {
    for (const row of rows) {
      if (headers !== undefined) sample.push(row)
      else if (wanted === undefined || row.number === wanted) headers = row
    }
    const isBehind = headers === undefined && wanted !== undefined && (rows.at(-1)?.number ?? 0) > wanted
    if (sample.length >= SAMPLE || isBehind) break
  }
  if (headers === undefined) {
    throw new TableError(wanted === undefined
      ? 'the table is empty'
      : `row ${wanted}, which is to hold the headers, is empty`)
  }
  const headerRow = headers.number
  if (headers.cells.length > MAX_HEADERS) {
    throw new TableError(
      `the table has ${headers.cells.length} columns; at most ${MAX_HEADERS} can be imported. Leave out what you do not need`,
      headerRow
    )
  }
  return {
    ...facts,
    file,
    headerRow,
    headers: Array.from(headers.cells, (cell) => (cell ?? '').trim().replaceAll(/\s+/g, ' ')),
    sample: sample.slice(0, SAMPLE),
    async * rows (observer) {
      for await (const rows of all(observer)) {
        yield (rows[0]?.number ?? 0) > headerRow ? rows : rows.filter(({ number }) => number > headerRow)
      }
    }
  }
}

/** How a column is named to people: by its header, or its letters. @param position counted from 1. */
export function columnName (headers: readonly string[], position: number): string {
  const header = headers[position - 1] ?? ''
  if (header === '') return columnLetters(position)
  return headers.indexOf(header) !== headers.lastIndexOf(header) ? `${header} (${columnLetters(position)})` : header
}
