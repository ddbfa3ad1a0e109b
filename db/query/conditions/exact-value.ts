import { and, eq, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import { value } from '../../tables/index.js'

/**
 * The condition that a value of a property has this key for equality, as text or as address. Texts that differ by case
 * or accents share a key: who wants exactly one compares what is found.
 *
 * The property stands on both sides, because SQLite then looks both keys up, and otherwise reads all values of the
 * property.
 */
export function hasKeyForEquality (property: number | SQLWrapper, key: string | SQLWrapper): SQL {
  return or(
    and(eq(value.propertyId, property), eq(value.textKey, key)),
    and(eq(value.propertyId, property), eq(value.uriKey, key))
  )!
}
