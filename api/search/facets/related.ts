import { and } from 'drizzle-orm'
import { REFERENCES } from '../../../db/query/conditions/facet-rows.js'
import { shownTitle } from '../../../db/query/conditions/titles.js'
import { isVisible } from '../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { resource, user } from '../../../db/tables/index.js'
import { reference } from '../../core/answers/addresses.js'
import { UNTITLED } from '../../files/pictures.js'
import type { Entry, Facet } from '../query/searchable.js'

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
