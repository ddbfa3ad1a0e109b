import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Terms } from '../../../../../../db/query/statements/terms.js'
import { TableMapping, type TableColumn } from '../../../../../../schemas/exchange/table-mapping.js'
import { nearestName } from '../../../../../core/text/nearest-name.js'
import type { DataTypes } from '../../../../../values/data-types.js'
import { suggestion } from '../../../../pipeline/problems.js'
import { termsOf } from '../../../records/references.js'
import { columnName, type Table } from '../grids/read-table.js'
import { LISTS } from './fields.js'
import { targetOf, type Target } from './targets.js'

/** Further errors are not reported. */
const PROBLEMS_MAX = 50

/** A problem of one column of a mapping, or of the whole mapping. */
export interface MappingProblem {
  /** Position in the list of columns, counted from 0. */
  index?: number
  message: string
}

/** No "did you mean" for headers longer than this: edit distance is quadratic. */
const COMPARED_MAX_CHARACTERS = 100

/** The mapping is invalid or does not fit the table. */
export class MappingError extends Error {
  constructor (readonly problems: readonly MappingProblem[]) {
    super(problems.map(({ message }) => message).join('\n'))
    this.name = new.target.name
  }
}

/** A column of a mapping, located in a table. */
export interface MappedColumn extends Omit<TableColumn, 'to' | 'column' | 'header'> {
  /** Position in the table, counted from 1. */
  position: number
  /** Display name. */
  name: string
  target: Target
  /** Whether its values link to resources. */
  isLink: boolean
}

/** A mapping that fits its table. */
export interface FittedMapping {
  record: TableMapping['record']
  columns: MappedColumn[]
  headers: readonly string[]
}

/** Data types of columns that are not data types of values. */
const COLUMN_TYPES: readonly string[] = ['auto', 'json']

/** Lookups for the names in a mapping. */
export interface MappingContext {
  terms: Terms
  dataTypes: DataTypes
}

/** A mapping with these columns and the detected options of the table. */
export function mappingOf (
  { encoding, delimiter, hasQuotes, sheet, headerRow }: Table, type: 'o:Item' | 'o:ItemSet', columns: TableColumn[]
): TableMapping {
  return {
    '@type': 'vitrine:TableMapping',
    version: 1,
    table: { encoding, delimiter, hasQuotes, sheet, headerRow },
    record: { '@type': type },
    columns
  }
}

/** Validates a mapping that a user has written. @throws MappingError that names each invalid member. */
export function parseMapping (source: unknown): TableMapping {
  const problems: MappingProblem[] = []
  for (const { path, message, value, schema } of Value.Errors(TableMapping, source)) {
    const [, index] = /^\/columns\/(\d+)/.exec(path) ?? []
    const name = path === '' ? 'the mapping' : path.slice(1).replaceAll('/', '.')
    const given = value === undefined || typeof value === 'object' ? '' : `, not ${JSON.stringify(value).slice(0, 100)}`
    problems.push({
      ...(index !== undefined && { index: Number(index) }),
      message: `${name}: ${sentence(message)}${nearestMember(name, message, schema)}${given}`
    })
    if (problems.length >= PROBLEMS_MAX) break
  }
  if (problems.length > 0) throw new MappingError(problems)
  return source as TableMapping
}

function sentence (message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}

/** Suggests the nearest known member for an unknown one. */
function nearestMember (name: string, message: string, schema: TSchema): string {
  if (message !== 'Unexpected property') return ''
  const known = schema.properties as Record<string, unknown> | undefined
  return suggestion(name.slice(name.lastIndexOf('.') + 1), Object.keys(known ?? {}))
}

/**
 * Locates the columns of a mapping in a table: by position and header, or by either alone. A column that is no longer
 * at its position is found by its header, if that is unique.
 * @throws MappingError that names every missing column and every unknown term and data type.
 */
