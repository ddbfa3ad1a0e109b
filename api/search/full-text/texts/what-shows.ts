import { and, eq, inArray } from 'drizzle-orm'
import { resourcesLinkingTo } from '../../../../db/query/conditions/values.js'
import { bindings, IDS, prepared } from '../../../../db/query/statements/prepared.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { media, resource, value } from '../../../../db/tables/index.js'
import { INDEXER } from './resource-texts.js'

/** The resources that show the annotations and media among the ids: these must be indexed again, too. */
const shownBy = prepared((database) =>
  database
    .select({ id: resource.id, kind: resource.kind, itemId: media.itemId })
    .from(resource)
    .leftJoin(media, eq(media.id, resource.id))
    .where(and(isOneOf(resource.id, IDS), inArray(resource.kind, ['media', 'value_annotation'])))
    .prepare()
)

const mediaOf = prepared((database) =>
  database.select({ id: media.id }).from(media).where(isOneOf(media.itemId, IDS)).prepare())

/** Adds the items of media among the resources, and the resources whose values the annotations among them describe. */
export async function withWhatShows (database: Database, ids: readonly number[]): Promise<number[]> {
  const all = new Set(ids)
  for (let next = ids; next.length > 0;) {
    const rows = await shownBy(database, INDEXER).all(bindings(next, INDEXER))
    const annotations = rows.filter(({ kind }) => kind === 'value_annotation').map(({ id }) => id)
    const described =
      annotations.length === 0
        ? []
        : await database.select({ id: value.resourceId }).from(value).where(isOneOf(value.annotationId, annotations))
    next = [...rows.flatMap(({ itemId }) => itemId ?? []), ...described.map(({ id }) => id)].filter(
      (id) => !all.has(id)
    )
    for (const id of next) all.add(id)
  }
  return [...all]
}

/**
 * The documents whose text may have changed after a write to some resources: the resources, those that show them, and
 * those that link to them or to their media.
 *
 * @param most maximal number of linking documents. @returns undefined when there are more.
 */
export async function documentsOf (
  database: Database, written: readonly number[], most: number
): Promise<number[] | undefined> {
  const within = await mediaOf(database, INDEXER).all(bindings(written, INDEXER))
  const targets = [...written, ...within.map(({ id }) => id)]
  const linking = await resourcesLinkingTo(database, targets, most + 1)
  return linking.length > most ? undefined : await withWhatShows(database, [...targets, ...linking])
}
