import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { shownTitle } from '../../../db/query/conditions/titles.js'
import { isTargetVisible, isVisible } from '../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { media, resource, value } from '../../../db/tables/index.js'
import { UNTITLED } from '../../files/pictures.js'
import type { StoredValue } from '../../values/data-type.js'
import type { Entry, Facet, Found, Group } from './facet.js'

const linked = alias(resource, 'counted_link')

/**
 * Two values are equal if they link to the same resource, have the same URI, or have equal texts (under the collation,
 * but for blanks around them) in the same language.
 */
const SAME = [
  value.linkedId,
  sql`CASE WHEN ${value.linkedId} IS NULL THEN ${value.type} END`,
  value.uri,
  sql`CASE WHEN ${value.linkedId} IS NULL AND ${value.uri} IS NULL THEN ${value.textKey} END`,
  sql`CASE WHEN ${value.linkedId} IS NULL AND ${value.uri} IS NULL THEN coalesce(lower(${value.lang}), '') END`
]

/**
 * Groups rows by the visible values of a property. A row with two equal values counts once. A group is labelled like
 * its first value, a group of URIs like the first value that has a label.
 */
export const byValue = (propertyId: number): Facet => ({
  counted: propertyId,

  async groups ({ type: { joins = [] }, context: { database, viewer }, where }: Found): Promise<Group[]> {
    const query = database.select({
      id: sql<number>`coalesce(min(CASE WHEN ${value.text} <> '' THEN ${value.id} END), min(${value.id}))`,
      count: sql<number>`count(DISTINCT ${value.resourceId})`
    }).from(resource).$dynamic()
    for (const { table, on } of joins) query.innerJoin(table, on)
    return await query
      .innerJoin(value, eq(value.resourceId, resource.id))
      .leftJoin(linked, eq(linked.id, value.linkedId))
      .where(
        and(
          where,
          eq(value.propertyId, propertyId),
          or(isNotNull(value.linkedId), isNotNull(value.uri), isNotNull(value.text)),
          isVisible({ isPublic: value.isPublic, ownerId: resource.ownerId }, viewer),
          viewer.viewsAll ? undefined : or(isNull(value.linkedId), isTargetVisible(viewer, linked))
        )
      )
      .groupBy(...SAME)
  },

  async labels ({ context: { database, viewer } }: Found, ids): Promise<ReadonlyMap<number, string>> {
    const ofLink = sql`coalesce(${shownTitle(viewer, linked)}, ${media.source}, ${UNTITLED})`
    const rows = await database.values<[id: number, label: string]>(database
      .select({
        id: value.id,
        label: sql`CASE WHEN ${value.linkedId} IS NULL THEN coalesce(nullif(${value.text}, ''), ${value.uri}, '')
          ELSE ${ofLink} END`
      })
      .from(value)
      .leftJoin(linked, eq(linked.id, value.linkedId))
      .leftJoin(media, eq(media.id, value.linkedId))
      .where(isOneOf(value.id, ids))
      .getSQL())
    return new Map(rows.map(([id, label]) => [id, label.trim()]))
  },

  async entries ({ context: { database, viewer, dataTypes, types } }: Found, ids): Promise<ReadonlyMap<number, Entry>> {
    const rows = await database
      .select({
        id: value.id,
        type: value.type,
        lang: value.lang,
        text: value.text,
        uri: value.uri,
        linkedId: value.linkedId,
        kind: linked.kind,
        title: shownTitle(viewer, linked),
        source: media.source
      })
      .from(value)
      .leftJoin(linked, eq(linked.id, value.linkedId))
      .leftJoin(media, eq(media.id, value.linkedId))
      .where(isOneOf(value.id, ids))
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
        // Values that differ by blanks around them are in one group.
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
