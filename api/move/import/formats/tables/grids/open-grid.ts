import { stat } from 'node:fs/promises'
import path from 'node:path'
import { bytesOf } from '../../../../../../files/types/bytes.js'
import { Turns } from '../../../../../core/sequence/turns.js'
import { TABLE_FORMATS, TableError, type Grid, type Row, type TableFormat, type TableOptions } from '../cells/table.js'

const ZIP = Buffer.from('PK')
/** Signature of compound files: old Excel workbooks, and password-protected ones. */
const COMPOUND = Buffer.from([0xD0, 0xCF, 0x11, 0xE0])

/** A larger ratio of characters to bytes means that a few texts or cells are repeated again and again. */
const CHARACTERS_PER_BYTE_MAX = 400

/** Tables with fewer characters are accepted at any ratio. */
const UNLIMITED_RATIO_MAX_CHARACTERS = 64 * 1024 * 1024

/** Overhead of a cell, in characters. */
const CHARACTERS_PER_CELL = 16

/**
 * Opens a table file. Spreadsheets are recognised by their content, whatever their names.
 * @throws TableError when it is not a table; a system error (with `code`) when it cannot be read.
 */
export async function openGrid (file: string, options: TableOptions = {}): Promise<Grid> {
  const { rows, ...facts } = await openWhole(file, options)
  return { ...facts, rows: boundedRows(rows, (await stat(file)).size) }
}

async function openWhole (file: string, options: TableOptions): Promise<Grid> {
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
    const turns = new Turns()
    let characters = 0
    for await (const some of rows(observer)) {
      for (const row of some) {
        characters += charactersOf(row)
        if (characters <= most) continue
        throw new TableError(`the ${bytes} bytes of the file would become more than ${most} characters, because few ` +
          'texts or cells are repeated; save it as CSV', row.number)
      }
      yield some
      await turns.next()
    }
  }
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
