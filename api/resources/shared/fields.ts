import type { Payload, UpdateCall } from '../../call.js'
import { ErrorCollector } from '../../errors.js'
import { toFlag } from '../../numbers.js'
import { optionalText, trim } from '../../values/text.js'
import { isObject } from '../../payload.js'

/** Characters that texts may have (contract/admin-resources.md §1.3): names and addresses; labels; codes. */
export const LONGEST = { name: 190, label: 255, code: 80 } as const

interface TextRules {
  /** Characters; unlimited when absent. */
  longest?: number
  /** Without the white space around it. */
  trimmed?: boolean
  /** Of a required text: what PHP takes for nothing, such as `"0"` and `false`, is empty too. */
  truthy?: boolean
}

/**
 * Reads the plain fields of a payload. What is unacceptable is collected under its key, so that one answer names all
 * of it; `refuse` throws it.
 */
export class Fields {
  readonly errors = new ErrorCollector()

  /** @param call of an update; absent for a creation, which takes every field as given. */
  constructor (readonly payload: Payload, readonly call?: UpdateCall) {}

  /** Whether the field takes the payload's value, or with PATCH stays as it is. */
  isGiven (key: string): boolean {
    return this.call?.partial !== true || Object.hasOwn(this.payload, key)
  }

  /** A text or null. Numbers and flags are kept as text; anything else is no text. */
  text (key: string, rules: TextRules = {}): string | null {
    return this.#text(key, rules) ?? null
  }

  /** A text that must not be empty. @param message what is said when it is. */
  required (key: string, message: string, rules: TextRules = {}): string {
    const text = this.#text(key, rules)
    // undefined was reported already.
    if (text === null || text === '' || (text !== undefined && rules.truthy === true && !toFlag(this.payload[key]))) this.errors.add(key, message)
    return text ?? ''
  }

  /** A list (or map) of members, undefined when it is missing or null. @param errorKey where it is reported if it is none. */
  list (key: string, message: string, errorKey = key): unknown[] | undefined {
    const given = this.payload[key]
    if (given === undefined || given === null) return undefined
    if (isObject(given)) return Object.values(given)
    this.errors.add(errorKey, message)
    return undefined
  }

  /** @throws ValidationError when anything was not acceptable. */
  refuse (): void {
    this.errors.throwIfAny()
  }

  #text (key: string, { longest, trimmed = false }: TextRules): string | null | undefined {
    const given = this.payload[key]
    if (isObject(given)) {
      this.errors.add(key, 'A text is expected.')
      return undefined
    }
    const text = optionalText(given)
    const kept = trimmed && text !== null ? trim(text) : text
    if (kept === null || longest === undefined || [...kept].length <= longest) return kept
    this.errors.add(key, `The text has more than ${longest} characters.`)
    return undefined
  }
}
