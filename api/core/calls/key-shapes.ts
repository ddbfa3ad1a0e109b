import type { IgnoredKey, Payload } from './call.js'
import { isNumeric, isObject, referencedId } from './given.js'

/**
 * What the value of a key must be, unless it is null. A value of another shape counts as none
 * (docs/contract/resources.md §8).
 */
interface Shape { readonly problem: string, readonly fits: (given: unknown) => boolean }

const REFERENCE: Shape = { problem: 'A reference like {"o:id": 5} is expected.', fits: isReference }

const REFERENCES: Shape = {
  problem: 'References like {"o:id": 5} are expected.',
  fits: (given) => isReference(given) || isListOf(given, (member) => isNumeric(member) || isReference(member))
}

const TEXT: Shape = { problem: 'A text is expected.', fits: (given) => !isObject(given) }

const NUMBER: Shape = { problem: 'A number is expected.', fits: (given) => given === '' || isNumeric(given) }

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ...([
    'o:owner', 'o:resource_class', 'o:resource_template', 'o:thumbnail', 'o:primary_media', 'o:homepage',
    'o:title_property', 'o:description_property'
  ].map((key) => [key, REFERENCE] as const)),
  ...(['o:item_set', 'o:site', 'o:page'].map((key) => [key, REFERENCES] as const)),
  ...(['o:lang', 'o:alt_text', 'o:source', 'o:label', '@language'].map((key) => [key, TEXT] as const)),
  ...(['position', 'start', 'end'].map((key) => [key, NUMBER] as const)),
  ['@annotation', { problem: 'An object with values is expected.', fits: isObject }],
  ['clear_property_values', {
    problem: 'A list of ids of properties is expected.', fits: (given) => isListOf(given, isNumeric)
  }],
  ['set_value_visibility', {
    problem: 'An object with a list "property_id" and a flag "is_public" is expected.',
    fits: (given) => isObject(given) && isListOf(given.property_id, isNumeric) && (given.is_public ?? null) !== null
  }],
  ['convert_data_types', {
    problem: 'A list of objects with the id of a property as "convert_property_id" is expected.',
    fits: (given) => isListOf(given, (member) => isObject(member) && isNumeric(member.convert_property_id))
  }]
])

/** Whether this refers to a resource, or to none. */
function isReference (given: unknown): boolean {
  if (given === undefined || given === null) return true
  const id = referencedId(given)
  return id === null || isNumeric(id)
}

/** Whether this is a list (or map) of such members. */
function isListOf (given: unknown, isMember: (member: unknown) => boolean): boolean {
  return isObject(given) && Object.values(given).every(isMember)
}

/** The key, if its value has a wrong shape. */
export function malformed (key: string, given: unknown): IgnoredKey | undefined {
  const shape = SHAPES.get(key)
  const fits = shape === undefined || given === undefined || given === null || shape.fits(given)
  return fits ? undefined : { key, problem: shape.problem }
}

/** A schema of an object, with what is of interest about its members. */
export interface RowSchema {
  properties?: Record<string, RowSchema>
  additionalProperties?: boolean
  items?: RowSchema
  anyOf?: RowSchema[]
}

/**
 * The key of a list of rows, if it holds something else, and the keys of its rows that hold something else than a
 * reference.
 *
 * @param members of the schema of a row.
 */
export function malformedInRows (key: string, given: unknown, members: Record<string, RowSchema>): IgnoredKey[] {
  if (given === undefined || given === null) return []
  if (!isListOf(given, isObject)) return [{ key, problem: 'A list of objects is expected.' }]
  const rows = Object.values(given as object) as Payload[]
  return Object.entries(members).flatMap(([name, schema]) => {
    const { anyOf = [schema] } = schema
    if (!anyOf.some(({ properties = {} }) => 'o:id' in properties)) return []
    // A row is skipped if it lacks a reference that is not nullable.
    const fits = anyOf.length > 1 ? isReference : (member: unknown) => isNumeric(referencedId(member))
    return rows.every((row) => fits(row[name])) ? [] : [{ key: name, problem: REFERENCE.problem }]
  })
}
