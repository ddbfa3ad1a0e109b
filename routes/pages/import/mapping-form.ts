import { LISTS } from '../../../api/move/import/formats/tables/mapping/fields.js'
import type { TableColumn, TableMapping } from '../../../schemas/exchange/table-mapping.js'
import type { Problems } from '../../../web/form.js'
import type { Words } from '../../../web/languages/languages.js'
import type { Chosen, ImportChoices } from '../../../web/pages/import/head.js'

const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/

/**
 * Reads the form of a mapping. Columns on other pages of the form do not change.
 *
 * @returns the new choices, and problems of single fields.
 */
export function enteredMapping (
  form: URLSearchParams, { mapping }: Chosen, { imports }: Words
): { chosen: Chosen, problems: Record<string, readonly string[]> } {
  const problems: Record<string, readonly string[]> = {}
  const identifier = Number(form.get('identifier') ?? '')
  const columns = mapping.columns.map((column) => {
    const { column: position = 0 } = column
    const changed = form.has(`to-${position}`) ? columnOf(form, column) : { ...column }
    if (changed.language !== undefined && !LANGUAGE.test(changed.language)) {
      problems[`language-${position}`] = [imports.languageProblem]
    }
    delete changed.isIdentifier
    return position === identifier ? { ...changed, isIdentifier: true } : changed
  })
  return {
    problems,
    chosen: {
      mapping: { ...mapping, record: recordOf(form, mapping.record), columns: withLinks(columns) },
      ...enteredChoices(form)
    }
  }
}

/** Reads the choices for the import as a whole. */
export function enteredChoices (form: URLSearchParams): ImportChoices {
  return {
    updateBy: form.get('update_by') ?? '',
    continueOnError: form.has('continue_on_error'),
    createItemSets: form.has('create_item_sets')
  }
}

function columnOf (form: URLSearchParams, column: TableColumn): TableColumn {
  const text = (name: string): string => form.get(`${name}-${column.column}`) ?? ''
  const { type: _type, by: _by, language: _language, separator: _separator, ...rest } = column
  const to = text('to')
  const [type, by, language, separator] = [text('type'), text('by'), text('language').trim(), text('separator')]
  const isProperty = to !== '' && !to.startsWith('o:') && !to.startsWith('@') && to.includes(':')
  return {
    ...rest,
    to: to === '' ? null : to,
    ...(isProperty && type !== '' && type !== 'literal' && { type }),
    ...(by !== '' && { by }),
    ...(isProperty && language !== '' && { language }),
    // Only properties and lists can have several values in a cell: a record has one class, one template and so on.
    ...(separator !== '' && (isProperty || LISTS.has(to)) && { separator })
  }
}

/** Sets how links name their targets: by identifier if a column has identifiers, otherwise by id. */
function withLinks (columns: TableColumn[]): TableColumn[] {
  const by = columns.some(({ to }) => to === 'dcterms:identifier') ? 'dcterms:identifier' : 'o:id'
  return columns.map((column) =>
    column.type?.startsWith('resource') === true && column.by === undefined ? { ...column, by } : column)
}

function recordOf (form: URLSearchParams, record: TableMapping['record']): TableMapping['record'] {
  const { 'o:owner': owner } = record
  const [recordClass, template, itemSet] = ['class', 'template', 'item_set'].map((name) => form.get(name)?.trim() ?? '')
  return {
    '@type': form.get('record_type') === 'o:ItemSet' ? 'o:ItemSet' : 'o:Item',
    'o:is_public': form.get('visibility') !== '0',
    ...(recordClass !== '' && { 'o:resource_class': recordClass! }),
    ...(template !== '' && { 'o:resource_template': template! }),
    ...(itemSet !== '' && { 'o:item_set': [itemSet!] }),
    ...(owner !== undefined && { 'o:owner': owner })
  }
}

/** Reads from the form of a mapping how the file is to be parsed. */
export function enteredTable (
  form: URLSearchParams, { imports }: Words
): { table: TableMapping['table'], problems: Problems } {
  const text = (name: string): string | undefined => form.get(name) || undefined
  const row = form.get('header_row')?.trim() ?? ''
  return {
    problems: row === '' || /^[1-9]\d{0,6}$/.test(row) ? {} : { header_row: [imports.numberProblem] },
    table: {
      sheet: text('sheet'),
      encoding: text('encoding')?.trim(),
      delimiter: text('delimiter'),
      hasQuotes: form.has('no_quotes') ? false : undefined,
      headerRow: row === '' ? undefined : Number(row)
    }
  }
}
