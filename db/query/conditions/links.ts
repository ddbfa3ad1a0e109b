import { and, asc, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { bindings, IDS, preparedRows } from '../statements/prepared.js'
import type { Database } from '../statements/database.js'
import { resource, value } from '../../tables/index.js'
import { beside, isOneOf } from '../statements/dialect.js'
import { isMediaVisible, isVisible, titleFor, type Viewer } from '../statements/viewer.js'

/** A value that links to a resource, and the resource that has it, with the title that the viewer sees. */
export type LinkRow = [linkedId: number, propertyId: number, valueId: number, id: number, title: string | null]

const query = new QueryBuilder()

/** Links that the viewer may see, in the order of their values. @param which a further condition on the values. */
const linkRows = (which: () => SQL | undefined) => preparedRows<LinkRow>((viewer) => [
  value.linkedId, value.propertyId, value.id, resource.id, titleFor(viewer)
], (columns, viewer) => query.select(columns).from(value).innerJoin(resource, eq(resource.id, value.resourceId))
  .where(and(
    which(),
    ne(resource.kind, 'value_annotation'),
    isVisible({ isPublic: value.isPublic, ownerId: resource.ownerId }, viewer),
    isVisible(resource, viewer),
    viewer.viewsAll ? undefined : or(ne(resource.kind, 'media'), isMediaVisible(viewer))
  )).orderBy(asc(value.id)))

const toSome = linkRows(() => isOneOf(value.linkedId, IDS))
const LINKED = sql.placeholder('linked')
// By resource: these are few with few values each, while there may be very many links to the target.
const fromSome = linkRows(() =>
  and(isOneOf(value.resourceId, IDS), sql`${beside(value.linkedId)} = ${LINKED}`))
const PROPERTY = sql.placeholder('property')
const byProperty = linkRows(() =>
  and(eq(value.linkedId, LINKED), eq(value.propertyId, PROPERTY), isOneOf(value.resourceId, IDS)))

/**
 * Batch sizes: positions (property and resource) of links read at once, and resources whose links are read at once.
 */
const POSITIONS_PER_READ = 20_000
const RESOURCES_PER_READ = 256
const AFTER = sql`(${PROPERTY}, ${sql.placeholder('resource')})`
const placesAfter = preparedRows<[propertyId: number, resourceId: number]>(
  () => [value.propertyId, value.resourceId],
  (columns) => query.select(columns).from(value)
    .where(and(eq(value.linkedId, LINKED), sql`(${value.propertyId}, ${value.resourceId}) > ${AFTER}`))
    .orderBy(asc(value.propertyId), asc(value.resourceId)).limit(POSITIONS_PER_READ)
)

/** All links to these resources, in the order of their values. */
export async function linksTo (database: Database, viewer: Viewer, ids: readonly number[]): Promise<LinkRow[]> {
  return await toSome(database, viewer, bindings(ids, viewer))
}

/** All links from these resources to `linked`, in the order of their values. */
export async function linksFrom (
  database: Database, viewer: Viewer, ids: readonly number[], linked: number
): Promise<LinkRow[]> {
  return await fromSome(database, viewer, { ...bindings(ids, viewer), linked })
}

/** All links to a resource, in batches, in any order. */
export async function * linksInParts (
  database: Database, viewer: Viewer, linked: number
): AsyncGenerator<readonly LinkRow[]> {
  for (let [property, resource] = [0, 0]; ;) {
    const places = await placesAfter(database, viewer, { ...bindings([], viewer), linked, property, resource })
    for (let at = 0; at < places.length;) {
      property = places[at]![0]
      const ids = new Set<number>()
      for (; at < places.length && places[at]![0] === property && ids.size < RESOURCES_PER_READ; at++) {
        ids.add(places[at]![1])
      }
      // A resource may link by several values of a property: they belong in one batch.
      resource = places[at - 1]![1]
      while (places[at]?.[0] === property && places[at]![1] === resource) at++
      yield await byProperty(database, viewer, { ...bindings([...ids], viewer), linked, property })
    }
    if (places.length < POSITIONS_PER_READ) return
  }
}
