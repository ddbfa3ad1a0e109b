import { and, eq, isNull, or } from 'drizzle-orm'
import { REFERENCES } from '../../../db/query/conditions/facet-rows.js'
import { isTargetVisible, isVisible, shownTitle } from '../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { resource, user, media, value } from '../../../db/tables/index.js'
import { reference } from '../../core/answers/addresses.js'
import { UNTITLED } from '../../files/pictures.js'
import type { Entry, Facet, Counting } from '../query/searchable.js'
import { alias } from 'drizzle-orm/sqlite-core'
import type { StoredValue } from '../../values/data-type.js'
import { fittingType } from '../../values/data-types.js'
import { linkTo } from '../../values/represent.js'
import { scopeOf } from '../query/selection.js'

const byId = (entries: Array<[id: number, entry: Entry]>): ReadonlyMap<number, Entry> => new Map(entries)

/** The entries of ids; ids without an entry are left out. */
function known (ids: readonly number[], entryOf: (id: number) => Entry | undefined): ReadonlyMap<number, Entry> {
  return byId(ids.flatMap((id) => {
    const entry = entryOf(id)
    return entry === undefined ? [] : [[id, entry]]
  }))
}

const byClass: Facet = {
  counted: REFERENCES.class,
  entries: async ({ context: { terms } }, ids) => known(ids, (id) => {
    const member = terms.classes.byId.get(id)
    return member && {
      label: member.label,
      shown: { ...reference('resource_classes', id), 'o:term': member.term, 'o:label': member.label }
    }
  })
}

const byTemplate: Facet = {
  counted: REFERENCES.template,
  entries: async ({ context: { terms } }, ids) => known(ids, (id) => {
    const template = terms.templates.get(id)
    return template && {
      label: template.label, shown: { ...reference('resource_templates', id), 'o:label': template.label }
    }
  })
}

const byOwner: Facet = {
  counted: REFERENCES.owner,
  entries: async ({ context: { database }, namesOwners }, ids) => {
    if (!namesOwners) return byId(ids.map((id) => [id, { label: '', shown: { ...reference('users', id) } }]))
    const rows = await database.select({ id: user.id, name: user.name }).from(user).where(isOneOf(user.id, ids))
    return byId(rows.map(({ id, name }) => [id, { label: name, shown: { ...reference('users', id), 'o:name': name } }]))
  }
}

/** Groups by item set, as far as the viewer may see the sets. */
const bySet: Facet = {
  counted: REFERENCES.itemSet,
  entries: async ({ context: { database, viewer } }, ids) => {
    const rows = await database
      .select({ id: resource.id, title: shownTitle(viewer) })
      .from(resource)
      .where(and(isOneOf(resource.id, ids), isVisible(resource, viewer)))
    return byId(
      rows.map(({ id, title }) => [
        id,
        { label: title ?? UNTITLED, shown: { ...reference('item_sets', id), 'o:title': title } }
      ])
    )
  }
}

/** The facets that items, item sets and media have in common. */
export const RESOURCE_FACETS = {
  resource_class_id: byClass,
  resource_template_id: byTemplate,
  owner_id: byOwner
} satisfies Readonly<Record<string, Facet>>

/** The facets that only items have. */
export const ITEM_FACETS = { item_set_id: bySet } satisfies Readonly<Record<string, Facet>>

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
    const { database, viewer, dataTypes } = context
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
        const link = linkedId === null ? null : linkTo({ id: linkedId, kind: kind!, title, source }, null)
        // Trimmed, because values that differ only in surrounding blanks are in one group.
        const text = row.text?.trim() ?? null
        const stored: StoredValue = { ...row, text, type: link === null ? row.type : 'resource', link }
        const type = dataTypes.get(stored.type) ?? fittingType(stored)
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
