import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../statements/database.js'
import { isOneOf } from '../statements/dialect.js'

/** Flags of a value: it is private. */
export const PRIVATE = 1
/** It has no text: the label of its group is the text of another value. */
export const BLANK = 2

/**
 * Facets other than properties; a property is identified by its id. A class, a template, an owner and each item set is
 * counted like a link to it.
 */
export const REFERENCES = { class: -1, template: -2, owner: -3, itemSet: -4 } as const

/** Whether a facet counts resources, which may be hidden from a viewer. */
export const leadsToResources = (counted: number): boolean => counted > 0 || counted === REFERENCES.itemSet

/**
 * A value, or a reference, as it is counted; equal values have the same key. `linked` is the resource that it links to;
 * then there is no key.
 */
export type FacetRow = [resource: number, id: number, flags: number, linked: number | null, key: string | null]

/**
 * Equal for equal values: type and URI, or type, language and collation key of the text. Lengths separate the parts.
 */
const KEY = sql.raw(`CASE
  WHEN linked_id IS NOT NULL THEN NULL
  WHEN uri IS NOT NULL THEN 'u' || length(type) || type || uri
  ELSE 't' || text_key || length(coalesce(lang, '')) || lower(coalesce(lang, '')) || type END`)

const FLAGS = sql.raw(
  `CASE WHEN is_public = 0 THEN ${PRIVATE} ELSE 0 END + CASE WHEN coalesce(text, '') = '' THEN ${BLANK} ELSE 0 END`
)

const VALUES = sql`SELECT resource_id AS holder, id, ${FLAGS} AS flags, linked_id AS linked, ${KEY} AS key FROM value
  WHERE (linked_id IS NOT NULL OR uri IS NOT NULL OR text IS NOT NULL) AND property_id = `

interface Reference { readonly table: SQL, readonly resource: SQL, readonly target: SQL }

const reference = (table: string, resource: string, target: string): Reference =>
  ({ table: sql.raw(table), resource: sql.raw(resource), target: sql.raw(target) })

const OF_REFERENCES: ReadonlyMap<number, Reference> = new Map([
  [REFERENCES.class, reference('resource', 'id', 'class_id')],
  [REFERENCES.template, reference('resource', 'id', 'template_id')],
  [REFERENCES.owner, reference('resource', 'id', 'owner_id')],
  [REFERENCES.itemSet, reference('item_item_set', 'item_id', 'item_set_id')]
])

/** Selects the rows of resources that meet a condition, in the order of the resources. */
function rowsWhere (counted: number, condition: (resource: SQL) => SQL): SQL {
  const of = OF_REFERENCES.get(counted)
  if (of === undefined) return sql`${VALUES}${counted} AND ${condition(sql`resource_id`)} ORDER BY holder`
  const { table, resource, target } = of
  // By the id of the resource, not by an index of the targets: `+` keeps SQLite from it.
  return sql`SELECT ${resource} AS holder, ${target} AS target, 0 AS flags, ${target} AS linked, NULL AS key FROM ${table}
    WHERE +${target} IS NOT NULL AND ${condition(resource)} ORDER BY holder`
}

/** Reads what the resources from one id up to another, exclusive, are counted by. */
export async function facetRowsBetween (
  database: Database, counted: number, from: number, to: number
): Promise<FacetRow[]> {
  return await database.values<FacetRow>(
    rowsWhere(counted, (resource) => sql`${resource} >= ${from} AND ${resource} < ${to}`)
  )
}

/** Reads what some resources are counted by. */
export async function facetRowsOf (
  database: Database, counted: number, resources: readonly number[]
): Promise<FacetRow[]> {
  return await database.values<FacetRow>(rowsWhere(counted, (resource) => isOneOf(resource, resources)))
}

/** The conditions that an index answers come first. */
const ALIKE = sql.raw(`SELECT one.id, other.resource_id FROM value AS one INNER JOIN value AS other
  ON other.property_id = one.property_id AND other.uri IS NOT DISTINCT FROM one.uri AND other.type = one.type
  AND other.resource_id <> one.resource_id AND other.linked_id IS NULL`)

/**
 * Finds the other resources that have a value equal to one of the given values, which are not links. @returns pairs of
 * a value's id and a resource's.
 */
export async function resourcesAlike (
  database: Database, values: readonly number[]
): Promise<Array<[value: number, resource: number]>> {
  const given = isOneOf(sql`one.id`, values)
  return await database.values<[number, number]>(sql`${ALIKE} WHERE ${given} AND one.uri IS NULL
      AND other.text_key = one.text_key AND lower(coalesce(other.lang, '')) = lower(coalesce(one.lang, ''))
    UNION ${ALIKE} WHERE ${given} AND other.uri_key = one.uri_key`)
}

/** Reads the properties that have at least a number of values. */
export async function muchUsedProperties (database: Database, values: number): Promise<number[]> {
  const rows = await database.values<[number]>(sql`SELECT id FROM property
    WHERE EXISTS (SELECT 1 FROM value WHERE property_id = property.id LIMIT 1 OFFSET ${values - 1}) ORDER BY id`)
  return rows.map(([id]) => id)
}

/** One more than the highest id of a resource. */
export async function resourcesEnd (database: Database): Promise<number> {
  const [row] = await database.values<[number | null]>(sql`SELECT max(id) FROM resource`)
  return (row?.[0] ?? 0) + 1
}
