import type { Terms } from '../../../../db/query/statements/terms.js'
import type { Payload } from '../../../core/calls/call.js'
import type { ValueRow } from '../../../values/value-rows.js'
import type { StoredValue, ValueState } from './snapshot.js'

/** The desired state of a value. */
export interface WantedValue extends Omit<ValueState, 'isPublic'> {
  /** Undefined: unchanged; true for new values. */
  isPublic: boolean | undefined
  /** Whether an existing annotation is retained when this value has none. */
  keepsAnnotation: boolean
}

const COMPARED = ['propertyId', 'type', 'text', 'lang', 'uri', 'linkedId'] as const

/**
 * Computes the rows of a resource when the values of some properties are replaced. Equal values retain their
 * visibility and annotation at any position; rows are reused in order, so that an equal list changes nothing.
 * @param isReplaced whether the values of a property are replaced; others are unchanged.
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
  // Existing rows retain their order; new ones follow.
  const existing = [...after, ...placed.filter((row) => row.id !== undefined)].sort((a, b) => a.id! - b.id!)
  return [...existing, ...placed.filter((row) => row.id === undefined)]
}

/**
 * Sorts the values of some properties in the order of the stored ones; new ones follow.
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

/** Removes the stored value with equal content from the list and returns it. */
function takeSame (unused: StoredValue[], wanted: WantedValue): StoredValue | undefined {
  const at = unused.findIndex(({ row }) => COMPARED.every((key) => row[key] === wanted[key]))
  return at < 0 ? undefined : unused.splice(at, 1)[0]
}

/** Puts a value into an existing row, or into a new one without a slot. */
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

/** Whether a change has altered the values. */
export function differ (before: readonly ValueRow[], after: readonly ValueRow[]): boolean {
  return before.length !== after.length || after.some((row) => row.isChanged || row.annotation !== undefined)
}

/** The payload of a value annotation. */
function payloadOf (values: readonly ValueState[], terms: Terms): Payload {
  const payload: Record<string, object[]> = {}
  for (const { propertyId, type, text, lang, uri, linkedId, isPublic, annotation } of values) {
    const term = terms.properties.byId.get(propertyId)?.term
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
