import { columnLetters } from '../../../api/move/import/formats/tables/cells/table.js'
import { columnName } from '../../../api/move/import/formats/tables/grids/read-table.js'
import { formFields, select, tick, type FormField, type Options } from '../../form.js'
import { postForm, type Frame, type Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { pageOf, pageSteps, type Slice } from '../../page-links.js'
import { columnChoices, columnFields, type ColumnFacts } from './column.js'
import { quotesField, uploadPage, type ImportChoices, type MappingFacts } from './head.js'

const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le']

/** Maximum number of columns on a page, because each has a list of some hundred properties. */
const COLUMNS_PER_PAGE = 25
/** Number of example cells that are shown for a column, and of rows in which they are looked for. */
const EXAMPLES_PER_COLUMN = 3
const EXAMPLE_ROWS = 50
/** Maximum number of columns that are offered as identifiers. */
const IDENTIFIER_COLUMNS_MAX = 200

/** The form to choose how the columns of a file become records; it saves the choices and continues to the preview. */
export function mappingPage (frame: Frame, facts: MappingFacts): Page {
  const { words, words: { imports } } = frame
  const { upload, problems } = facts
  const columns = columnsOf(facts)
  const choices = columnChoices(words, facts)
  const fields = [...readingFields(words, facts), ...columnLabels(words, columns)]
  const content = choicesForm(frame, upload, html`<input type="hidden" name="page" value="${columns.page}">
${reading(words, facts)}
<section aria-labelledby="columns"><h2 id="columns">${imports.columns}</h2><p>${imports.columnsText}</p>
<ol class="columns" start="${columns.first}">${
  columns.rows.map((column) => columnFields(words, column, choices, problems))}</ol>
${columnPages(words, columns)}</section>
${options(words, facts)}`)
  return uploadPage(frame, upload, { lead: imports.columnCount(columns.total), problems, fields, content })
}

interface RecordsFacts extends Pick<MappingFacts, 'upload' | 'properties'> { choices: ImportChoices }

/** The page to choose the options for a file of records, which needs no mapping. */
export function recordsPage (frame: Frame, { upload, choices, properties }: RecordsFacts): Page {
  const { words, words: { imports } } = frame
  const content = choicesForm(frame, upload, html`<section class="case panel" aria-labelledby="options">
<h2 id="options">${imports.options}</h2>
${formFields(choiceFields(words, properties), { ...choices })}</section>`)
  return uploadPage(frame, upload, { lead: imports.formats[upload.format], content })
}

/** The form around the choices for a file. Its first button, which the Enter key presses, saves. */
function choicesForm (frame: Frame, { id }: MappingFacts['upload'], content: Html): Html {
  const { words, words: { imports } } = frame
  return postForm(frame, `/admin/import/${id}`, html`<button name="action" value="save" hidden>${words.account.save}</button>
${content}
<div class="buttons"><button class="main" name="action" value="preview">${imports.toPreview}</button>
<button name="action" value="save">${words.account.save}</button></div>
`)
}

/** The fields for `ImportChoices`. */
function choiceFields (
  { imports }: Words, properties: MappingFacts['properties']
): [updateBy: FormField, ...ticks: FormField[]] {
  return [
    select('update_by', imports.updateBy, [['', imports.allNew], ['o:id', imports.bys['o:id']]], {
      key: 'updateBy', groups: properties, hint: imports.updateByHint
    }),
    tick('create_item_sets', imports.createItemSets, { key: 'createItemSets' }),
    tick('continue_on_error', imports.continueOnError, { key: 'continueOnError', hint: imports.continueOnErrorHint })
  ]
}

function columnsOf ({ table: { headers, sample }, chosen: { mapping }, page }: MappingFacts): Slice<ColumnFacts> {
  const at = pageOf(page, headers.length, COLUMNS_PER_PAGE)
  const rows = headers.slice(at.first - 1, at.first - 1 + COLUMNS_PER_PAGE).map((header, i): ColumnFacts => {
    const position = at.first + i
    const cells = sample.slice(0, EXAMPLE_ROWS).map((row) => (row.cells[position - 1] ?? '').trim())
    return {
      position,
      letters: columnLetters(position),
      header,
      examples: [...new Set(cells.filter((cell) => cell !== ''))].slice(0, EXAMPLES_PER_COLUMN),
      mapping: mapping.columns.find(({ column }) => column === position) ?? { column: position, header, to: null }
    }
  })
  return { rows, total: headers.length, ...at }
}

/** The fields of columns that may be refused, for the list of errors. */
function columnLabels ({ imports }: Words, columns: Slice<ColumnFacts>): Array<Pick<FormField, 'name' | 'label'>> {
  return columns.rows.flatMap(({ position, header, letters }) =>
    ['to', 'language'].map((field) =>
      ({ name: `${field}-${position}`, label: header === '' ? imports.column(letters) : header })))
}

/** Buttons to the other pages of columns, if one page cannot show all; they save the choices of this page. */
function columnPages (words: Words, columns: Slice<ColumnFacts>): Html | false {
  return columns.pages > 1 && html`<div class="pages" role="group" aria-label="${words.imports.columnPages}">${
    pageSteps(words, columns, (to, name) =>
      html`<button class="quiet" name="action" value="page-${to}">${name}</button>`)}</div>`
}

/** How the file is parsed; the format determines which fields there are. */
function readingFields (words: Words, { table: { encoding, delimiter, sheets = [] } }: MappingFacts): FormField[] {
  const { imports } = words
  const ofSheets = select('sheet', imports.sheet, sheets.map(({ name }) => [name, name]))
  const ofEncoding: FormField =
    { name: 'encoding', label: imports.encoding, suggestions: ENCODINGS, maxLength: 50, autocomplete: 'off' }
  return [
    ...(sheets.length > 1 ? [ofSheets] : []),
    ...(encoding === undefined ? [] : [ofEncoding]),
    ...(delimiter === undefined ? [] : [delimiterField(words, delimiter), quotesField(words)]),
    { name: 'header_row', key: 'headerRow', label: imports.headerRow, maxLength: 7, autocomplete: 'off' }
  ]
}

function delimiterField ({ imports }: Words, chosen: string): FormField {
  const known: Options = Object.entries(imports.delimiters)
  const isKnown = known.some(([delimiter]) => delimiter === chosen)
  return select('delimiter', imports.delimiter, isKnown ? known : [...known, [chosen, chosen]])
}

function reading (words: Words, facts: MappingFacts): Html {
  const { imports } = words
  const { table, problems } = facts
  const { encoding, delimiter, hasQuotes, sheet, headerRow } = table
  const fields = readingFields(words, facts)
  const isWrong = fields.some(({ name }) => problems[name] !== undefined)
  const parts = [
    sheet,
    encoding?.toUpperCase(),
    delimiter !== undefined && imports.separatedBy(delimiter === '\t' ? imports.delimiters['\t'] : delimiter),
    imports.row(headerRow)
  ].filter((part) => typeof part === 'string')
  return html`<details class="reading"${isWrong && html` open`}><summary>${imports.reading} <span class="chosen">${
    parts.join(' · ')}</span></summary><div class="case panel fields">
${formFields(fields, { ...table, no_quotes: hasQuotes === false }, problems)}
<div class="buttons"><button name="action" value="read">${imports.readAgain}</button></div>
<p class="hint">${imports.readAgainText}</p></div></details>`
}

/** What all records of the file have in common. */
function recordFields ({ imports }: Words, facts: MappingFacts): FormField[] {
  const { classes, templates, itemSets, table: { headers }, chosen } = facts
  const identifiers = chosen.mapping.columns
    .filter(({ to, isIdentifier, separator }) => (to !== null && separator === undefined) || isIdentifier === true)
    .slice(0, IDENTIFIER_COLUMNS_MAX)
    .map(({ column = 0 }) => [String(column), columnName(headers, column)] as const)
  const none = ['', imports.none] as const
  return [
    select('record_type', imports.recordType, [['o:Item', imports.items], ['o:ItemSet', imports.itemSets]], { key: '@type' }),
    select('visibility', imports.visibility, [['1', imports.public], ['0', imports.private]]),
    { name: 'item_set', label: imports.itemSet, hint: imports.itemSetHint, suggestions: itemSets, autocomplete: 'off' },
    select('class', imports.ofRecord['o:resource_class'], [none], { key: 'o:resource_class', groups: classes }),
    select('template', imports.ofRecord['o:resource_template'], [none, ...templates], { key: 'o:resource_template' }),
    select('identifier', imports.identifier, [none, ...identifiers], { hint: imports.identifierHint })
  ]
}

function options (words: Words, facts: MappingFacts): Html {
  const { chosen: { mapping: { record, columns }, ...choices }, properties, problems } = facts
  const [updateBy, ...ticks] = choiceFields(words, properties)
  const values = {
    '@type': 'o:Item',
    ...record,
    ...choices,
    visibility: record['o:is_public'] === false ? '0' : '1',
    item_set: record['o:item_set']?.[0],
    identifier: columns.find(({ isIdentifier }) => isIdentifier)?.column
  }
  return html`<section class="case panel options" aria-labelledby="options"><h2 id="options">${words.imports.options}</h2>
<div class="fields">
${formFields([...recordFields(words, facts), updateBy], values, problems)}
</div>
${formFields(ticks, values)}</section>`
}
