import { isDeepStrictEqual } from 'node:util'
import { BadRequestError } from '../../api/errors.js'
import { PatchConflictError } from '../http-errors.js'
import { isIndex, nothingAt, parsePointer, placeOf, valueAt } from './json-pointer.js'

/** One step of a JSON Patch, its pointers taken apart. */
interface PatchOperation {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  path: string[]
  from: string[]
  value: unknown
}

const WITH_VALUE = ['add', 'replace', 'test']
const WITH_FROM = ['move', 'copy']

/**
 * Reads a JSON Patch (RFC 6902).
 *
 * @throws BadRequestError naming the operation that is none.
 */
export function operationsOf (payload: unknown): PatchOperation[] {
  if (!Array.isArray(payload)) throw new BadRequestError('A JSON Patch must be a list of operations.')
  return payload.map((step: unknown, i) => {
    const { op, path, from, value } = (step ?? {}) as Record<string, unknown>
    if (![...WITH_VALUE, ...WITH_FROM, 'remove'].includes(op as string)) throw new BadRequestError(`Operation ${i} of the JSON Patch has no valid "op".`)
    if (WITH_VALUE.includes(op as string) && value === undefined) throw new BadRequestError(`Operation ${i} of the JSON Patch has no "value".`)
    return {
      op: op as PatchOperation['op'],
      path: parsePointer(path),
      from: WITH_FROM.includes(op as string) ? parsePointer(from) : [],
      value
    }
  })
}

/**
 * The document with all operations done; the given one is left as it is.
 *
 * @throws ValidationError when a pointer leads nowhere, PatchConflictError when a `test` fails (RFC 5789, 2.2).
 */
export function applyJsonPatch (document: unknown, operations: PatchOperation[]): unknown {
  let root = structuredClone(document)
  for (const { op, path, from, value } of operations) {
    switch (op) {
      case 'test':
        if (!isDeepStrictEqual(valueAt(root, path), value)) throw new PatchConflictError(`The value at "/${path.join('/')}" is not the one that the patch expects.`)
        break
      case 'remove': remove(root, path); break
      case 'add': root = add(root, path, structuredClone(value)); break
      case 'replace':
        valueAt(root, path)
        root = set(root, path, structuredClone(value))
        break
      case 'copy': root = add(root, path, structuredClone(valueAt(root, from))); break
      case 'move': {
        const moved = valueAt(root, from)
        if (path.length > from.length && from.every((key, i) => key === path[i])) throw new BadRequestError('Nothing can be moved into itself.')
        remove(root, from)
        root = add(root, path, moved)
      }
    }
  }
  return root
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
