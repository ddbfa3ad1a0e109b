import { BadRequestError, ValidationError } from '../../api/core/calls/errors.js'

/** A location in a JSON document: the object or list that contains it, and its key there. */
interface Place {
  holder: Record<string, unknown> | unknown[]
  key: string
}

/**
 * The keys in a JSON Pointer (RFC 6901).
 *
 * @throws BadRequestError when it is not a pointer, or would reach a prototype.
 */
export function parsePointer (pointer: unknown): string[] {
  if (typeof pointer !== 'string' || (pointer !== '' && !pointer.startsWith('/'))) {
    const given = JSON.stringify(pointer)
    throw new BadRequestError(`${given} is not a JSON Pointer: it must be a text that begins with "/".`)
  }
  const keys = pointer.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keys.includes('__proto__')) throw new BadRequestError(`${JSON.stringify(pointer)} reaches a prototype.`)
  return keys
}

/** The error for a pointer that leads nowhere. */
export function nothingAt (keys: string[]): ValidationError {
  const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return ValidationError.of(pointer, `There is nothing at "${pointer}".`)
}

/** The location that keys lead to. Its container must exist; the location itself may be empty. */
export function placeOf (root: unknown, keys: string[]): Place {
  const holder = valueAt(root, keys.slice(0, -1), keys)
  if (holder === null || typeof holder !== 'object') throw nothingAt(keys)
  return { holder: holder as Place['holder'], key: keys.at(-1)! }
}

/** The value that keys lead to. @param named keys of the pointer for errors. */
export function valueAt (root: unknown, keys: string[], named = keys): unknown {
  let value = root
  for (const key of keys) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) throw nothingAt(named)
    if (Array.isArray(value) && !isIndex(key)) throw nothingAt(named)
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** Whether a key is an index of a list: digits without a leading zero (RFC 6901, 4). */
export function isIndex (key: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(key)
}
