import { stat } from 'node:fs/promises'
import type { TableMapping } from '../../../../../schemas/exchange/table-mapping.js'
import { DamagedFileError, ImportError } from '../../../pipeline/problems.js'
import type { RecordSource, SourceFormat } from '../../../pipeline/source.js'
import { FIELDS } from './mapping/fields.js'
import { fitMapping, MappingError, parseMapping, type FittedMapping } from './mapping/mapping.js'
import { guessMapping } from './mapping/guess-mapping.js'
import { filesIn, type FolderFiles } from './mapping/media-files.js'
import { columnName, readTable, type Table } from './grids/read-table.js'
import { rowReader } from './mapping/row-reader.js'
import { TableError } from './cells/table.js'

export interface TableFormatOptions {
  /** Default: guessed. */
  mapping?: TableMapping
  /** A folder of media files; a file belongs to the row whose identifier is in its name. */
  mediaFolder?: string
}

/** Converts rows of a table (CSV, TSV, XLSX, ODS) to records. */
export const tableFormat: SourceFormat<TableFormatOptions | undefined> = {
  name: 'table',
  async open (file, options, context) {
    try {
      const given = options?.mapping === undefined ? undefined : parseMapping(options.mapping)
      const table = await readTable(file, given?.table)
      const fitted = fitMapping(given ?? guessMapping(table, context), table.headers, context)
      const folder = options?.mediaFolder
      const media = folder === undefined ? undefined : await filesIn(folder, file, fitted)
      return sourceOf(table, fitted, media, (await stat(file)).size)
    } catch (error) {
      throw asImportError(file, error)
    }
  }
}

function sourceOf (
  table: Table, mapping: FittedMapping, media: FolderFiles | undefined, size: number
): RecordSource {
  const { headers, columns } = mapping
  const toRecord = rowReader(mapping)
  return {
    unit: 'row',
    size,
    async * read (onProgress = () => {}, onWarning = () => {}) {
      let last = table.headerRow
      try {
        const rows = table.rows({
          onProgress: (share) => { onProgress(Math.round(Math.min(share, 1) * size)) },
          onWarning: ({ row, column, message }) => {
            onWarning(row, column === undefined ? message : `column ${columnName(headers, column)}: ${message}`)
          }
        })
        for await (const some of rows) {
          yield some.map((row) => {
            last = row.number
            const made = toRecord(row)
            media?.addTo(made, row)
            return made
          })
        }
      } catch (error) {
        throw error instanceof TableError ? new DamagedFileError(error.row ?? last + 1, error.message) : error
      }
      const unused = media?.unused() ?? []
      if (unused.length > 0) {
        const verb = unused.length === 1 ? 'file belongs' : 'files belong'
        onWarning(table.headerRow, `${unused.length} ${verb} to no row: ${unused.slice(0, 10).join(', ')}` +
          (unused.length > 10 ? ', …' : ''))
      }
    },
    /** Replaces the key at the beginning of a message by the names of its columns. */
    explain (message) {
      const [start, key] = /^([@a-z][\w-]*(?::[\w-]+)?): /i.exec(message) ?? []
      if (start === undefined || key === undefined || key === 'column') return message
      const names = columns.filter((column) => keysOf(column).includes(key)).map(({ name }) => name)
      if (names.length === 0) return message
      return `${names.length === 1 ? 'column' : 'columns'} ${names.join(', ')}: ${message.slice(start.length)}`
    }
  }
}

/** The keys of a record to which a column contributes. */
function keysOf ({ target, isIdentifier }: FittedMapping['columns'][number]): string[] {
  const keys = isIdentifier === true ? ['@id'] : []
  if (target.kind === 'values') keys.push(target.property.term)
  else if (target.kind === 'media-values') keys.push('o:media')
  else if (target.kind === 'field') keys.push(FIELDS[target.field].list ?? target.field)
  return keys
}

/** Turns an error of a table or mapping into an ImportError. */
function asImportError (file: string, error: unknown): unknown {
  if (error instanceof MappingError) {
    const reasons = error.problems.map(({ message }) => message)
    return new ImportError(`The mapping does not fit ${file}: ${reasons.join('; ')}.`)
  }
  if (!(error instanceof TableError)) return error
  return new ImportError(`${file}${error.row === undefined ? '' : `, row ${error.row}`}: ${error.message}.`)
}
