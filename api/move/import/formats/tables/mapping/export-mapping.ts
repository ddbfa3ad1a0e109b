import type { TableColumn, TableMapping } from '../../../../../../schemas/exchange/table-mapping.js'
import type { DataTypes } from '../../../../../values/data-types.js'
import { isFormula } from '../../../../pipeline/exported-cells.js'
import { headerParts } from './header-parts.js'
import { mappingOf } from './mapping.js'
import type { Table } from '../grids/read-table.js'
import { TableError } from '../cells/table.js'

/** Default separator of exports. */
const SEPARATOR = '|'

/** Columns of an export that are computed or set by the server. */
const COMPUTED = new Set(['o:created', 'o:modified'])

/** Whether a table was written by `vitrine export` (docs/export.md). */
export function isExport ({ headers }: Table): boolean {
  return headers[0] === 'o:id' && ['o:is_public', 'o:created', 'o:modified'].every((name) => headers.includes(name))
}

/**
 * The mapping of an exported table. Ids are valid only in the installation that exported it, so they are used as ids
 * only in updates by id. Otherwise links refer to other rows of the table, item sets are ignored, and files are
 * fetched from the media's URLs.
 * @throws TableError for a table of media.
 */
export function exportMapping (table: Table, dataTypes: DataTypes, updateBy: string | undefined): TableMapping {
  const { headers, sample } = table
  if (headers.includes('o:ingester')) {
    throw new TableError('this is an exported table of media, which cannot be imported; media come in with their items')
  }
  const isUpdate = updateBy === 'o:id'
  const isGuarded = !sample.some(({ cells }) => cells.some((cell = '') => isFormula(cell)))
  const columns = headers.map((header, at): TableColumn => ({
    column: at + 1,
    header,
    ...fieldOf(header, isUpdate) ?? { ...valuesOf(header, dataTypes, isUpdate), isGuarded }
  }))
  return mappingOf(table, headers.includes('o:is_open') ? 'o:ItemSet' : 'o:Item', columns)
}

function fieldOf (header: string, isUpdate: boolean): Pick<TableColumn, 'to' | 'by' | 'separator' | 'isIdentifier'> | undefined {
  if (!header.startsWith('o:')) return undefined
  if (COMPUTED.has(header)) return { to: null }
  if (header === 'o:id') return { to: 'o:id', isIdentifier: true }
  if (header === 'o:item_set') return isUpdate ? { to: header, by: 'o:id', separator: SEPARATOR } : { to: null }
  if (header === 'o:media') return isUpdate ? { to: null } : { to: 'url', separator: SEPARATOR }
  return { to: header }
}

function valuesOf (header: string, dataTypes: DataTypes, isUpdate: boolean): Omit<TableColumn, 'column' | 'header'> {
  const { name, ...parts } = headerParts(header, (type) => dataTypes.get(type) !== undefined)
  if (parts.type === 'json') return { to: name, type: 'json' }
  const isLink = dataTypes.get(parts.type ?? 'literal')?.links !== undefined
  return {
    to: name,
    ...parts,
    ...(isLink && { by: isUpdate ? 'o:id' : 'row' }),
    separator: SEPARATOR,
    isEscaped: true
  }
}