export function fitMapping (
  { record, columns }: TableMapping, headers: readonly string[], context: MappingContext
): FittedMapping {
  const problems: MappingProblem[] = []
  const fitted: MappedColumn[] = []
  const taken = new Set<number>()
  for (const [index, { to, column, header, ...rest }] of columns.entries()) {
    if (problems.length >= PROBLEMS_MAX) break
    const position = positionOf({ column, header }, headers)
    if (typeof position === 'string') {
      if (to !== null) problems.push({ index, message: position })
      continue
    }
    const name = columnName(headers, position)
    const target = targetOf(to, context.terms)
    const add = (message: string): void => { problems.push({ index, message: `column ${name}: ${message}` }) }
    if (taken.has(position)) add('the mapping names it twice')
    taken.add(position)
    if (typeof target === 'string') {
      add(target)
      continue
    }
    const isLink = isOfValues(target) && context.dataTypes.get(rest.type ?? 'literal')?.links !== undefined
    for (const message of faultsOf(target, isLink, rest, context)) add(message)
    fitted.push({ ...rest, position, name, target, isLink })
  }
  const identifiers = fitted.filter(({ isIdentifier }) => isIdentifier === true)
  if (identifiers.length > 1) {
    problems.push({ message: `columns ${identifiers.map(({ name }) => name).join(', ')}: only one can be the identifier` })
  }
  if (problems.length === 0 && fitted.every(({ target }) => target.kind === 'nothing')) {
    const shown = JSON.stringify(headers.filter((header) => header !== '').join(', ').slice(0, COMPARED_MAX_CHARACTERS))
    problems.push({
      message: `the mapping uses no column of the table: none is known by its header, of which there are ${shown}. ` +
        'If the headers are in a later row, give its number (option headerRow). Otherwise say what the columns become (option mapping)'
    })
  }
  if (problems.length > 0) throw new MappingError(problems.slice(0, PROBLEMS_MAX))
  return { record, columns: fitted.sort((a, b) => a.position - b.position), headers }
}

function positionOf ({ column, header }: Pick<TableColumn, 'column' | 'header'>, headers: readonly string[]): number | string {
  if (header === undefined) {
    if (column === undefined) return 'a column needs "column", "header" or both'
    return column <= headers.length ? column : `there is no column ${column}; the table has ${headers.length}`
  }
  if (column !== undefined && headers[column - 1] === header) return column
  const found = headers.flatMap((other, at) => other === header ? [at + 1] : [])
  if (found.length === 1) return found[0]!
  if (found.length > 1) return `${found.length} columns have the header "${header}"; say which by "column"`
  const comparable = headers.filter((other) => other !== '' && other.length <= COMPARED_MAX_CHARACTERS)
  const nearest = header.length > COMPARED_MAX_CHARACTERS ? undefined : nearestName(header, comparable)
  return `there is no column with the header "${header}"${nearest === undefined ? '' : `; the nearest is "${nearest}"`}`
}

function isOfValues ({ kind }: Target): boolean {
  return kind === 'values' || kind === 'media-values'
}

function faultsOf (
  target: Target,
  isLink: boolean,
  { type, by, separator, isIdentifier }: Partial<TableColumn>,
  { terms, dataTypes }: MappingContext
): string[] {
  const faults: string[] = []
  if (type !== undefined && isOfValues(target) && !COLUMN_TYPES.includes(type) && dataTypes.get(type) === undefined) {
    faults.push(`"${type}" is an unknown data type${suggestion(type, [...COLUMN_TYPES, ...dataTypes.keys()])}`)
  }
  if (by !== undefined) {
    const names = ['o:title', 'o:id', 'row']
    if (terms.properties.named(by) === undefined && !names.includes(by)) {
      faults.push(`by: "${by}" is unknown${suggestion(by, [...names, ...termsOf(terms.properties)])}`)
    }
  } else if (isLink) faults.push('links need "by": what names their targets, for example dcterms:identifier or o:id')
  if (separator !== undefined && target.kind === 'field' && !LISTS.has(target.field)) {
    faults.push(`a record has one ${target.field}, so that there is nothing to separate`)
  }
  if (isIdentifier === true && separator !== undefined) faults.push('the identifier of a row is one')
  return faults
}
