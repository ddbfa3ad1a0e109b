import { isJsonObject, isObject } from '../../../core/calls/payload.js'
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

  /** A text or null. */
  text (key: string, longest = Infinity): string | null {
    const given = this.get(key) ?? null
    if (given === null || (typeof given === 'string' && isAtMost(given, longest))) return given
    this.refuse(key, longest === Infinity ? 'a text or null' : `a text of at most ${longest} characters or null`)
    return null
  }

  /** A text that is not empty. */
  required (key: string, longest = Infinity): string {
    const given = this.get(key)
    if (typeof given === 'string' && given !== '' && isAtMost(given, longest)) return given
    this.refuse(key, longest === Infinity ? 'a text' : `a text of 1 to ${longest} characters`)
    return ''
  }

  /** True or false. */
  flag (key: string, unlessGiven: boolean): boolean {
    const given = this.get(key) ?? unlessGiven
    if (typeof given === 'boolean') return given
    this.refuse(key, 'true or false')
    return unlessGiven
  }

  /** A whole number or null. */
  integer (key: string): number | null {
    const given = this.get(key) ?? null
    if (given === null || Number.isSafeInteger(given)) return given as number | null
    this.refuse(key, 'a whole number or null')
    return null
  }

  /** An object or list; undefined when it is missing or null. */
  object (key: string): Record<string, unknown> | undefined {
    const given = this.get(key) ?? undefined
    if (given === undefined || isObject(given)) return given
    this.refuse(key, 'an object or a list')
    return undefined
  }

  /** The members of a list; none when it is missing or null. */
  list (key: string): unknown[] {
    const given = this.get(key) ?? []
    if (Array.isArray(given)) return given
    this.refuse(key, 'a list')
    return []
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
    const given = this.get(key) ?? null
    if (given === null) return null
    const id = isObject(given) ? given['o:id'] : undefined
    if (isId(id)) return id
    this.refuse(key, 'a reference such as {"o:id": 5} or null')
    return null
  }

  /** An id or null. */
  id (key: string): number | null {
    const given = this.get(key) ?? null
    if (given === null || isId(given)) return given
    this.refuse(key, 'an id or null')
    return null
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

/** Whether a text has at most `longest` characters. */
function isAtMost (text: string, longest: number): boolean {
  return text.length <= longest || [...text].length <= longest
}
