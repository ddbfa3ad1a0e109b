import type { PreviewedRecord } from '../../api/move/import/run/import.js'
import { columnLetters } from '../../api/move/import/formats/tables/cells/table.js'
import type { Table } from '../../api/move/import/formats/tables/grids/read-table.js'
import type { TableColumn, TableMapping } from '../../schemas/exchange/table-mapping.js'
import { table as aligned } from '../terminal/table.js'
import { counted } from '../../api/core/text/nouns.js'

/** Texts are cut after this many characters. */
const TEXT_MAX_CHARACTERS = 40
/** Maximum number of columns that are shown; a table has up to 16,384. */
const COLUMNS_SHOWN_MAX = 200
const VALUES_SHOWN_MAX = 30

/** Describes a table and its mapping as text for the terminal. */
export function describeMapping (table: Table, { columns, record }: TableMapping): string {
  const used = columns.filter(({ to, isIdentifier }) => to !== null || isIdentifier === true)
  const unused = columns.filter((column) => !used.includes(column))
  const rows = used.slice(0, COLUMNS_SHOWN_MAX).map((column) => {
    const at = positionOf(column, table)
    return [columnLetters(at + 1), shortened(table.headers[at] ?? ''), meaningOf(column), examplesOf(table, at)]
  })
  const lines = [`${factsOf(table)}\n\n`, aligned([['', 'Column', 'Becomes', 'For example'], ...rows])]
  if (used.length > COLUMNS_SHOWN_MAX) lines.push(`and ${counted(used.length - COLUMNS_SHOWN_MAX, 'more column')}\n`)
  const common = Object.entries(record).filter(([key]) => key !== '@type')
    .map(([key, value]) => `${key} ${Array.isArray(value) ? value.join(', ') : String(value)}`)
  const noun = record['@type'] === 'o:ItemSet' ? 'item set' : 'item'
  lines.push(`\nEach row becomes an ${noun}${common.length > 0 ? `, with ${common.join('; ')}` : ''}.\n`)
  if (unused.length > 0) {
    const names = unused.map((column) => shortened(table.headers[positionOf(column, table)] ?? '') || '(no header)')
    const more = names.length > VALUES_SHOWN_MAX ? `, and ${names.length - VALUES_SHOWN_MAX} more` : ''
    lines.push(`Left out: ${names.slice(0, VALUES_SHOWN_MAX).join(', ')}${more}.\n`)
  }
  return lines.join('')
}

function factsOf ({ file, format, encoding, delimiter, sheet, sheets, headers, headerRow }: Table): string {
  const others = (sheets?.length ?? 1) - 1
  return [
    `${file}: ${format.toUpperCase()}`,
    encoding,
    delimiter === undefined ? undefined : `delimiter ${delimiter === '\t' ? 'tab' : delimiter}`,
    sheet === undefined ? undefined : `sheet ${sheet}${others > 0 ? ` (of ${others + 1}; --sheet)` : ''}`,
    `headers in row ${headerRow}`,
    counted(headers.length, 'column')
  ].filter((fact) => fact !== undefined).join(', ')
}

function positionOf ({ column, header }: TableColumn, { headers }: Table): number {
  if (column !== undefined && (header === undefined || headers[column - 1] === header)) return column - 1
  return headers.indexOf(header ?? '')
}

function meaningOf ({ to, type, by, language, separator, isIdentifier, isPublic }: TableColumn): string {
  return [
    to ?? '',
    type !== undefined && type !== 'literal' ? type : '',
    by === undefined ? '' : `by ${by}`,
    language === undefined ? '' : `@${language}`,
    separator === undefined ? '' : `separated by ${separator}`,
    isPublic === false ? 'private' : '',
    isIdentifier === true ? 'identifies the rows' : ''
  ].filter((part) => part !== '').join(', ')
}

function examplesOf ({ sample }: Table, at: number): string {
  const examples = new Set<string>()
  for (const { cells } of sample) {
    const text = shortened(cells[at] ?? '')
    if (text !== '') examples.add(text)
    if (examples.size === 2) break
  }
  return [...examples].join(' · ')
}

/** Describes the first records, and their problems, as text for the terminal. */
export function describeRecords (records: readonly PreviewedRecord[]): string {
  if (records.length === 0) return 'The table has no rows.\n'
  return `\nThe first records:\n${records.map(describeRecord).join('')}\n`
}

function describeRecord ({ number, record, outcome, updates, problems }: PreviewedRecord): string {
  const facts = outcome === 'updated' ? ` (updates ${updates!})` : outcome === 'present' ? ' (there already)' : ''
  const lines = Object.entries(record)
    .filter(([key]) => !key.startsWith('@'))
    .flatMap(([key, member]) => [member].flat().map((value) => `    ${key}  ${shortened(textOf(value))}`))
  const shown = lines.slice(0, VALUES_SHOWN_MAX)
  if (lines.length > shown.length) shown.push(`    and ${lines.length - shown.length} more`)
  const messages = problems.map(({ severity, message }) => `    ${severity}: ${message}`)
  return [`  row ${number}${facts}`, ...shown, ...messages].map((line) => `${line}\n`).join('')
}

/** A value, reference or media in one line. */
function textOf (value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const members = value as Record<string, unknown>
  const { '@value': text, '@id': id, value_resource: by, value_resource_id: target, file, ingest_url: url } = members
  const found = text ?? id ?? file ?? url ?? target
  if (found === undefined) return Object.values((by ?? members) as object).join(' ')
  const language = members['@language'] ?? members['o:lang']
  return `${String(found)}${members['o:label'] === undefined ? '' : ` ${String(members['o:label'])}`}` +
    `${language === undefined ? '' : ` @${String(language)}`}`
}

/** A text in one line, without control characters that a terminal would interpret. */
function shortened (text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  return line.length > TEXT_MAX_CHARACTERS ? `${line.slice(0, TEXT_MAX_CHARACTERS - 1)}…` : line
}
