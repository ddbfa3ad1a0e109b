import { stat } from 'node:fs/promises'
import path from 'node:path'
import { bytesOf } from '../../../../../../files/types/bytes.js'
import { Turns } from '../../../../../core/sequence/turns.js'
import {
  columnLetters, TABLE_FORMATS, TableError, type Grid, type Row, type TableFormat, type TableObserver, type TableOptions
} from '../cells/table.js'

/** Rows from which a mapping is guessed. */
const SAMPLE_ROWS = 200

/** Limit for columns of an import: the user has to review the mapping of each. */
const HEADERS_MAX = 1000

const ZIP = Buffer.from('PK')
/** Signature of compound files: old Excel workbooks, and password-protected ones. */
const COMPOUND = Buffer.from([0xD0, 0xCF, 0x11, 0xE0])

/** A larger ratio of characters to bytes means that a few texts or cells are repeated again and again. */
const CHARACTERS_PER_BYTE_MAX = 400

/** Tables with fewer characters are accepted at any ratio. */
const UNLIMITED_RATIO_MAX_CHARACTERS = 64 * 1024 * 1024

/** Overhead of a cell, in characters. */
const CHARACTERS_PER_CELL = 16

export interface Table extends Omit<Grid, 'rows'> {
  readonly file: string
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
 * Opens a table (CSV, TSV, XLSX, ODS) and reads its headers and first rows. Spreadsheets are recognised by their
 * content, whatever their names.
 * @throws TableError when it is not a table, or has no headers; a system error (with `code`) when it cannot be read.
 */
export async function readTable (file: string, options: TableOptions = {}): Promise<Table> {
  const grid = await openGrid(file, options).catch((error: unknown) => { throw damaged(error) })
  const { rows: unbounded, ...facts } = grid
  const all = boundedRows(unbounded, (await stat(file)).size)
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

async function openGrid (file: string, options: TableOptions): Promise<Grid> {
  const begin = await bytesOf(file, 0, COMPOUND.length)
  if (begin.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw new TableError('old workbooks (XLS) and protected ones cannot be read; save it as XLSX, without a password')
  }
  if (!begin.subarray(0, ZIP.length).equals(ZIP)) {
    if (options.sheet !== undefined) throw new TableError('only spreadsheets have sheets, and this is none')
    const { openDelimited } = await import('./delimited.js')
    return await openDelimited(file, { ...options, format: options.format ?? formatOfName(file) })
  }
  const { Archive } = await import('./archive.js')
  const archive = await Archive.open(file)
  try {
    const openSheet = archive.has('content.xml') && !archive.has('[Content_Types].xml')
      ? (await import('./ods.js')).openOds
      : (await import('./xlsx.js')).openXlsx
    const { rows, ...facts } = await openSheet(archive, options.sheet)
    return {
      ...facts,
      // The archive is opened for each reading: tables are read several times, and no caller closes them.
      async * rows (observer = {}) {
        const archive = await Archive.open(file)
        try {
          yield * rows(archive, observer)
        } finally {
          archive.close()
        }
      }
    }
  } finally {
    archive.close()
  }
}

/**
 * Adds a size limit to `rows`, and lets other requests run in between. A shared text or a repeated cell can expand a
 * small file a million times.
 * @param bytes size of the file.
 */
function boundedRows (rows: Grid['rows'], bytes: number): Grid['rows'] {
  const most = Math.max(UNLIMITED_RATIO_MAX_CHARACTERS, bytes * CHARACTERS_PER_BYTE_MAX)
  return async function * (observer) {
    let characters = 0
    try {
      for await (const some of new Turns().each(rows(observer))) {
        for (const row of some) {
          characters += charactersOf(row)
          if (characters <= most) continue
          throw new TableError(`the ${bytes} bytes of the file would become more than ${most} characters, because few ` +
            'texts or cells are repeated; save it as CSV', row.number)
        }
        yield some
      }
    } catch (error) {
      throw damaged(error)
    }
  }
}

/** Turns errors of a damaged archive into TableErrors; system errors stay as they are. */
function damaged (error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TableError) return error
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && !code.startsWith('Z_')) return error
  return new TableError(`the file is damaged: ${error.message}`)
}

function charactersOf ({ cells }: Row): number {
  let sum = 0
  for (const cell of cells) sum += CHARACTERS_PER_CELL + (cell?.length ?? 0)
  return sum
}

/** The format of a file name's extension; undefined when it is not one of a table. */
export function formatOfName (file: string): TableFormat | undefined {
  const extension = path.extname(file.replace(/\.gz$/i, '')).slice(1).toLowerCase()
  return extension === 'tab' ? 'tsv' : TABLE_FORMATS.find((format) => format === extension)
}

/** The display name of a column: its header, or its letters. @param position counted from 1. */
export function columnName (headers: readonly string[], position: number): string {
  const header = headers[position - 1] ?? ''
  if (header === '') return columnLetters(position)
  return headers.indexOf(header) !== headers.lastIndexOf(header) ? `${header} (${columnLetters(position)})` : header
}
