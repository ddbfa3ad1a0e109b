import { isNumeric } from '../text/numbers.js'

/** An object or a list, but not null. PHP reads both as arrays. */
export function isObject (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** An object that is not a list. */
export function isJsonObject (value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

/** The members of a list, or the single value given in place of a list. */
export function asList (given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given as unknown[] : [given]
}

/** The value of `{"o:id": …}`; undefined for any other shape. */
export function referencedId (value: unknown): unknown {
  return isJsonObject(value) ? value['o:id'] : undefined
}

/**
 * The ids in a list (or map) of `{"o:id": 5}`, `5` or `"5"`, in their JSON types, without duplicates; other members
 * are skipped.
 *
 * @param refuse called with an `o:id` that is not a number; throws.
 */
export function referencedIds (list: object, refuse?: (id: unknown) => never): Array<number | string> {
  const ids = new Map<number, number | string>()
  for (const member of Object.values(list) as unknown[]) {
    const id = isObject(member) ? member['o:id'] : member
    if (!isNumeric(id)) {
      if (isObject(member) && id !== undefined && id !== null) refuse?.(id)
    } else if (!ids.has(Number(id))) ids.set(Number(id), id)
  }
  return [...ids.values()]
}
