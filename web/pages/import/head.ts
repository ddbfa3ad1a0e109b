import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import type { TableColumn, TableMapping } from '../../../schemas/exchange/table-mapping.js'
import type { FormField, OptionGroups, Options, Problems } from '../../form.js'
import type { Slice } from '../../page-links.js'
import { done as notice, type Frame, type Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'

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
  done?: string
}

/** Whether quotation marks in a table are a part of its texts. */
export function quotesField ({ imports }: Words): FormField {
  return { name: 'no_quotes', type: 'tick', label: imports.noQuotes, hint: imports.noQuotesHint }
}

/** The style of the pages of imports. */
export function importHead ({ assets }: Frame): Html {
  return html`
<link rel="stylesheet" href="${assets.importStyle}">`
}

/**
 * The head of a page about an uploaded file.
 *
 * @param lead one sentence about it.
 * @param done key of a message of success.
 */
export function uploadPage (
  frame: Frame, { filename }: ImportUpload, lead: string, content: Html, done: string | undefined
): Page {
  const { path, words: { imports } } = frame
  return {
    name: `${filename} – ${imports.title}`,
    section: '/admin/import',
    head: importHead(frame),
    content: html`${notice(frame, done)}
<div class="opening"><p class="kicker"><a href="${path}/admin/import">${imports.title}</a></p>
<h1>${filename}</h1>
<p class="lead">${lead}</p></div>
${content}`
  }
}
