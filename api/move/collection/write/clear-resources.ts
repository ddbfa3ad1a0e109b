import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { itemItemSet, itemSite, resource, sortText, value } from '../../../../db/tables/index.js'

/** Removes values with their annotations, and memberships, of resources that are then written again. */
export async function clearResources (database: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  // A set, because in a damaged database annotations may annotate each other.
  const annotations = new Set<number>()
  for (let next = ids; next.length > 0;) {
    const rows = await database.select({ id: value.annotationId }).from(value).where(isOneOf(value.resourceId, next))
    next = rows.flatMap(({ id }) => id === null || annotations.has(id) ? [] : id)
    for (const id of next) annotations.add(id)
  }
  await database.delete(value).where(isOneOf(value.resourceId, ids))
  await database.delete(sortText).where(isOneOf(sortText.resourceId, ids))
  await database.delete(itemItemSet).where(isOneOf(itemItemSet.itemId, ids))
  await database.delete(itemSite).where(isOneOf(itemSite.itemId, ids))
  await database.delete(resource).where(isOneOf(resource.id, [...annotations]))
}
