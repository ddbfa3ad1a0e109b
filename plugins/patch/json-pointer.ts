import { BadRequestError, ValidationError } from '../../api/errors.js'

/** A place in a JSON document: what holds it, and under which key. */
export interface Place {
  holder: Record<string, unknown> | unknown[]
  key: string
}

/**
 * The keys of a JSON Pointer (RFC 6901).
 *
 * @throws BadRequestError when it is none, or would reach a prototype.
 */
export function parsePointer (pointer: unknown): string[] {
  if (typeof pointer !== 'string' || (pointer !== '' && !pointer.startsWith('/'))) {
    throw new BadRequestError(`${JSON.stringify(pointer)} is not a JSON Pointer: it must be a text that begins with "/".`)
  }
  const keys = pointer.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keys.includes('__proto__')) throw new BadRequestError(`${JSON.stringify(pointer)} reaches a prototype.`)
  return keys
}

/** @throws ValidationError under the pointer, when nothing is there. */
export function nothingAt (keys: string[]): ValidationError {
  const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return ValidationError.of(pointer, `There is nothing at "${pointer}".`)
}

/** The place that keys lead to from the root, whose holder exists; the place itself may be empty. */
export function placeOf (root: unknown, keys: string[]): Place {
  const holder = valueAt(root, keys.slice(0, -1), keys)
  if (holder === null || typeof holder !== 'object') throw nothingAt(keys)
  return { holder: holder as Place['holder'], key: keys.at(-1)! }
}

/** The value that keys lead to; `named` is the pointer that an error names. */
export function valueAt (root: unknown, keys: string[], named = keys): unknown {
  let value = root
  for (const key of keys) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key) || (Array.isArray(value) && !isIndex(key))) throw nothingAt(named)
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** A place in a list: digits without a leading zero. */
export function isIndex (key: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(key)
}
