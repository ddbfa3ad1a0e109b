import { and, asc, eq, ne, or } from 'drizzle-orm'
import { bindings, IDS, prepared } from '../../db/prepared.js'
import { isMediaVisible, isVisible } from '../../db/search/viewer.js'
import { isOneOf } from '../../db/sqlite.js'
import { resource, value } from '../../db/tables/index.js'
import type { Representation } from '../answer.js'
import { address } from './addresses.js'
import type { ReadContext } from './read-context.js'

const linking = prepared((database, viewer) => database
  .select({ linkedId: value.linkedId, propertyId: value.propertyId, id: resource.id, title: resource.title })
  .from(value).innerJoin(resource, eq(resource.id, value.resourceId))
  .where(and(
    isOneOf(value.linkedId, IDS),
    ne(resource.kind, 'value_annotation'),
    isVisible({ isPublic: value.isPublic, ownerId: resource.ownerId }, viewer),
    isVisible(resource, viewer),
    viewer.viewsAll ? undefined : or(ne(resource.kind, 'media'), isMediaVisible(viewer))
  )).orderBy(asc(value.id)).prepare())

/** `@reverse` by resource: who links to it, under the terms of the linking values (contract/values.md §9). */
export async function loadReverse ({ database, viewer, terms }: ReadContext, ids: readonly number[]): Promise<Map<number, Representation>> {
  const rows = await linking(database, viewer).all(bindings(ids, viewer))
  const found = new Map<number, Record<string, Representation[]>>()
  for (const row of rows) {
    const term = terms.properties.get(row.propertyId)?.term
    if (term === undefined || row.linkedId === null) continue
    let reverse = found.get(row.linkedId)
    if (reverse === undefined) found.set(row.linkedId, reverse = {});
    (reverse[term] ??= []).push({ '@id': address('resources', row.id), 'o:title': row.title })
  }
  return found
}
