import { and, eq, type SQL } from 'drizzle-orm'
import { hasKeyForEquality } from '../../db/query/conditions/values.js'
import type { Database } from '../../db/query/statements/database.js'
import { resource, value } from '../../db/tables/index.js'

/**
 * Maximum number of rows with an equal key that are compared exactly: texts that differ only by accents or case share
 * a key.
 */
const MAX_CANDIDATES = 100

/** Maximum number of rows with one of some keys. If there are fewer, they are complete. */
export const candidatesOf = (keys: readonly string[]): number => MAX_CANDIDATES + keys.length

/** A value that may be the one that is looked for. */
interface Candidate { text: string | null, uri: string | null }

/** Whether a value is exactly a text, except for surrounding spaces, or an address. */
export function isExactly ({ text, uri }: Candidate, wanted: string): boolean {
  return text?.trim() === wanted || uri === wanted
}

/** Selects the values of a property with one of these comparison keys for equality, with their resources. */
export function selectCandidates (database: Database, property: number, keys: readonly string[], condition?: SQL) {
  return database.selectDistinct({ id: resource.id, kind: resource.kind, text: value.text, uri: value.uri })
    .from(value).innerJoin(resource, eq(resource.id, value.resourceId))
    .where(and(hasKeyForEquality(property, keys), condition)).limit(candidatesOf(keys))
}
