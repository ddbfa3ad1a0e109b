import { openGrid } from './open-grid.js'
import { columnLetters, TableError, type Grid, type Row, type TableObserver, type TableOptions } from '../cells/table.js'

/** Rows from which a mapping is guessed. */
const SAMPLE_ROWS = 200

/** Limit for columns of an import: the user has to review the mapping of each. */
const HEADERS_MAX = 1000

/** A table with headers. */
export interface Table extends Omit<Grid, 'rows'> {
  readonly file: string
  /** Number of the header row. */
  readonly headerRow: number
  /** Trimmed; empty for a column without a header. */
  readonly headers: readonly string[]
  /** The first rows after the headers. */
  readonly sample: readonly Row[]
  /**
   * The rows after the headers, in batches. Each call reads the file again; memory does not depend on its length.
   * @throws TableError at the row where reading fails.
   */
  rows (observer?: TableObserver): AsyncGenerator<Row[]>
}

/**
 * Opens a table (CSV, TSV, XLSX, ODS) and reads its headers and first rows.
 * @throws TableError when it is not a table, or has no headers; a system error (with `code`) when it cannot be read.
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
    if (sample.length >= SAMPLE_ROWS || isBehind) break
  }
  if (headers === undefined) {
    throw new TableError(wanted === undefined
      ? 'the table is empty'
      : `row ${wanted}, which should contain the headers, is empty`)
  }
  const headerRow = headers.number
  if (headers.cells.length > HEADERS_MAX) {
    throw new TableError(
      `the table has ${headers.cells.length} columns; at most ${HEADERS_MAX} can be imported. Leave out what you do not need`,
      headerRow
    )
  }
  return {
    ...facts,
    file,
    headerRow,
    headers: Array.from(headers.cells, (cell) => (cell ?? '').trim().replaceAll(/\s+/g, ' ')),
    sample: sample.slice(0, SAMPLE_ROWS),
    async * rows (observer) {
      for await (const rows of all(observer)) {
        yield (rows[0]?.number ?? 0) > headerRow ? rows : rows.filter(({ number }) => number > headerRow)
      }
    }
  }
}

/** The display name of a column: its header, or its letters. @param position counted from 1. */
export function columnName (headers: readonly string[], position: number): string {
  const header = headers[position - 1] ?? ''
  if (header === '') return columnLetters(position)
  return headers.indexOf(header) !== headers.lastIndexOf(header) ? `${header} (${columnLetters(position)})` : header
}
