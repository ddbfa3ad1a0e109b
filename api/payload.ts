import { isNumeric } from './numbers.js'

/** An object or list, not null: what PHP reads as an array. */
export function isObject (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** What stands in `{"o:id": …}`; undefined when the value has another shape. */
export function givenId (value: unknown): unknown {
  return isObject(value) && !Array.isArray(value) ? value['o:id'] : undefined
}

/** The ids of a list (or map) of `{"o:id": 5}`, `5` or `"5"`, as given; other members are skipped. */
export function givenIds (list: object): unknown[] {
  return Object.values(list).flatMap((member: unknown) => {
    const id = isObject(member) ? member['o:id'] : member
    return isNumeric(id) ? [id] : []
  })
}
