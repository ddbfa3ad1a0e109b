import { and, eq, type Placeholder, type SQL } from 'drizzle-orm'
import { hasKeyForEquality } from '../../db/query/conditions/values.js'
import type { Database } from '../../db/query/statements/database.js'
import { resource, value } from '../../db/tables/index.js'

/**
 * Maximum number of rows with an equal key that are compared exactly: texts that differ only by accents or case share
 * a key.
 */
export const MAX_CANDIDATES = 100

/** A value that may be the one that is looked for. */
interface Candidate { text: string | null, uri: string | null }

/** Whether a value is exactly a text, except for surrounding spaces, or an address. */
export function isExactly ({ text, uri }: Candidate, wanted: string): boolean {
  return text?.trim() === wanted || uri === wanted
}

/** Selects the values of a property whose comparison key for equality is given, with their resources. */
export function selectCandidates (
  database: Database, property: number | Placeholder, key: string | Placeholder, condition?: SQL
) {
  return database.selectDistinct({ id: resource.id, kind: resource.kind, text: value.text, uri: value.uri })
    .from(value).innerJoin(resource, eq(resource.id, value.resourceId))
    .where(and(hasKeyForEquality(property, key), condition)).limit(MAX_CANDIDATES)
}
