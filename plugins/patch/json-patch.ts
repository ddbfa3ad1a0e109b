import { isDeepStrictEqual } from 'node:util'
import { BadRequestError, TooLargeError, ValidationError } from '../../api/core/calls/errors.js'
import { patchConflict } from '../http/http-errors.js'

/** One operation of a JSON Patch. Its pointers are parsed to keys, of which the first, '', means the document. */
interface PatchOperation {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  path: string[]
  from: string[]
  value: unknown
}

const WITH_VALUE = ['add', 'replace', 'test']
const WITH_FROM = ['move', 'copy']

/** Maximal number of operations of one patch, because each may move all members of a list. */
const MAX_OPERATIONS = 1000

/** Maximum depth of the result, as for JSON that is parsed, because later code recurses over it. */
const MAX_DEPTH = 512

/**
 * Parses a JSON Patch (RFC 6902).
 *
 * @throws BadRequestError for an invalid operation, TooLargeError for too many.
 */
export function operationsOf (payload: unknown): PatchOperation[] {
  if (!Array.isArray(payload)) throw new BadRequestError('A JSON Patch must be a list of operations.')
  if (payload.length > MAX_OPERATIONS) {
    throw new TooLargeError(`The JSON Patch has more than ${MAX_OPERATIONS} operations.`)
  }
  return payload.map((step: unknown, i) => {
    const { op, path, from, value } = (step ?? {}) as Record<string, unknown>
    if (![...WITH_VALUE, ...WITH_FROM, 'remove'].includes(op as string)) {
      throw new BadRequestError(`Operation ${i} of the JSON Patch has no valid "op".`)
    }
    if (WITH_VALUE.includes(op as string) && value === undefined) {
      throw new BadRequestError(`Operation ${i} of the JSON Patch has no "value".`)
    }
    return {
      op: op as PatchOperation['op'],
      path: keysOf(path, i),
      from: WITH_FROM.includes(op as string) ? keysOf(from, i) : [],
      value
    }
  })
}

function keysOf (pointer: unknown, operation: number): string[] {
  const keys = parsePointer(pointer)
  if (keys.length - 1 > MAX_DEPTH) {
    throw new BadRequestError(`Operation ${operation} of the JSON Patch reaches more than ${MAX_DEPTH} levels deep.`)
  }
  return keys
}

/**
 * Applies all operations to a document, in place. The operations are not changed, so that they can be applied again.
 *
 * @param copyLimit maximal number of characters of JSON that all `copy` operations add, because each can double the
 *   document.
 * @throws ValidationError when a pointer leads nowhere, a conflict (409) when a `test` fails, TooLargeError over a
 *   limit.
 */
export function applyJsonPatch (document: unknown, operations: PatchOperation[], copyLimit: number): unknown {
  const root = { '': document }
  let budget = copyLimit
  for (const { op, path, from, value } of operations) {
    switch (op) {
      case 'test':
        if (!isDeepStrictEqual(valueAt(root, path), value)) {
          throw patchConflict(`The value at "${path.join('/') || '/'}" is not the one that the patch expects.`)
        }
        break
      case 'remove': remove(root, path); break
      case 'add': add(root, path, copyOf(value)); break
      case 'replace': {
        valueAt(root, path)
        const { holder, key } = placeOf(root, path)
        holder[key] = copyOf(value)
        break
      }
      case 'copy': {
        const copied = valueAt(root, from)
        budget -= sizeOf(copied, budget)
        if (budget < 0) throw new TooLargeError(`The JSON Patch copies more than ${copyLimit} characters.`)
        add(root, path, copyOf(copied))
        break
      }
      case 'move': {
        const moved = valueAt(root, from)
        if (path.length > from.length && from.every((key, i) => key === path[i])) {
          throw new BadRequestError('Nothing can be moved into itself.')
        }
        remove(root, from)
        add(root, path, moved)
      }
    }
  }
  const patched = root['']
  if (depthExceeds(patched, MAX_DEPTH)) {
    throw new BadRequestError(`The patched resource is nested more than ${MAX_DEPTH} levels deep.`)
  }
  return patched
}

/** Approximate length of a value as JSON; counting stops when it exceeds `limit`. */
function sizeOf (value: unknown, limit: number): number {
  let size = 0
  const pending: unknown[] = [value]
  while (pending.length > 0 && size <= limit) {
    const next = pending.pop()
    size += typeof next === 'string' ? next.length + 2 : 2
    if (!isHolder(next)) continue
    for (const [key, member] of Object.entries(next)) {
      size += key.length + 4
      pending.push(member)
    }
  }
  return size
}

/** Examines level by level, without recursion, because the value may be too deep for it. */
function depthExceeds (value: unknown, limit: number): boolean {
  let level = isHolder(value) ? [value] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === limit) return level.some((holder) => Object.keys(holder).length > 0)
    const next: object[] = []
    for (const holder of level) for (const member of Object.values(holder)) if (isHolder(member)) next.push(member)
    level = next
  }
  return false
}

/** Whether a value is a list or an object. */
function isHolder (value: unknown): value is object {
  return value !== null && typeof value === 'object'
}

/** Copies a value. Checks for primitives first, because `structuredClone` is slow for them. */
function copyOf (value: unknown): unknown {
  return isHolder(value) ? structuredClone(value) : value
}

function add (root: object, path: string[], value: unknown): void {
  const { holder, key } = placeOf(root, path)
  if (!Array.isArray(holder)) {
    holder[key] = value
    return
  }
  const index = key === '-' ? holder.length : isIndex(key) ? Number(key) : Infinity
  if (index > holder.length) throw nothingAt(path)
  holder.splice(index, 0, value)
}

function remove (root: object, path: string[]): void {
  valueAt(root, path)
  if (path.length === 1) throw new BadRequestError('A resource is removed with DELETE.')
  const { holder, key } = placeOf(root, path)
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

/** A location in a JSON document: the object or list that contains it, and its key there. */
interface Place { holder: Record<string, unknown>, key: string }

/**
 * The keys in a JSON Pointer (RFC 6901).
 *
 * @throws BadRequestError when it is not a pointer, or would reach a prototype.
 */
function parsePointer (pointer: unknown): string[] {
  if (typeof pointer !== 'string' || (pointer !== '' && !pointer.startsWith('/'))) {
    const given = JSON.stringify(pointer)
    throw new BadRequestError(`${given} is not a JSON Pointer: it must be a text that begins with "/".`)
  }
  const keys = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keys.includes('__proto__')) throw new BadRequestError(`${JSON.stringify(pointer)} reaches a prototype.`)
  return keys
}

/** The error for a pointer that leads nowhere. */
function nothingAt (keys: string[]): ValidationError {
  const pointer = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  return ValidationError.of(pointer, `There is nothing at "${pointer}".`)
}

/** The location that keys lead to. Its container must exist; the location itself may be empty. */
function placeOf (root: object, keys: string[]): Place {
  const holder = valueAt(root, keys.slice(0, -1), keys)
  if (!isHolder(holder)) throw nothingAt(keys)
  return { holder: holder as Place['holder'], key: keys.at(-1)! }
}

/** The value that keys lead to. @param named keys of the pointer for errors. */
function valueAt (root: object, keys: string[], named = keys): unknown {
  let value: unknown = root
  for (const key of keys) {
    if (!isHolder(value) || !Object.hasOwn(value, key)) throw nothingAt(named)
    if (Array.isArray(value) && !isIndex(key)) throw nothingAt(named)
    value = (value as Place['holder'])[key]
  }
  return value
}

/** Whether a key is an index of a list: digits without a leading zero (RFC 6901, 4). */
function isIndex (key: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(key)
}
