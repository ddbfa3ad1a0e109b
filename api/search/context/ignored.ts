import type { IgnoredKey, QueryValue } from '../../core/calls/call.js'
import { MAX_NAMED_KEYS, nearestTo } from '../../core/calls/unknown-keys.js'

/** What a parameter says that is not understood. */
export interface IgnoredPart {
  /** Name of the parameter or a part of it, such as `property[0][type]`; a filter leaves out its own name. */
  readonly key?: string
  /** Absent: nothing knows the key. */
  readonly value?: string
  /** A sentence. */
  readonly problem: string
  readonly nearest?: string
  /** Among these the nearest to `name` is looked for. */
  readonly candidates?: () => Iterable<string>
  /** Absent: the value, or else the key. */
  readonly name?: string
}

/** Called with each part of a query that is not understood while its parameters are read. */
export type Ignore = (part: IgnoredPart) => void

/** Characters of a value that are repeated: a query may be long, and what is collected is cached with the answer. */
const VALUE_MAX_CHARACTERS = 80

export const shortened = (text: string): string =>
  text.length > VALUE_MAX_CHARACTERS ? `${text.slice(0, VALUE_MAX_CHARACTERS)}...` : text

/** @example isNot('abc', 'a number') // { value: 'abc', problem: '"abc" is not a number.' } */
export function isNot (value: QueryValue, expected: string): Pick<IgnoredPart, 'value' | 'problem'> {
  return typeof value === 'string'
    ? { value, problem: `"${shortened(value)}" is not ${expected}.` }
    : { problem: `A list is not ${expected}.` }
}

/** Collects what a search ignores, up to 20 parts, each with the nearest name if it is near. */
export function collectIgnored (): { ignore: Ignore, ignored: readonly IgnoredKey[] } {
  const ignored: IgnoredKey[] = []
  return {
    ignored,
    ignore ({ key = '', value, problem, nearest: given, candidates, name = value ?? key }) {
      if (ignored.length >= MAX_NAMED_KEYS) return
      const nearest = given ?? (candidates && nearestTo(name, candidates()))
      ignored.push({
        key: shortened(key),
        problem,
        ...(value !== undefined && { value: shortened(value) }),
        // What is refused for another reason than its name would be its own nearest.
        ...(nearest !== undefined && nearest !== name && { nearest })
      })
    }
  }
}
