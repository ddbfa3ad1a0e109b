import type { TableColumn, TableMapping } from '../../../../../../schemas/exchange/table-mapping.js'
import { exportMapping, isExport } from './export-mapping.js'
import { headerParts } from './header-parts.js'
import { headerFinder } from './known-headers.js'
import { mappingOf, type MappingContext } from './mapping.js'
import type { Table } from '../grids/read-table.js'
import { splitCell } from './split-cell.js'

type Draft = TableColumn & { to: string | null }

const ADDRESS = /^https?:\/\/\S+$/i
const ADDRESS_OF_FILE = /\.(?:jpe?g|png|gif|tiff?|webp|bmp|svg|pdf|mp[34]|m4[av]|wav|ogg|mov|avi|webm|docx?|txt|zip)$/i
const FILE_NAME = /\.[a-z0-9]{2,5}$/i

/** Properties with prose, in which a semicolon is not a separator. */
const PROSE = new Set(['dcterms:title', 'dcterms:description', 'dcterms:abstract', 'dcterms:bibliographicCitation'])

/** If values would be longer on average, the candidate is not a separator. */
const LISTED_VALUE_MAX_CHARACTERS = 60

export interface GuessOptions {
  /** How rows identify existing resources: a term or `o:id`. */
  updateBy?: string | undefined
}

/**
 * Guesses the mapping of a table from its headers and first rows. Headers may be terms, URIs, labels in the languages
 * of the pages, or names that Omeka and other programs use, optionally with a language or data type. Unknown columns
 * are left out (`to` is null).
 */
export function guessMapping (
  table: Table, { terms, dataTypes }: MappingContext, { updateBy }: GuessOptions = {}
): TableMapping {
  if (isExport(table)) return exportMapping(table, dataTypes, updateBy)
  const termOf = headerFinder(terms)
  const columns = table.headers.map((header, at) => {
    const { name, ...parts } = headerParts(header, (type) => dataTypes.get(type) !== undefined)
    const column: Draft = { column: at + 1, header, to: termOf(name) ?? null }
    const cells = cellsOf(table, at)
    const addresses = table.sample.flatMap(({ links }) => links?.get(at) ?? [])
    guessMedia(column, addresses.length > 0 ? addresses : cells)
    if (column.to !== null) guessDetails(column, parts, cells, dataTypes)
    if (addresses.length > 0 && isLinkedText(column)) column.type = 'auto'
    return column
  })
  markIdentifier(columns, table)
  completeLinks(columns)
  return mappingOf(table, 'o:Item', columns)
}

/** Whether linked texts of a column are mere labels; titles and identifiers are not. */
function isLinkedText ({ to, type }: Draft): boolean {
  return type === undefined && to !== null && to !== 'dcterms:identifier' && !PROSE.has(to) && /^(?!o:|media:).*:/.test(to)
}

/** Non-empty cells of a column in the first rows. */
function cellsOf ({ sample }: Table, at: number): string[] {
  return sample.map(({ cells }) => (cells[at] ?? '').trim()).filter((cell) => cell !== '')
}

/** Media are given by paths or URLs, whatever the header says; the URL of a web page is not a file. */
function guessMedia (column: Draft, cells: readonly string[]): void {
  if (column.to !== 'file' && column.to !== 'url') return
  const pieces = cells.flatMap((cell) => cell.split(/[|;,]\s*/)).map((piece) => piece.trim())
  const addresses = pieces.filter((piece) => ADDRESS.test(piece))
  if (addresses.length * 2 > pieces.length) {
    const isNamedFile = column.to === 'file' || /image|bild|file|datei|media|fichier|imagen|archivo/i.test(column.header ?? '')
    const areFiles = addresses.filter((address) => ADDRESS_OF_FILE.test(address.split(/[?#]/, 1)[0]!)).length
    column.to = isNamedFile || areFiles * 2 > addresses.length ? 'url' : null
  } else if (pieces.length > 0) {
    const names = pieces.filter((piece) => FILE_NAME.test(piece)).length
    column.to = names * 2 > pieces.length ? 'file' : null
  }
}

function guessDetails (
  column: Draft, parts: Partial<TableColumn>, cells: readonly string[], dataTypes: MappingContext['dataTypes']
): void {
  const separator = guessSeparator(column.to!, cells)
  if (separator !== undefined) column.separator = separator
  if (!column.to!.includes(':') || column.to!.startsWith('o:')) return
  Object.assign(column, parts)
  const values = cells.flatMap((cell) => splitCell(cell, separator))
  const addresses = values.filter((value) => ADDRESS.test(value.split(/\s/, 1)[0]!)).length
  if (column.type === undefined && addresses > 0) column.type = addresses === values.length ? 'uri' : 'auto'
  if (column.language !== undefined && column.type !== undefined && dataTypes.get(column.type)?.links !== undefined) {
    delete column.language
  }
}

function guessSeparator (to: string, cells: readonly string[]): string | undefined {
  const isMedia = to === 'file' || to === 'url'
  if (to.startsWith('o:') ? to !== 'o:item_set' : to.startsWith('@')) return undefined
  const candidates = ['||', '|', ...(PROSE.has(to) ? [] : [';']), ...(isMedia ? [','] : [])]
  return candidates.find((candidate) => {
    const containing = cells.filter((cell) => cell.includes(candidate) && !isOneAddress(cell))
    if (containing.length === 0) return false
    if (candidate.startsWith('|') || isMedia) return true
    const pieces = containing.flatMap((cell) => cell.split(candidate))
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0) / pieces.length
    return containing.length * 5 >= cells.length && length <= LISTED_VALUE_MAX_CHARACTERS
  })
}

/** Whether a cell is a single URL, which may contain any separator. */
function isOneAddress (cell: string): boolean {
  return ADDRESS.test(cell) && !/[|;,]https?:/i.test(cell)
}

/** Marks the first identifier column as the identifier, if it is unique in every row. */
function markIdentifier (columns: readonly Draft[], table: Table): void {
  const column = columns.find(({ to, separator }) => to === 'dcterms:identifier' && separator === undefined)
  if (column === undefined) return
  const cells = cellsOf(table, column.column! - 1)
  if (cells.length > 0 && cells.length === table.sample.length && new Set(cells).size === cells.length) {
    column.isIdentifier = true
  }
}

/** Links refer to other rows by identifier if there is one, otherwise to resources by id. */
function completeLinks (columns: readonly Draft[]): void {
  const hasIdentifier = columns.some(({ to }) => to === 'dcterms:identifier')
  for (const column of columns) {
    if (column.type?.startsWith('resource') === true) column.by = hasIdentifier ? 'dcterms:identifier' : 'o:id'
  }
}
