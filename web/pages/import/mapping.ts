import { input, select, summary, tick } from '../../fields.js'
import { tokenField, type Frame, type Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { columnChoices, columnFields } from './column.js'
import { uploadPage, type MappingFacts } from './head.js'
import { choiceTicks, updateField } from './records.js'

/** The form to choose how the columns of a file become records; it saves the choices and continues to the preview. */
export function mappingPage (frame: Frame, facts: MappingFacts): Page {
  const { path, token, words, words: { imports } } = frame
  const { upload, columns, problems } = facts
  const choices = columnChoices(words, facts)
  return uploadPage(frame, upload, imports.columnCount(columns.total), html`${summary(words, problems, labelsOf(words, facts))}
<form method="post" action="${path}/admin/import/${upload.id}">${tokenField(token)}
<input type="hidden" name="page" value="${columns.page}">
<button name="action" value="save" hidden>${words.account.save}</button>
${reading(words, facts)}
<section aria-labelledby="columns"><h2 id="columns">${imports.columns}</h2><p>${imports.columnsText}</p>
<ol class="columns" start="${columns.first}">${
  columns.rows.map((column) => columnFields(words, column, choices, problems))}</ol>
${columnPages(words, facts)}</section>
${options(words, facts)}
<div class="buttons"><button class="main" name="action" value="preview">${imports.toPreview}</button>
<button name="action" value="save">${words.account.save}</button></div>
</form>`, facts.done)
}

/** Names of all fields, for the list of errors. */
function labelsOf ({ imports }: Words, { columns }: MappingFacts): Record<string, string> {
  const { sheet, encoding, delimiter, headerRow, itemSet, recordClass, template, updateBy, identifier } = imports
  return {
    sheet,
    encoding,
    delimiter,
    header_row: headerRow,
    item_set: itemSet,
    class: recordClass,
    template,
    update_by: updateBy,
    identifier,
    ...Object.fromEntries(columns.rows.flatMap(({ position, header, letters }) =>
      ['to', 'type', 'by', 'language', 'separator'].map((field) =>
        [`${field}-${position}`, header === '' ? imports.column(letters) : header])))
  }
}

/** Buttons to the other pages of columns, if one page cannot show all; they save the choices of this page. */
function columnPages (
  { imports, explore, frame, number }: Words, { columns: { page, pages } }: MappingFacts
): Html | false {
  const button = (to: number, name: string): Html => to >= 1 && to <= pages
    ? html`<button class="quiet" name="action" value="page-${to}">${name}</button>`
    : html`<span></span>`
  return pages > 1 && html`<div class="pages" role="group" aria-label="${imports.columnPages}">${
    button(page - 1, explore.previous)}<p>${frame.pageOf(number(page), number(pages))}</p>${
    button(page + 1, explore.next)}</div>`
}

function reading ({ imports }: Words, { table, problems }: MappingFacts): Html {
  const { encoding, delimiter, hasQuotes, sheet, sheets = [], headerRow } = table
  const isWrong = ['encoding', 'delimiter', 'sheet', 'header_row'].some((name) => problems?.[name] !== undefined)
  const facts = [
    sheet,
    encoding?.toUpperCase(),
    delimiter !== undefined && imports.separatedBy(delimiter === '\t' ? imports.delimiters['\t'] : delimiter),
    imports.row(headerRow)
  ].filter((fact) => typeof fact === 'string')
  return html`<details class="reading"${isWrong && html` open`}><summary>${imports.reading} <span class="chosen">${
    facts.join(' · ')}</span></summary><div class="case panel fields">
${sheets.length > 1 && select({
    name: 'sheet', label: imports.sheet, options: sheets.map((name) => [name, name]), value: sheet ?? '', problems
  })}
${encoding !== undefined && input({
    name: 'encoding',
    label: imports.encoding,
    value: encoding,
    list: 'encodings',
    maxLength: 50,
    autocomplete: 'off',
    problems
  })}
${delimiter !== undefined && select({
    name: 'delimiter',
    label: imports.delimiter,
    options: delimiters(imports.delimiters, delimiter),
    value: delimiter,
    problems
  })}
${delimiter !== undefined && tick('no_quotes', imports.noQuotes, { isTicked: hasQuotes === false, hint: imports.noQuotesHint })}
${input({
    name: 'header_row', label: imports.headerRow, value: String(headerRow), maxLength: 7, autocomplete: 'off', problems
  })}
<datalist id="encodings"><option>utf-8</option><option>windows-1252</option><option>utf-16le</option></datalist>
<div class="buttons"><button name="action" value="read">${imports.readAgain}</button></div>
<p class="hint">${imports.readAgainText}</p></div></details>`
}

function delimiters (names: Words['imports']['delimiters'], chosen: string): Array<readonly [string, string]> {
  const known = Object.entries(names)
  return known.some(([delimiter]) => delimiter === chosen) ? known : [...known, [chosen, chosen]]
}

function options (words: Words, facts: MappingFacts): Html {
  const { imports } = words
  const { mapping: { record }, choices, classes, templates, identifiers, itemSets, problems } = facts
  const none = ['', imports.none] as const
  return html`<section class="case panel options" aria-labelledby="options"><h2 id="options">${imports.options}</h2>
<div class="fields">
${select({
    name: 'record_type',
    label: imports.recordType,
    options: [['o:Item', imports.items], ['o:ItemSet', imports.itemSets]],
    value: record['@type'] ?? 'o:Item',
    problems
  })}
${select({
    name: 'visibility',
    label: imports.visibility,
    options: [['1', imports.public], ['0', imports.private]],
    value: record['o:is_public'] === false ? '0' : '1',
    problems
  })}
${input({
    name: 'item_set',
    label: imports.itemSet,
    value: record['o:item_set']?.[0] ?? '',
    hint: imports.itemSetHint,
    list: 'item-sets',
    autocomplete: 'off',
    problems
  })}
<datalist id="item-sets">${itemSets.map((title) => html`<option>${title}</option>`)}</datalist>
${select({
    name: 'class',
    label: imports.recordClass,
    options: [none],
    groups: classes,
    value: record['o:resource_class'] ?? '',
    problems
  })}
${select({
    name: 'template',
    label: imports.template,
    options: [none, ...templates],
    value: record['o:resource_template'] ?? '',
    problems
  })}
${select({
    name: 'identifier',
    label: imports.identifier,
    options: [none, ...identifiers],
    value: String(facts.mapping.columns.find(({ isIdentifier }) => isIdentifier)?.column ?? ''),
    hint: imports.identifierHint,
    problems
  })}
${updateField(words, facts)}
</div>
${choiceTicks(words, choices)}</section>`
}
