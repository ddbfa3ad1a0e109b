import type { Reading } from '../statements/reading.js'

/** Flag: a private value, counted only for viewers who may see private values. */
export const PRIVATE = 1
/** Flag: a value without text; other values of its group provide the label. */
export const BLANK = 2
/** Flag: a value that links to a resource. */
export const LINK = 4

/**
 * Facets other than properties; a property is identified by its id. A class, a template, an owner and each item set is
 * counted like a link to it.
 */
export const REFERENCES = { class: -1, template: -2, owner: -3, itemSet: -4 } as const

/** Whether the values of a facet may be resources that are hidden from a viewer. */
export const leadsToResources = (counted: number): boolean => counted > 0 || counted === REFERENCES.itemSet

/** A value to count: `[resource, id, flags, key]`. Values with equal keys form a group. */
export type FacetRow = [resource: number, id: number, flags: number, key: string]

/** The label of a value: `[resource, id, label]`. */
export type LabelRow = [resource: number, id: number, label: string]

/** The key of links to a resource. */
export const linkKey = (target: number): string => `l${target}`

/**
 * The group key of a value: the linked resource; or its type and URI; or its type, its language, and its text under
 * the collation. Lengths keep the concatenated parts apart.
 */
const KEY = `CASE
  WHEN linked_id IS NOT NULL THEN 'l' || linked_id
  WHEN uri IS NOT NULL THEN 'u' || length(type) || type || uri
  ELSE 't' || text_key || length(coalesce(lang, '')) || lower(coalesce(lang, '')) || type END`

const FLAGS = `CASE WHEN is_public = 0 THEN ${PRIVATE} ELSE 0 END + CASE WHEN coalesce(text, '') = '' THEN ${BLANK} ELSE 0 END
  + CASE WHEN linked_id IS NOT NULL THEN ${LINK} ELSE 0 END`

const COUNTED = '(linked_id IS NOT NULL OR uri IS NOT NULL OR text IS NOT NULL)'

const RANGE = `SELECT resource_id, id, ${FLAGS}, ${KEY} FROM value
  WHERE property_id = ? AND resource_id >= ? AND resource_id < ? AND ${COUNTED} ORDER BY resource_id`

/** @param listed the ids of resources (reading.ts). */
const among = (listed: string): string => `SELECT resource_id, id, ${FLAGS}, ${KEY} FROM value
  WHERE property_id = ? AND resource_id IN ${listed} AND ${COUNTED}`

const referring = (table: string, resource: string, target: string): ReferenceStatements => {
  const select = `SELECT ${resource}, ${target}, ${LINK}, 'l' || ${target} FROM ${table}`
  // The unary plus makes SQLite search by the resource id, not by an index on the targets.
  const isThere = `+${target} IS NOT NULL`
  return {
    range: `${select} WHERE ${resource} >= ? AND ${resource} < ? AND ${isThere} ORDER BY ${resource}`,
    among: (listed) => `${select} WHERE ${resource} IN ${listed} AND ${isThere}`,
    many: `SELECT 1 FROM ${table} WHERE ${target} IS NOT NULL LIMIT 1 OFFSET ?`
  }
}

interface ReferenceStatements { range: string, among: (listed: string) => string, many: string }

const OF_REFERENCES: ReadonlyMap<number, ReferenceStatements> = new Map([
  [REFERENCES.class, referring('resource', 'id', 'class_id')],
  [REFERENCES.template, referring('resource', 'id', 'template_id')],
  [REFERENCES.owner, referring('resource', 'id', 'owner_id')],
  [REFERENCES.itemSet, referring('item_item_set', 'item_id', 'item_set_id')]
])

/** Values with the group key of another one. The first conditions are ones that an index supports. */
const ALIKE = `SELECT DISTINCT other.resource_id FROM value AS one INNER JOIN value AS other
  ON other.property_id = one.property_id AND other.uri IS NOT DISTINCT FROM one.uri AND other.type = one.type
  WHERE one.id = ? AND other.linked_id IS NULL AND `
const ALIKE_TEXT = `${ALIKE} one.uri IS NULL AND other.text_key = one.text_key
  AND lower(coalesce(other.lang, '')) = lower(coalesce(one.lang, ''))`
const ALIKE_URI = `${ALIKE} other.uri_key = one.uri_key`

const LABEL = "coalesce(nullif(text, ''), uri, '')"

const LABELS = `SELECT resource_id, id, ${LABEL} FROM value
  WHERE property_id = ? AND resource_id >= ? AND resource_id < ? AND linked_id IS NULL AND ${COUNTED}
  ORDER BY resource_id`

const labelsOf = (listed: string): string => `SELECT resource_id, id, ${LABEL} FROM value WHERE id IN ${listed}`

/**
 * Reads the values of a property, or references of resources, for counting. Statements run without being built by
 * Drizzle, because there may be millions of rows.
 */
export class FacetRows {
  constructor (private readonly reading: Reading) {}

  /** Values of the resources from an id up to another, exclusive; in the order of the resources. */
  between (counted: number, from: number, to: number): FacetRow[] {
    const references = OF_REFERENCES.get(counted)
    return (references === undefined
      ? this.#rows(RANGE, counted, from, to)
      : this.#rows(references.range, from, to)) as FacetRow[]
  }

  /** Values of some resources. */
  of (counted: number, resources: readonly number[]): FacetRow[] {
    const references = OF_REFERENCES.get(counted)
    return (references === undefined
      ? this.#rows(among(this.reading.listed), counted, JSON.stringify(resources))
      : this.#rows(references.among(this.reading.listed), JSON.stringify(resources))) as FacetRow[]
  }

  /** The resources with a value of the same property and group as this one, which is not a link. */
  alike (id: number, isUri: boolean): number[] {
    return (this.#rows(isUri ? ALIKE_URI : ALIKE_TEXT, id) as Array<[number]>).map(([resource]) => resource)
  }

  /** Labels of the values that are no links, in the order of the resources. */
  labels (propertyId: number, from: number, to: number): LabelRow[] {
    return trimmed(this.#rows(LABELS, propertyId, from, to) as LabelRow[])
  }

  /** The same of some values. */
  labelsOf (ids: readonly number[]): LabelRow[] {
    return trimmed(this.#rows(labelsOf(this.reading.listed), JSON.stringify(ids)) as LabelRow[])
  }

  /** Whether there are at least `least` values. */
  hasAtLeast (counted: number, least: number): boolean {
    const references = OF_REFERENCES.get(counted)
    return (references === undefined
      ? this.#rows('SELECT 1 FROM value WHERE property_id = ? LIMIT 1 OFFSET ?', counted, least - 1)
      : this.#rows(references.many, least - 1)).length > 0
  }

  /** All facets: references, and the properties in use. */
  counted (): number[] {
    const used = 'SELECT id FROM property WHERE EXISTS (SELECT 1 FROM value WHERE property_id = property.id)'
    return [...OF_REFERENCES.keys(), ...(this.#rows(used) as Array<[number]>).map(([id]) => id)]
  }

  /** One more than the highest id of a resource. */
  end (): number {
    const [[last]] = this.#rows('SELECT max(id) FROM resource') as [[number | null]]
    return (last ?? 0) + 1
  }

  #rows (statement: string, ...parameters: Array<number | string>): unknown[] {
    return this.reading.rows(statement, ...parameters)
  }
}

/** Without the blanks around labels, by which values do not differ (`valueKey`). */
function trimmed (rows: LabelRow[]): LabelRow[] {
  for (const row of rows) row[2] = row[2].trim()
  return rows
}
