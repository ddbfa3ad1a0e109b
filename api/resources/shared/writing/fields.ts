import { isDeepStrictEqual } from 'node:util'
import type { Payload, UpdateCall } from '../../../core/calls/call.js'
import { ErrorCollector } from '../../../core/calls/errors.js'
import { isObject, optionalText, toFlag, trim } from '../../../core/calls/given.js'

/** Maximum lengths of texts in characters (docs/contract/admin-resources.md §1.3). */
export const MAX_CHARACTERS = { name: 190, label: 255, code: 80 } as const

interface TextRules {
  /** The text that stays if the payload does not set it. */
  stored?: string | null | undefined
  /** Maximum length in characters; absent: unlimited. */
  max?: number
  /** Remove white space around the text. */
  trimmed?: boolean
  /** For required texts: treat values that PHP considers false, such as `"0"` and `false`, as empty. */
  truthy?: boolean
}

/**
 * Reads the fields of a payload other than values. Collects errors by key, so that one response reports all of them;
 * `refuse` throws them.
 */
export class Fields {
  readonly errors = new ErrorCollector()

  /** @param call of an update; absent for a creation, which reads every field. */
  constructor (readonly payload: Payload, readonly call?: UpdateCall) {}

  /** Whether the payload sets the field; absent fields stay with PATCH, unchanged ones with a patch. */
  isGiven (key: string): boolean {
    const { partial, original } = this.call ?? {}
    if (partial === true) return Object.hasOwn(this.payload, key)
    return original === undefined || !isDeepStrictEqual(this.payload[key], original[key])
  }

  /**
   * Whether the payload says yes, as PHP reads it.
   *
   * @param absent the result if the payload does not say. @param stored what stays with PATCH.
   */
  flag (key: string, absent: boolean, stored = absent): boolean {
    if (!this.isGiven(key)) return stored
    return this.payload[key] === undefined ? absent : toFlag(this.payload[key])
  }

  /** A text or null. Numbers and booleans become texts. */
  text (key: string, rules: TextRules = {}): string | null {
    return (this.isGiven(key) ? this.#text(key, rules) : rules.stored) ?? null
  }

  /** A text that must not be empty. @param message error message if it is. */
  required (key: string, message: string, rules: TextRules = {}): string {
    if (!this.isGiven(key)) return rules.stored ?? ''
    const text = this.#text(key, rules)
    // undefined: `#text` has added an error already.
    if (text === null || text === '' || (text !== undefined && rules.truthy === true && !toFlag(this.payload[key]))) {
      this.errors.add(key, message, { is: 'required' })
    }
    return text ?? ''
  }

  /**
   * The members of a list (or map); undefined if it is missing or null.
   *
   * @param errorKey key of the error if it is neither.
   */
  list (key: string, message: string, errorKey = key): unknown[] | undefined {
    const given = this.payload[key]
    if (given === undefined || given === null) return undefined
    if (isObject(given)) return Object.values(given)
    this.errors.add(errorKey, message)
    return undefined
  }

  /** @throws ValidationError with all collected errors, if there are any. */
  refuse (): void {
    this.errors.throwIfAny()
  }

  #text (key: string, { max, trimmed = false }: TextRules): string | null | undefined {
    const given = this.payload[key]
    if (isObject(given)) {
      this.errors.add(key, 'A text is expected.')
      return undefined
    }
    const text = optionalText(given)
    const result = trimmed && text !== null ? trim(text) : text
    if (result === null || max === undefined || [...result].length <= max) return result
    this.errors.add(key, `The text has more than ${max} characters.`, { is: 'too-long' })
    return undefined
  }
}
