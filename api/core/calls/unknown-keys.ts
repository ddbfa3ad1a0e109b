import type { Call, CallOptions, IgnoredKey, Payload } from './call.js'
import { ErrorCollector } from './errors.js'
import { nearestName } from '../text/nearest-name.js'

/** Keys that are named to the client, and for which a nearest one is looked for; a payload may have any number. */
export const MOST_NAMED = 20

/** Longer keys are no slip of the pen, and comparing them takes long. */
const LONGEST_COMPARED = 60

/** Edits between a key and the one that was meant, of so many characters one: more make another word. */
const CHARACTERS_PER_EDIT = 3
const MOST_EDITS = 4

/** The keys that the schemas of a type name. */
export type Keys = ReadonlySet<string>

/** A schema of an object, whatever its type says of it. */
interface ObjectSchema { properties?: object }

/** @param schemas of what is read and of what is written: what was read can be sent back. */
export function keysIn (...schemas: unknown[]): Keys {
  return new Set(schemas.flatMap((schema) => Object.keys((schema as ObjectSchema | undefined)?.properties ?? {})))
}

/** The keys of a payload that are not known, the first of them with the nearest of the candidates. */
export function unknownAmong (
  keys: Iterable<string>, known: Keys, candidates: () => Iterable<string>, carried?: Keys
): IgnoredKey[] {
  const unknown: IgnoredKey[] = []
  let all: string[] | undefined
  for (const key of keys) {
    if (known.has(key) || carried?.has(key) === true) continue
    if (unknown.length >= MOST_NAMED) {
      unknown.push({ key })
      continue
    }
    all ??= [...known, ...candidates()]
    const near = nearestTo(key, all)
    unknown.push(near === undefined ? { key } : { key, nearest: near })
  }
  return unknown
}

/** The candidate that was probably meant; undefined when none is near. */
export function nearestTo (name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined
  return nearestName(name, candidates, Math.min(MOST_EDITS, Math.floor(name.length / CHARACTERS_PER_EDIT)))
}

/** Messages about unknown keys, under each of the first of them. */
export function addUnknown (errors: ErrorCollector, unknown: readonly IgnoredKey[]): void {
  for (const { key, nearest: near, problem } of unknown.slice(0, MOST_NAMED)) {
    const what = key.includes(':') && !key.startsWith('o:') ? 'property' : 'key'
    const message = problem ?? `There is no ${what} "${key}".`
    errors.add(key, near === undefined ? message : `${message} Did you mean "${near}"?`)
  }
}

/**
 * Refuses the unknown keys of a payload whose values are no values of properties, or tells them to the caller.
 *
 * @throws ValidationError when the call is strict.
 */
export function settleUnknown (payload: Payload, known: Keys, { strict, carried, onIgnored }: Call): void {
  const unknown = unknownAmong(Object.keys(payload), known, () => [], carried)
  if (unknown.length === 0) return
  if (strict !== true) return onIgnored?.(unknown)
  const errors = new ErrorCollector()
  addUnknown(errors, unknown)
  errors.throwIfAny()
}

/**
 * Refuses a search of which something is not understood, or tells it to the caller.
 *
 * @throws ApiError when the call is strict.
 */
export function settleIgnored (ignored: readonly IgnoredKey[] = [], { strict, onIgnored }: CallOptions): void {
  if (ignored.length === 0) return
  if (strict !== true) return onIgnored?.(ignored)
  const errors = new ErrorCollector()
  addUnknown(errors, ignored)
  errors.throwIfAnyParameter()
}
