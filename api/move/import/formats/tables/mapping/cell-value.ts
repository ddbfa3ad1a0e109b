import { parseBoundedJson } from '../../../../../../files/streams/received-bytes.js'
import { isJsonObject } from '../../../../../core/calls/given.js'
import { unguarded } from '../../../../pipeline/exported-cells.js'
import type { Json } from '../../../../pipeline/lines.js'
import { excerptOf } from '../../../../pipeline/problems.js'
import { idIn, labelOf } from './fields.js'
import type { MappedColumn } from './mapping.js'
import { splitCell } from './split-cell.js'

/** An address, optionally followed by a label. */
const ADDRESS_WITH_LABEL = /^(\S+)(?:\s+(\S[\s\S]*))?$/

const BEGINS_AS_ADDRESS = /^https?:\/\//i

/** Whether an address begins with a scheme (RFC 3986 §3.1). */
export function hasScheme (address: string): boolean {
  return /^[a-z][a-z0-9+.-]{0,50}:/i.test(address)
}

export function piecesOf (cell: string, { separator, isEscaped, isGuarded }: MappedColumn): string[] {
  if (cell === '') return []
  return splitCell(isGuarded === true ? unguarded(cell) : cell, separator, isEscaped)
}

/**
 * The values in a cell, in their REST representation. In a URI column, the cell's text is the label of the linked
 * address; in other columns the address becomes another value.
 * @param addresses to which the cell links.
 * @param onError called with a message for each value that the data type does not allow.
 */
export function valuesOf (
  cell: string, column: MappedColumn, addresses: readonly string[], onError: (message: string) => void
): Json[] {
  const isOfAddresses = column.type === 'uri' || column.type === 'auto'
  const linked = column.isLink || column.target.kind !== 'values'
    ? []
    : addresses.filter(hasScheme).map((address) => uriValue(address, cell.trim(), column))
  const found = column.type === 'json'
    ? valuesOfJson(cell)
    : isOfAddresses && linked.length > 0
      ? linked
      : [...piecesOf(cell, column).map((piece) => valueOf(piece, column)), ...linked]
  return found.filter((value): value is Json => {
    if (typeof value === 'string') onError(value)
    return typeof value !== 'string'
  })
}

function valuesOfJson (cell: string): Array<Json | string> {
  if (cell.trim() === '') return []
  try {
    const values = parseBoundedJson(cell)
    if (Array.isArray(values) && values.every(isJsonObject)) return values
  } catch { /* Reported below. */ }
  return [`${excerptOf(cell)} is not a list of values as JSON`]
}

/** @returns a message when the data type does not allow the text. */
function valueOf (piece: string, column: MappedColumn): Json | string {
  const { type = 'literal', language, by, isLink } = column
  const common = visibilityIn(column)
  if (isLink) {
    const target = linkOf(piece.trim(), by)
    return target === undefined ? `${excerptOf(piece)} is not an id` : { type, ...common, ...target }
  }
  if (type === 'uri' || (type === 'auto' && BEGINS_AS_ADDRESS.test(piece))) {
    const { id, label } = addressIn(piece, column)
    if (!column.isEscaped && !hasScheme(id)) return `${excerptOf(piece)} is not an address`
    return uriValue(id, label, column)
  }
  return {
    type: type === 'auto' ? 'literal' : type,
    '@value': piece,
    ...(language !== undefined && { '@language': language }),
    ...common
  }
}

function visibilityIn ({ isPublic }: MappedColumn): Json {
  return isPublic === undefined ? {} : { is_public: isPublic }
}

function uriValue (address: string, label: string | undefined, column: MappedColumn): Json {
  const { language } = column
  return {
    type: 'uri',
    '@id': address,
    ...(label !== undefined && { 'o:label': label }),
    ...(language !== undefined && { 'o:lang': language }),
    ...visibilityIn(column)
  }
}

/** Splits an address and its optional label. */
function addressIn (piece: string, { isEscaped }: MappedColumn): { id: string, label?: string | undefined } {
  if (isEscaped !== true) {
    const [, id = '', label] = ADDRESS_WITH_LABEL.exec(piece.trim()) ?? []
    return { id, label }
  }
  const space = piece.indexOf(' ')
  return space < 0 ? { id: piece } : { id: piece.slice(0, space), label: piece.slice(space + 1) }
}

function linkOf (piece: string, by: string | undefined): Json | undefined {
  if (by === 'row') return { value_resource_id: labelOf(piece) }
  if (by !== undefined && by !== 'o:id') return { value_resource: { [by]: piece } }
  const id = idIn(piece)
  return id === undefined ? undefined : { value_resource_id: id }
}
