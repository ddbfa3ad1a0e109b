import { isNumeric } from './numbers.js'

/** An object or list, not null: what PHP reads as an array. */
export function isObject (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The value of `{"o:id": …}`; undefined for any other shape. */
export function givenId (value: unknown): unknown {
  return isObject(value) && !Array.isArray(value) ? value['o:id'] : undefined
}

/** The ids of a list (or map) of `{"o:id": 5}`, `5` or `"5"`, as given, each number once; other members are skipped. */
export function givenIds (list: object): Array<number | string> {
  const ids = new Map<number, number | string>()
  for (const member of Object.values(list) as unknown[]) {
    const id = isObject(member) ? member['o:id'] : member
    if (isNumeric(id) && !ids.has(Number(id))) ids.set(Number(id), id)
  }
  return [...ids.values()]
}
