import { and, eq, isNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { shownTitle } from '../../../db/query/conditions/titles.js'
import { isTargetVisible, isVisible } from '../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { media, resource, value } from '../../../db/tables/index.js'
import { UNTITLED } from '../../files/pictures.js'
import type { StoredValue } from '../../values/data-type.js'
import type { Counting, Entry, Facet } from '../query/searchable.js'
import { scopeOf } from '../query/selection.js'

const linked = alias(resource, 'counted_link')
const source = alias(media, 'counted_media')

/**
 * Groups rows by the visible values of a property. Values are equal if they link to the same resource, have the same
 * type and URI, or have equal texts (under the collation) of the same type in the same language. A row with two equal
 * values counts once. A group is labelled like its first value that has a text.
 */
export const byValue = (propertyId: number): Facet => ({
  counted: propertyId,

  async entries ({ type, context }: Counting, ids): Promise<ReadonlyMap<number, Entry>> {
    const { database, viewer, dataTypes, types } = context
    const query = database
      .select({
        id: value.id,
        type: value.type,
        lang: value.lang,
        text: value.text,
        uri: value.uri,
        linkedId: value.linkedId,
        kind: linked.kind,
        title: shownTitle(viewer, linked),
        source: source.source
      })
      .from(value)
      .innerJoin(resource, eq(resource.id, value.resourceId))
      .leftJoin(linked, eq(linked.id, value.linkedId))
      .leftJoin(source, eq(source.id, value.linkedId))
      .$dynamic()
    for (const { table, on } of type.joins ?? []) query.innerJoin(table, on)
    // Checks visibility again: a write may have hidden values after they were counted.
    const rows = await query.where(and(
      isOneOf(value.id, ids),
      scopeOf(type, context),
      isVisible({ isPublic: value.isPublic, ownerId: resource.ownerId }, viewer),
      viewer.viewsAll ? undefined : or(isNull(value.linkedId), isTargetVisible(viewer, linked))
    ))
    return new Map(
      rows.map(({ id, linkedId, kind, title, source, ...row }) => {
        const link: StoredValue['link'] =
          linkedId === null
            ? null
            : {
                id: linkedId,
                kind: kind!,
                resourceName: types.ofKind(kind!).name,
                displayTitle: title ?? source ?? UNTITLED,
                picture: null
              }
        // Trimmed, because values that differ only in surrounding blanks are in one group.
        const text = row.text?.trim() ?? null
        const stored: StoredValue = { ...row, text, type: link === null ? row.type : 'resource', link }
        const type = dataTypes.of(stored)
        return [
          id,
          {
            label: link?.displayTitle ?? (text || row.uri || ''),
            shown: { type: type.name, ...type.represent(stored) }
          }
        ]
      })
    )
  }
})
