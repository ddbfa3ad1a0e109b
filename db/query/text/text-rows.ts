import { sql, type SQL } from 'drizzle-orm'
import { value } from '../../tables/index.js'

/**
 * The numbering of rows of `value_trigram` and of ids in its queue `value_due`. A row contains all texts of a
 * resource, a property and a visibility; a long one is indexed in parts, each a row of its own:
 *
 * - queue: resource, then property and visibility;
 * - rows: property and visibility, then the number of the part, then the resource. FTS5 visits rows in their order, so
 *   a search within a property visits no others.
 *
 * All of these are integers that JavaScript represents exactly.
 */
const PROPERTY_BITS = 9
const PROPERTIES = 2 ** PROPERTY_BITS - 1
/** Property and visibility: properties with the same bits share rows. */
const SLOTS = 2 ** (PROPERTY_BITS + 1)
const RESOURCE_BITS = 31
const RESOURCES = 2 ** RESOURCE_BITS
const PART_BITS = 12
const SLOT_SHIFT = RESOURCE_BITS + PART_BITS

/** Difference between the row ids of two successive slots (a property and a visibility). */
export const SLOT_ROWS = 2 ** SLOT_SHIFT

/** Difference between the row ids of two successive parts of a text. */
export const NEXT_PART = RESOURCES

/** Maximum number of parts of a row. After the last one there is a gap before the next slot. */
export const MAX_PARTS = 2 ** PART_BITS - 1

/** A literal, because FTS5 does not treat a numeric parameter as an integer. */
const whole = (number: number): SQL => sql.raw(String(number))

/** The bits of a property id that row numbers contain. */
const slotOf = (property: number): number => property & PROPERTIES

/** The condition that the values of two properties share rows. */
export const sharesRows = (property: SQL, other: number): SQL => sql`${property} & ${whole(PROPERTIES)} = ${slotOf(other)}`

/** The condition on `rowid` that a row belongs to a property (or any), and is public if required. */
export function isRowOf (property: number | undefined, publicOnly: boolean): SQL {
  if (property === undefined) return publicOnly ? sql`rowid & ${whole(SLOT_ROWS)} <> 0` : sql`TRUE`
  const end = slotOf(property) * 2 + 2
  return sql`rowid BETWEEN ${whole((end - (publicOnly ? 1 : 2)) * SLOT_ROWS)} AND ${whole(end * SLOT_ROWS - 1)}`
}

/** The resource of a row. */
export const RESOURCE_OF_ROW = sql`rowid & ${whole(RESOURCES - 1)}`

/** The number in `value_due` that makes this row be rebuilt. */
export const DUE_OF_ROW = sql`((rowid & ${whole(RESOURCES - 1)}) << ${whole(PROPERTY_BITS + 1)}) + (rowid >> ${whole(SLOT_SHIFT)})`

/** The resource of a number in `value_due`, which is the column `id`. */
export const RESOURCE_OF_DUE = sql`id >> ${whole(PROPERTY_BITS + 1)}`

/** The row, or its first part, of a number in `value_due`, which is the column `id`. */
export const ROW_OF_DUE = `((id & ${SLOTS - 1}) << ${SLOT_SHIFT}) + (id >> ${PROPERTY_BITS + 1})`

const slotOfValue = sql`(${value.propertyId} & ${whole(PROPERTIES)}) * 2 + ${value.isPublic}`
/** The number that goes into `value_due` when a value changes. */
export const DUE_OF_VALUE = sql`(${value.resourceId} << ${whole(PROPERTY_BITS + 1)}) + ${slotOfValue}`
/** `DUE_OF_VALUE` for a statement with the table `value` only, unqualified. */
export const DUE_OF_VALUE_COLUMNS =
  `(resource_id << ${PROPERTY_BITS + 1}) + (property_id & ${PROPERTIES}) * 2 + is_public`
/** The row, or its first part, that contains a value. */
export const ROW_OF_VALUE = sql`((${slotOfValue}) << ${whole(SLOT_SHIFT)}) + ${value.resourceId}`

/** The resource of a row, and the number in `value_due` that makes the row be rebuilt. */
export function ownerOfRow (row: number): { resource: number, due: number } {
  const resource = row % RESOURCES
  return { resource, due: resource * SLOTS + Math.floor(row / SLOT_ROWS) }
}
