import { and, asc, eq, ne, or } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { bindings, IDS, preparedRows } from '../../../db/prepared.js'
import { titleFor } from '../../../db/search/titles.js'
import { isMediaVisible, isVisible } from '../../../db/search/viewer.js'
import { isOneOf } from '../../../db/words.js'
import { resource, value } from '../../../db/tables/index.js'
import type { Representation } from '../../answer.js'
import { address } from '../../addresses.js'
import type { ReadContext } from '../../read-context.js'

type LinkColumns = [linkedId: number, propertyId: number, id: number, title: string | null]

const query = new QueryBuilder()
const linking = preparedRows<LinkColumns>((viewer) => [
  value.linkedId,
  value.propertyId,
  resource.id,
  titleFor(viewer)
], (columns, viewer) => query.select(columns).from(value).innerJoin(resource, eq(resource.id, value.resourceId))
  .where(and(
    isOneOf(value.linkedId, IDS),
    ne(resource.kind, 'value_annotation'),
    isVisible({ isPublic: value.isPublic, ownerId: resource.ownerId }, viewer),
    isVisible(resource, viewer),
    viewer.viewsAll ? undefined : or(ne(resource.kind, 'media'), isMediaVisible(viewer))
  )).orderBy(asc(value.id)))

/**
 * `@reverse` by resource: the resources that link to it, by term of the linking value (docs/contract/values.md §9).
 */
export async function loadReverse (
  { database, viewer, terms }: ReadContext,
  ids: readonly number[]
): Promise<Map<number, Representation>> {
  const found = new Map<number, Record<string, Representation[]>>()
  for (const [linkedId, propertyId, id, title] of await linking(database, viewer, bindings(ids, viewer))) {
    const term = terms.properties.get(propertyId)?.term
    if (term === undefined) continue
    let reverse = found.get(linkedId)
    if (reverse === undefined) found.set(linkedId, reverse = {});
    (reverse[term] ??= []).push({ '@id': address('resources', id), 'o:title': title })
  }
  return found
}
