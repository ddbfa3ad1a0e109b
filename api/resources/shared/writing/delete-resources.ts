import { or } from 'drizzle-orm'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { resource, sortText, value } from '../../../../db/tables/index.js'

/** Deletes resources with their values, the values that link to them, and the annotations of both. */
export async function deleteResources (database: Database, ids: readonly number[]): Promise<void> {
  for (let next = ids; next.length > 0;) {
    const annotations = await database.select({ id: value.annotationId }).from(value)
      .where(or(isOneOf(value.resourceId, next), isOneOf(value.linkedId, next)))
    await database.delete(resource).where(isOneOf(resource.id, next))
    next = annotations.flatMap((row) => row.id ?? [])
  }
}

/** Removes values with their annotations, except for some, of resources whose values are then written again. */
export async function clearValues (
  database: Database, ids: readonly number[], kept: ReadonlySet<number>
): Promise<void> {
  // A set, because in a damaged database annotations may annotate each other.
  const annotations = new Set<number>()
  for (let next = ids; next.length > 0;) {
    const rows = await database.select({ id: value.annotationId }).from(value).where(isOneOf(value.resourceId, next))
    next = rows.flatMap(({ id }) => id === null || annotations.has(id) || kept.has(id) ? [] : id)
    for (const id of next) annotations.add(id)
  }
  await database.delete(value).where(isOneOf(value.resourceId, ids))
  await database.delete(sortText).where(isOneOf(sortText.resourceId, ids))
  await database.delete(resource).where(isOneOf(resource.id, [...annotations]))
}
