import { Type, type TObject } from '@sinclair/typebox'
import { OneOf } from '../shared/common.js'
import { flag, text } from '../shared/parameters.js'

/** Formats of exports that consist of one stream, by their names, which are also file extensions. */
export const EXPORT_FORMATS = {
  ndjson: { mediaType: 'application/x-ndjson', description: 'A collection file' },
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', description: 'A table' },
  tsv: { mediaType: 'text/tab-separated-values; charset=utf-8', description: 'A table' },
  nq: { mediaType: 'application/n-quads', description: 'RDF, one statement a line' }
} as const

export type ExportFormat = keyof typeof EXPORT_FORMATS

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as readonly ExportFormat[]

export function isExportFormat (name: string): name is ExportFormat {
  return Object.hasOwn(EXPORT_FORMATS, name)
}

/** The formats with one row per resource, and the resource types with values, which can be exported as tables. */
export const TABLE_FORMATS: readonly ExportFormat[] = ['csv', 'tsv']
export const TABLE_TYPES = ['items', 'item_sets', 'media'] as const

/** Parameters of a search that an export does not have, because it contains all rows as whole representations. */
export const NOT_EXPORTED = [
  'page', 'per_page', 'limit', 'offset', 'cursor', 'fields', 'return_scalar', 'pretty_print', 'callback', 'profile'
] as const

const OF_TABLES = {
  separator: Type.Optional(text('Tables: stands between several values in a cell, 1 to 10 characters; default `|`')),
  bom: Type.Optional(flag('Tables: 1 to begin with a byte order mark, by which Excel recognizes UTF-8')),
  keep_formulas: Type.Optional(flag('Tables: 1 to leave texts as they are that spreadsheet programs run as formulas'))
}

/** The query of an export. @param search the query of a search on the type. @param name of the type in addresses. */
export function exportQuery (search: TObject, name: string): TObject {
  const isTabular = (TABLE_TYPES as readonly string[]).includes(name)
  const formats = EXPORT_FORMAT_NAMES.filter((format) => isTabular || !TABLE_FORMATS.includes(format))
  return Type.Object({
    ...Type.Omit(search, [...NOT_EXPORTED, 'format']).properties,
    format: Type.Optional(OneOf(formats, { description: 'Default: `ndjson`' })),
    ...(isTabular && OF_TABLES)
  })
}
