import { isJsonObject, isObject } from '../../../core/calls/given.js'
import { excerptOf } from '../../pipeline/problems.js'

/** A date and time with a time zone: `2026-01-31T12:00:00+00:00`. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Reads the members of one line of a collection. Collects all problems, so that one pass reports them: `errors`;
 * `warnings` about what is left out; `converted`, data types of values that were converted.
 */
export class LineFields {
  readonly errors: string[] = []
  readonly warnings: string[] = []
  readonly converted: string[] = []

  constructor (readonly json: Readonly<Record<string, unknown>>) {}

  has (key: string): boolean {
    return Object.hasOwn(this.json, key)
  }

  get (key: string): unknown {
    return this.has(key) ? this.json[key] : undefined
  }

  refuse (key: string, expected: string): void {
    this.errors.push(`${key}: expected ${expected}, not ${excerptOf(this.get(key))}`)
  }

  /** What is given under a key; null when it is missing, null, or, with an error, not what is expected. */
  #given<T> (key: string, isExpected: (given: unknown) => given is T, expected: string): T | null {
    const given = this.get(key) ?? null
    if (given === null || isExpected(given)) return given
    this.refuse(key, expected)
    return null
  }

  text (key: string, longest = Infinity): string | null {
    const isText = (given: unknown): given is string => typeof given === 'string' && isAtMost(given, longest)
    return this.#given(key, isText, longest === Infinity ? 'a text or null' : `a text of at most ${longest} characters or null`)
  }

  /** A text that is not empty. */
  required (key: string, longest = Infinity): string {
    const given = this.get(key)
    if (typeof given === 'string' && given !== '' && isAtMost(given, longest)) return given
    this.refuse(key, longest === Infinity ? 'a text' : `a text of 1 to ${longest} characters`)
    return ''
  }

  flag (key: string, unlessGiven: boolean): boolean {
    return this.#given(key, (given) => typeof given === 'boolean', 'true or false') ?? unlessGiven
  }

  integer (key: string): number | null {
    return this.#given(key, (given): given is number => Number.isSafeInteger(given), 'a whole number or null')
  }

  /** An object or list; undefined when it is missing or null. */
  object (key: string): Record<string, unknown> | undefined {
    return this.#given(key, isObject, 'an object or a list') ?? undefined
  }

  /** The members of a list; none when it is missing or null. */
  list (key: string): unknown[] {
    return this.#given(key, (given): given is unknown[] => Array.isArray(given), 'a list') ?? []
  }

  /** The objects in a list. */
  objects (key: string): Array<Record<string, unknown>> {
    const members = this.list(key)
    const objects = members.filter(isJsonObject)
    if (objects.length < members.length) this.refuse(key, 'a list of objects')
    return objects
  }

  /** What `read` makes of each object in a list, whose errors become errors of the line. */
  members<T> (key: string, read: (member: LineFields) => T): T[] {
    return this.objects(key).map((json) => {
      const member = new LineFields(json)
      const made = read(member)
      for (const error of member.errors) this.errors.push(`${key}: ${error}`)
      return made
    })
  }

  /** The id in `{"o:id": 5}`; null for null. */
  reference (key: string): number | null {
    return this.#given(key, isReference, 'a reference such as {"o:id": 5} or null')?.['o:id'] ?? null
  }

  id (key: string): number | null {
    return this.#given(key, isId, 'an id or null')
  }

  /** The distinct ids in a list of references. */
  references (key: string): number[] {
    const ids = this.objects(key).map((member) => member['o:id'])
    if (!ids.every(isId)) this.refuse(key, 'a list of references such as {"o:id": 5}')
    return [...new Set(ids.filter(isId))]
  }

  /** Seconds since 1970 of a date given as a typed literal or a text; null for null. */
  date (key: string): number | null {
    const given = this.get(key) ?? null
    if (given === null) return null
    const text = isObject(given) ? given['@value'] : given
    const time = typeof text === 'string' && DATE_TIME.test(text) ? Date.parse(text) : NaN
    if (Number.isFinite(time)) return Math.floor(time / 1000)
    this.refuse(key, 'a date and time such as 2026-01-31T12:00:00+00:00')
    return null
  }
}

/** Whether a value is null, or one of the empty lists that REST shows instead of null. */
export function isEmpty (value: unknown): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0)
}

/** Whether this is the id of a record: an exact whole number from 1. */
export function isId (value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function isReference (value: unknown): value is { 'o:id': number } {
  return isObject(value) && isId(value['o:id'])
}

function isAtMost (text: string, longest: number): boolean {
  return text.length <= longest || [...text].length <= longest
}
