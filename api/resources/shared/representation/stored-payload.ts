import type { Representation } from '../../../core/answers/answer.js'
import { isJsonObject, isObject } from '../../../core/calls/payload.js'

/**
 * Keys that define a value. Other keys were computed for the author of the payload, and other viewers may not be
 * allowed to see them.
 */
const OF_VALUES = [
  'type', 'property_id', 'is_public', '@value', '@language', '@id', 'o:label', 'o:lang', 'value_resource_id'
] as const

/**
 * Filters the payload that an HTML media stores as its `data`, for viewers who may not see all values of the media.
 * Some values in it are private, others may have become private since, so only values in the viewer's representation
 * remain.
 *
 * @param shown values by term, as the viewer sees them.
 */
export function withoutHiddenValues (data: unknown, shown: Representation = {}): unknown {
  if (!isJsonObject(data)) return data
  const visible = new Set(Object.values(shown).flatMap((values) => (values as Representation[]).map(contentOf)))
  const remaining: Representation = {}
  for (const [key, member] of Object.entries(data)) {
    // The title may come from a private value.
    if (key === 'o:title') continue
    const members = isObject(member) ? Object.values(member) : []
    if (!members.some(isObject)) {
      remaining[key] = member
      continue
    }
    const values = members.filter((value) => isObject(value) && visible.has(contentOf(value)))
    if (values.length > 0) remaining[key] = values.map((value) => ofValue(value as Representation))
  }
  return remaining
}

/** A key that is equal for a value in a payload and that value in a representation. */
function contentOf (value: Representation): string {
  const { '@value': text, '@id': address, value_resource_id: linkedId } = value
  return linkedId === undefined || linkedId === null ? JSON.stringify([text ?? address]) : `link ${String(linkedId)}`
}

function ofValue (value: Representation): Representation {
  return Object.fromEntries(OF_VALUES.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]))
}
