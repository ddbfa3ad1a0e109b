import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import type { TableColumn, TableMapping } from '../../../schemas/exchange/table-mapping.js'
import type { Problems } from '../../fields.js'
import type { Slice } from '../../page-links.js'

/** Options to choose from: values with their names. */
export type Choices = ReadonlyArray<readonly [value: string, label: string]>

/** One column of a table, and what it becomes. */
export interface ColumnFacts {
  /** Counted from 1. */
  position: number
  /** As spreadsheet programs show it: `C`. */
  letters: string
  /** Empty if there is none. */
  header: string
  /** Some of its cells that are not empty. */
  examples: readonly string[]
  mapping: TableColumn
}

/** The options of the import as a whole. */
export interface ImportChoices {
  /** A term, `o:id`, or empty: all records are new. */
  updateBy: string
  /** Whether records with errors are left out, instead of importing nothing. */
  continueOnError: boolean
  /** Whether item sets that are named but do not exist are created. */
  createItemSets: boolean
}

/** Data for the page of one file. */
export interface MappingFacts {
  upload: ImportUpload
  mapping: TableMapping
  choices: ImportChoices
  columns: Slice<ColumnFacts>
  /** How the file was parsed; undefined members do not apply to its format. */
  table: {
    encoding?: string | undefined
    delimiter?: string | undefined
    hasQuotes?: boolean | undefined
    sheet?: string | undefined
    sheets?: readonly string[] | undefined
    headerRow: number
  }
  /** Properties by the name of their vocabulary. */
  properties: ReadonlyArray<readonly [vocabulary: string, choices: Choices]>
  classes: ReadonlyArray<readonly [vocabulary: string, choices: Choices]>
  templates: Choices
  /** Data types that the application adds. */
  dataTypes: Choices
  /** Columns that can identify the records, by their positions. */
  identifiers: Choices
  /** Titles of item sets, as suggestions. */
  itemSets: readonly string[]
  problems?: Problems
  done?: string
}
