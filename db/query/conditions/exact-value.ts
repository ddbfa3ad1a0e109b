import { and, eq, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import { value } from '../../tables/index.js'

/**
 * The condition that a value of a property has this equality key, as text or as URI. Texts that differ only by case or
 * accents share a key, so callers that need an exact match compare the texts afterwards.
 *
 * The property is repeated on both sides of the OR: SQLite then looks both keys up in indexes, and would otherwise
 * read all values of the property.
 */
export function hasKeyForEquality (property: number | SQLWrapper, key: string | SQLWrapper): SQL {
  return or(
    and(eq(value.propertyId, property), eq(value.textKey, key)),
    and(eq(value.propertyId, property), eq(value.uriKey, key))
  )!
}
