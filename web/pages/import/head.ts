import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import type { TableColumn, TableMapping } from '../../../schemas/exchange/table-mapping.js'
import { tick, type FormField, type OptionGroups, type Options, type Problems } from '../../form.js'
import type { Slice } from '../../page-links.js'
import type { Frame, Page } from '../../frame.js'
import type { Words } from '../../languages/languages.js'
import { adminPage, type AdminPage } from '../../parts.js'

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
  properties: OptionGroups
  classes: OptionGroups
  templates: Options
  /** Data types that the application adds. */
  dataTypes: Options
  /** Columns that can identify the records, by their positions. */
  identifiers: Options
  /** Titles of item sets, as suggestions. */
  itemSets: readonly string[]
  problems?: Problems
}

/** Whether quotation marks in a table are a part of its texts. */
export function quotesField ({ imports }: Words): FormField {
  return tick('no_quotes', imports.noQuotes, { hint: imports.noQuotesHint })
}

/** A page about an uploaded file. @param page its lead is one sentence about the file. */
export function uploadPage (
  frame: Frame, { filename }: ImportUpload, page: Pick<AdminPage, 'lead' | 'problems' | 'fields' | 'content'>
): Page {
  const name = `${filename} – ${frame.words.imports.title}`
  return adminPage(frame, { section: 'import', name, heading: filename, ...page })
}
