import type { Table } from '../../../api/move/import/formats/tables/grids/read-table.js'
import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import type { TableMapping } from '../../../schemas/exchange/table-mapping.js'
import { tick, type FormField, type OptionGroups, type Options, type Problems } from '../../form.js'
import type { Frame, Page } from '../../frame.js'
import type { Words } from '../../languages/languages.js'
import { adminPage, type AdminPage } from '../../parts.js'

/** The options of the import as a whole. */
export interface ImportChoices {
  /** A term, `o:id`, or empty: all records are new. */
  updateBy: string
  /** Whether records with errors are left out, instead of importing nothing. */
  continueOnError: boolean
  /** Whether item sets that are named but do not exist are created. */
  createItemSets: boolean
}

/** The choices for an uploaded table, as they are stored with it. */
export interface Chosen extends ImportChoices { mapping: TableMapping }

/** What the fields of a mapping offer. */
export interface KnownNames {
  /** Properties by the name of their vocabulary. */
  properties: OptionGroups
  classes: OptionGroups
  templates: Options
  /** Data types that the application adds. */
  dataTypes: Options
  /** Titles of item sets, as suggestions. */
  itemSets: readonly string[]
}

/** Data for the page of one table. */
export interface MappingFacts extends KnownNames {
  upload: ImportUpload
  table: Table
  chosen: Chosen
  /** The page of columns, as in the address. */
  page: string
  problems: Problems
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
