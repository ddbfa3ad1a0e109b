import type { IgnoredKey, QueryValue } from '../../core/calls/call.js'
import { MAX_NAMED_KEYS, nearestTo } from '../../core/calls/unknown-keys.js'

/** A part of a query that has no effect because it is not understood. */
interface IgnoredPart {
  /** Name of the parameter or a part of it, such as `property[0][type]`; a filter leaves out its own name. */
  readonly key?: string
  /** The value that is not understood; absent if the key itself is unknown. */
  readonly value?: string
  /** A sentence for the user. */
  readonly problem: string
  readonly nearest?: string
  /** Valid names, among which the one nearest to `name` is suggested. */
  readonly candidates?: () => Iterable<string>
  /** Default: the value, or else the key. */
  readonly name?: string
}

/** Called with each part of a query that is not understood while its parameters are read. */
export type Ignore = (part: IgnoredPart) => void

/** Longer values are shortened: a query may be long, and ignored parts are cached with the answer. */
const VALUE_MAX_CHARACTERS = 80

export const shortened = (text: string): string =>
  text.length > VALUE_MAX_CHARACTERS ? `${text.slice(0, VALUE_MAX_CHARACTERS)}...` : text

/** @example isNot('abc', 'a number') // { value: 'abc', problem: '"abc" is not a number.' } */
export function isNot (value: QueryValue, expected: string): Pick<IgnoredPart, 'value' | 'problem'> {
  return typeof value === 'string'
    ? { value, problem: `"${shortened(value)}" is not ${expected}.` }
    : { problem: `A list is not ${expected}.` }
}

/** Reports the lists and objects among the texts of a parameter, which have no effect. */
export function ignoreNested (value: QueryValue, ignore: Ignore | undefined): void {
  if (ignore === undefined || typeof value === 'string') return
  for (const [at, member] of Object.entries(value)) {
    if (typeof member !== 'string') ignore({ key: `[${shortened(at)}]`, ...isNot(member, 'a text') })
  }
}

/** Adds a part to what a search ignores, up to 20 parts, each with the nearest name if it is near. */
export function addIgnored (
  ignored: IgnoredKey[], { key = '', value, problem, nearest: given, candidates, name = value ?? key }: IgnoredPart
): void {
  if (ignored.length >= MAX_NAMED_KEYS) return
  const nearest = given ?? (candidates && nearestTo(name, candidates()))
  ignored.push({
    key: shortened(key),
    problem,
    ...(value !== undefined && { value: shortened(value) }),
    // A name that is valid but ignored for another reason would be suggested as its own replacement.
    ...(nearest !== undefined && nearest !== name && { nearest })
  })
}
