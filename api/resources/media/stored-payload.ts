import type { Representation } from '../../answer.js'
import { isObject } from '../../payload.js'

/** What makes a value what it is; anything else in a stored one was computed for whoever wrote it. */
const OF_VALUES = ['type', 'property_id', 'is_public', '@value', '@language', '@id', 'o:label', 'o:lang', 'value_resource_id'] as const

/**
 * The payload that an HTML media keeps as its `data`, for those who do not see all values of the media. Private values
 * stand in it too, and public ones may have become private since: so it shows those that are shown beside it, no others.
 *
 * @param shown values under their terms, as the viewer sees them.
 */
export function withoutHiddenValues (data: unknown, shown: Representation = {}): unknown {
  if (!isObject(data) || Array.isArray(data)) return data
  const visible = new Set(Object.values(shown).flatMap((values) => (values as Representation[]).map(contentOf)))
  const kept: Representation = {}
  for (const [key, member] of Object.entries(data)) {
    // Made from values: see titles.ts.
    if (key === 'o:title') continue
    const members = isObject(member) ? Object.values(member) : []
    if (!members.some(isObject)) {
      kept[key] = member
      continue
    }
    const values = members.filter((value) => isObject(value) && visible.has(contentOf(value)))
    if (values.length > 0) kept[key] = values.map((value) => ofValue(value as Representation))
  }
  return kept
}

/** The same for a value as it was written and as it is shown. */
function contentOf (value: Representation): string {
  const { '@value': text, '@id': address, value_resource_id: linkedId } = value
  return linkedId === undefined || linkedId === null ? JSON.stringify([text ?? address]) : `link ${String(linkedId)}`
}

function ofValue (value: Representation): Representation {
  return Object.fromEntries(OF_VALUES.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]))
}
