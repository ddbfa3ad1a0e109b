import type { Call, CallOptions, IgnoredKey, Payload } from './call.js'
import { ErrorCollector } from './errors.js'
import { malformed, malformedInRows, type RowSchema } from './key-shapes.js'
import { isObject } from './given.js'
import { nearestName } from '../text/nearest-name.js'

/** Maximum number of unknown keys that are reported with a suggestion; a payload may have any number. */
export const MAX_NAMED_KEYS = 20

/** No suggestions for longer keys: they are hardly typing errors, and edit distance is quadratic. */
const SUGGEST_MAX_CHARACTERS = 60

/**
 * Maximum edit distance of a suggestion: one edit per this number of characters, and a limit. With more, it is a
 * different word.
 */
const CHARACTERS_PER_EDIT = 3
const MAX_EDITS = 4

/** The keys that the schemas of a type define. */
export type Keys = ReadonlySet<string>

/** A schema of an object, whatever its static type. */
interface ObjectSchema { properties?: object }

/** @param schemas schemas for reading and for writing: a client may send back what it has read. */
export function keysIn (...schemas: unknown[]): Keys {
  return new Set(schemas.flatMap((schema) => Object.keys((schema as ObjectSchema | undefined)?.properties ?? {})))
}

/**
 * The given keys of a payload that are ignored: those of a wrong shape, and unknown keys with the nearest candidate.
 *
 * @param listenerKeys further known keys: those that listeners of the application add to representations.
 */
export function ignoredAmong (
  payload: Payload, keys: readonly string[], known: Keys, candidates: () => Iterable<string>, listenerKeys?: Keys
): IgnoredKey[] {
  const malformedKeys = keys.flatMap((key) => known.has(key) ? malformed(key, payload[key]) ?? [] : [])
  return [...malformedKeys, ...unknownAmong(keys, known, candidates, listenerKeys)]
}

/** The unknown keys of a payload, the first of them with the nearest candidate. */
export function unknownAmong (
  keys: Iterable<string>, known: Keys, candidates: () => Iterable<string>, listenerKeys?: Keys
): IgnoredKey[] {
  const unknown: IgnoredKey[] = []
  let all: string[] | undefined
  for (const key of keys) {
    if (known.has(key) || listenerKeys?.has(key) === true) continue
    if (unknown.length >= MAX_NAMED_KEYS) {
      unknown.push({ key })
      continue
    }
    all ??= [...known, ...candidates()]
    const near = nearestTo(key, all)
    unknown.push(near === undefined ? { key } : { key, nearest: near })
  }
  return unknown
}

/**
 * The ignored parts of the rows of a payload, such as the blocks of a page and their attachments: rows and references
 * of a wrong shape, and unknown keys. References may have any keys.
 *
 * @param schema of the representation.
 */
function ignoredInRows (payload: Payload, { properties = {} }: RowSchema = {}): IgnoredKey[] {
  return Object.entries(properties).flatMap(([key, { items }]) => {
    const { properties: known, additionalProperties } = items ?? {}
    const given = payload[key]
    if (known === undefined || additionalProperties !== false || 'o:id' in known) return []
    const rows = isObject(given) ? Object.values(given).filter(isObject) : []
    const keys = new Set(rows.flatMap((row) => Object.keys(row)))
    const inside = rows.flatMap((row) => ignoredInRows(row, items))
    const unknown = unknownAmong(keys, new Set(Object.keys(known)), () => [])
    return [...malformedInRows(key, given, known), ...unknown, ...inside]
  })
}

/** The candidate that was probably meant; undefined if none is similar. */
export function nearestTo (name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > SUGGEST_MAX_CHARACTERS) return undefined
  return nearestName(name, candidates, Math.min(MAX_EDITS, Math.floor(name.length / CHARACTERS_PER_EDIT)))
}

/** Adds messages about the first unknown keys, under each key. */
export function addUnknown (errors: ErrorCollector, unknown: readonly IgnoredKey[]): void {
  for (const { key, nearest: near, problem } of unknown.slice(0, MAX_NAMED_KEYS)) {
    const what = key.includes(':') && !key.startsWith('o:') ? 'property' : 'key'
    const message = problem ?? `There is no ${what} "${key}".`
    errors.add(key, near === undefined ? message : `${message} Did you mean "${near}"?`)
  }
}

/**
 * Rejects the unknown keys and those of a wrong shape in a payload for a type without values, or reports them to
 * `onIgnored`.
 *
 * @param schema of the representation. @throws ValidationError if the call is strict.
 */
export function settleUnknown (payload: Payload, known: Keys, schema: object | undefined, call: Call): void {
  const ignored = ignoredAmong(payload, Object.keys(payload), known, () => [], call.listenerKeys)
  settle([...ignored, ...ignoredInRows(payload, schema)], call)
}

/**
 * Rejects what a payload names to no effect, or reports it to `onIgnored`.
 *
 * @throws ValidationError if the call is strict.
 */
export function settle (ignored: readonly IgnoredKey[], { strict, onIgnored }: Call): void {
  if (ignored.length === 0) return
  if (strict !== true) return onIgnored?.(ignored)
  const errors = new ErrorCollector()
  addUnknown(errors, ignored)
  errors.throwIfAny()
}

/**
 * Rejects a search with parts that are not understood, or reports these to `onIgnored`.
 *
 * @throws ApiError if the call is strict.
 */
export function settleIgnored (ignored: readonly IgnoredKey[] = [], { strict, onIgnored }: CallOptions): void {
  if (ignored.length === 0) return
  if (strict !== true) return onIgnored?.(ignored)
  const errors = new ErrorCollector()
  addUnknown(errors, ignored)
  errors.throwIfAnyParameter()
}
