import type { media } from '../../../../db/tables/index.js'
import { THUMBNAIL_TYPES, withExtension } from '../../../../files/types/names.js'
import { fileAddress, reference } from '../../../core/answers/addresses.js'
import type { Representation } from '../../../core/answers/answer.js'
import { isJsonObject, isObject } from '../../../core/calls/given.js'
import { thumbnailUrl } from '../../../files/pictures.js'
import type { ReadContext } from '../../definition/read-context.js'

type MediaRow = typeof media.$inferSelect

/**
 * The members that only media have (docs/contract/resources.md §4).
 *
 * @param values of the media by term, as the viewer sees them.
 */
export function mediaBlock (
  context: ReadContext, row: MediaRow, ownerId: number | null, values: Representation | undefined
): Representation {
  const { storageId, extension } = row
  const { viewsAll, disclosesPrivate, id } = context.viewer
  const seesAllValues = viewsAll || disclosesPrivate === true || (id !== null && ownerId === id)
  // For HTML the data is the whole payload, with private values.
  const data = row.ingester !== 'html' || seesAllValues ? row.data : withoutHiddenValues(row.data, values)
  return {
    'o:ingester': row.ingester,
    'o:renderer': row.renderer,
    'o:item': reference('items', row.itemId),
    'o:source': row.source,
    'o:media_type': row.mediaType,
    'o:sha256': row.sha256,
    'o:size': row.size,
    'o:filename': storageId === null ? null : withExtension(storageId, extension),
    'o:lang': row.lang,
    'o:alt_text': row.altText,
    'o:original_url': row.hasOriginal && storageId !== null
      ? fileAddress(context, 'original', storageId, extension)
      : null,
    'o:thumbnail_urls': row.hasThumbnails
      ? Object.fromEntries(THUMBNAIL_TYPES.map((name) => [name, thumbnailUrl(context, name, row)]))
      : [],
    data: data ?? []
  }
}

/**
 * Members that ingesters add at the end of a media's representation. HTML even replaces its `@type`
 * (docs/contract/http.md §11).
 */
export function mediaAdditions ({ ingester, data }: MediaRow): Representation {
  const stored = (data ?? {}) as Record<string, unknown>
  if (ingester === 'html') {
    return { '@type': 'o-cnt:ContentAsText', 'o-cnt:chars': stored.html ?? null, 'o-cnt:characterEncoding': 'UTF-8' }
  }
  if (ingester !== 'youtube') return {}
  const seconds = (value: unknown) => ({ '@value': value, '@type': 'o-time:seconds' })
  return {
    ...(stored.start !== undefined && { 'o-time:hasBeginning': seconds(stored.start) }),
    ...(stored.end !== undefined && { 'o-time:hasEnd': seconds(stored.end) })
  }
}

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
function withoutHiddenValues (data: unknown, shown: Representation = {}): unknown {
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
