import { isDeepStrictEqual } from 'node:util'
import { BadRequestError, TooLargeError } from '../../api/core/calls/errors.js'
import { patchConflict } from '../http/http-errors.js'
import { isIndex, nothingAt, parsePointer, placeOf, valueAt } from './json-pointer.js'

/** One operation of a JSON Patch, with parsed pointers. */
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
  if (keys.length > MAX_DEPTH) {
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
  let root = document
  let budget = copyLimit
  for (const { op, path, from, value } of operations) {
    switch (op) {
      case 'test':
        if (!isDeepStrictEqual(valueAt(root, path), value)) {
          throw patchConflict(`The value at "/${path.join('/')}" is not the one that the patch expects.`)
        }
        break
      case 'remove': remove(root, path); break
      case 'add': root = add(root, path, copyOf(value)); break
      case 'replace':
        valueAt(root, path)
        root = set(root, path, copyOf(value))
        break
      case 'copy': {
        const copied = valueAt(root, from)
        budget -= sizeOf(copied, budget)
        if (budget < 0) throw new TooLargeError(`The JSON Patch copies more than ${copyLimit} characters.`)
        root = add(root, path, copyOf(copied))
        break
      }
      case 'move': {
        const moved = valueAt(root, from)
        if (path.length > from.length && from.every((key, i) => key === path[i])) {
          throw new BadRequestError('Nothing can be moved into itself.')
        }
        remove(root, from)
        root = add(root, path, moved)
      }
    }
  }
  if (depthExceeds(root, MAX_DEPTH)) {
    throw new BadRequestError(`The patched resource is nested more than ${MAX_DEPTH} levels deep.`)
  }
  return root
}

/** Approximate length of a value as JSON; counting stops when it exceeds `limit`. */
function sizeOf (value: unknown, limit: number): number {
  let size = 0
  const pending: unknown[] = [value]
  while (pending.length > 0 && size <= limit) {
    const next = pending.pop()
    size += typeof next === 'string' ? next.length + 2 : 2
    if (next === null || typeof next !== 'object') continue
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

function add (root: unknown, path: string[], value: unknown): unknown {
  if (path.length === 0) return value
  const { holder, key } = placeOf(root, path)
  if (!Array.isArray(holder)) return set(root, path, value)
  const index = key === '-' ? holder.length : isIndex(key) ? Number(key) : Infinity
  if (index > holder.length) throw nothingAt(path)
  holder.splice(index, 0, value)
  return root
}

function set (root: unknown, path: string[], value: unknown): unknown {
  if (path.length === 0) return value
  const { holder, key } = placeOf(root, path);
  (holder as Record<string, unknown>)[key] = value
  return root
}

function remove (root: unknown, path: string[]): void {
  valueAt(root, path)
  if (path.length === 0) throw new BadRequestError('A resource is removed with DELETE.')
  const { holder, key } = placeOf(root, path)
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}
