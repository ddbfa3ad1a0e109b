import type { Terms } from '../../../../db/query/statements/terms.js'
import type { Payload } from '../../../core/calls/call.js'
import type { ValueRow } from '../../../values/value-rows.js'
import type { ValueState } from './snapshot.js'

/** A value as it is to become. */
export interface WantedValue extends Omit<ValueState, 'isPublic'> {
  /** Undefined: as it was, for new values true. */
  isPublic: boolean | undefined
  /** Whether an annotation that is there stays when the value has none. */
  keepsAnnotation: boolean
}

/** A stored value with its annotation. */
export interface StoredValue { row: ValueRow, annotation: ValueState[] | null }

const COMPARED = ['propertyId', 'type', 'text', 'lang', 'uri', 'linkedId'] as const

/**
 * What the values of a resource become when those of some properties are replaced. Values that stay the same keep
 * their visibility and annotation, wherever they stand in the list; rows are used again in their order, so that
 * nothing changes when the list is the same.
 *
 * @param isReplaced whether the values of a property are replaced; others stay.
 */
export function replaceValues (
  stored: readonly StoredValue[], wanted: readonly WantedValue[], isReplaced: (propertyId: number) => boolean,
  terms: Terms
): ValueRow[] {
  const slots = new Map<number, StoredValue[]>()
  const after: ValueRow[] = []
  for (const one of stored) {
    if (!isReplaced(one.row.propertyId)) after.push(one.row)
    else slots.set(one.row.propertyId, [...slots.get(one.row.propertyId) ?? [], one])
  }
  const unused = new Map([...slots].map(([propertyId, list]) => [propertyId, [...list]]))
  const next = new Map<number, number>()
  const placed: ValueRow[] = []
  for (const value of wanted) {
    const { propertyId } = value
    const at = next.get(propertyId) ?? 0
    next.set(propertyId, at + 1)
    placed.push(placedIn(slots.get(propertyId)?.[at], value, takeSame(unused.get(propertyId) ?? [], value), terms))
  }
  // Rows that are there keep their order; new ones follow.
  const kept = [...after, ...placed.filter((row) => row.id !== undefined)].sort((a, b) => a.id! - b.id!)
  return [...kept, ...placed.filter((row) => row.id === undefined)]
}

/**
 * Brings the values of some properties into the order of the stored ones; new ones follow.
 *
 * @param unordered ids of the properties.
 */
export function inStoredOrder (
  stored: readonly StoredValue[], wanted: readonly WantedValue[], unordered: ReadonlySet<number>
): WantedValue[] {
  if (!wanted.some(({ propertyId }) => unordered.has(propertyId))) return [...wanted]
  const left = wanted.filter(({ propertyId }) => unordered.has(propertyId))
  const found = stored.flatMap(({ row }) => {
    const at = left.findIndex((value) => COMPARED.every((key) => row[key] === value[key]))
    return at < 0 ? [] : left.splice(at, 1)
  })
  return [...wanted.filter(({ propertyId }) => !unordered.has(propertyId)), ...found, ...left]
}

/** Takes the stored value with the same content out of the list. */
function takeSame (unused: StoredValue[], wanted: WantedValue): StoredValue | undefined {
  const at = unused.findIndex(({ row }) => COMPARED.every((key) => row[key] === wanted[key]))
  return at < 0 ? undefined : unused.splice(at, 1)[0]
}

/** A value in the row of another or, without one, in a new row. */
function placedIn (
  slot: StoredValue | undefined, wanted: WantedValue, same: StoredValue | undefined, terms: Terms
): ValueRow {
  const { propertyId, type, text, lang, uri, linkedId, keepsAnnotation } = wanted
  const isPublic = wanted.isPublic ?? same?.row.isPublic ?? true
  const content = { propertyId, type, text, lang, uri, linkedId, isPublic }
  const annotation = wanted.annotation ?? (keepsAnnotation ? same?.annotation ?? null : null)
  const isAnnotated = annotation !== null
  if (slot === undefined) {
    const payload = isAnnotated ? payloadOf(annotation, terms) : null
    return { ...content, annotationId: null, annotation: payload, isChanged: true }
  }
  const { row } = slot
  const isAnnotationSame = JSON.stringify(annotation) === JSON.stringify(slot.annotation)
  return {
    id: row.id!,
    ...content,
    annotationId: row.annotationId,
    ...(!isAnnotationSame && { annotation: isAnnotated ? payloadOf(annotation, terms) : null }),
    isChanged: isPublic !== row.isPublic || !COMPARED.every((key) => content[key] === row[key])
  }
}

/** Whether the values after a change differ from those before. */
export function differ (before: readonly ValueRow[], after: readonly ValueRow[]): boolean {
  return before.length !== after.length || after.some((row) => row.isChanged || row.annotation !== undefined)
}

/** The payload of a value annotation. */
function payloadOf (values: readonly ValueState[], terms: Terms): Payload {
  const payload: Record<string, object[]> = {}
  for (const { propertyId, type, text, lang, uri, linkedId, isPublic, annotation } of values) {
    const term = terms.properties.get(propertyId)?.term
    if (term === undefined) continue
    const list = payload[term] ??= []
    list.push({
      type,
      property_id: propertyId,
      is_public: isPublic,
      ...(linkedId !== null
        ? { value_resource_id: linkedId }
        : uri !== null ? { '@id': uri, 'o:label': text, 'o:lang': lang } : { '@value': text, '@language': lang }),
      ...(annotation !== null && { '@annotation': payloadOf(annotation, terms) })
    })
  }
  return payload
}
