import type { MappedColumn } from './mapping.js'
import { labelOf, quoted } from './cell-text.js'

/** An address, and what may follow it: a label. */
const ADDRESS_WITH_LABEL = /^(\S+)(?:\s+(\S[\s\S]*))?$/

const BEGINS_AS_ADDRESS = /^https?:\/\//i
/** Begins with a scheme (RFC 3986 §3.1). */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]{0,50}:/i

/**
 * The value that a text of a cell stands for, as in REST.
 *
 * @returns a message when the data type does not allow it.
 */
export function valueOf (piece: string, column: MappedColumn): Record<string, unknown> | string {
  const { type = 'literal', language, isPublic, by, isLink, isEscaped = false } = column
  const common = isPublic === undefined ? {} : { is_public: isPublic }
  if (isLink) {
    const target = linkOf(piece.trim(), by)
    return target === undefined ? `${quoted(piece)} is no id` : { type, ...common, ...target }
  }
  if (type === 'uri' || (type === 'auto' && BEGINS_AS_ADDRESS.test(piece))) {
    const [, id = '', label] = ADDRESS_WITH_LABEL.exec(piece.trim()) ?? []
    if (!isEscaped && !HAS_SCHEME.test(id)) return `${quoted(piece)} is no address`
    return {
      type: 'uri',
      '@id': id,
      ...(label !== undefined && { 'o:label': label }),
      ...(language !== undefined && { 'o:lang': language }),
      ...common
    }
  }
  return {
    type: type === 'auto' ? 'literal' : type,
    '@value': piece,
    ...(language !== undefined && { '@language': language }),
    ...common
  }
}

function linkOf (piece: string, by: string | undefined): Record<string, unknown> | undefined {
  if (by === 'row') return { value_resource_id: labelOf(piece) }
  if (by !== undefined && by !== 'o:id') return { value_resource: { [by]: piece } }
  return /^\d{1,15}$/.test(piece) ? { value_resource_id: Number(piece) } : undefined
}
