import { NUMERIC_TEXT } from '../../../db/keys/comparison-keys.js'
import type { QueryValue } from './call.js'

// What clients give in payloads and parameters, converted by PHP's rules where the reference does so.

/** An object or a list, but not null. PHP reads both as arrays. */
export function isObject (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** An object that is not a list. */
export function isJsonObject (value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

/** The members of a list, or the single value given in place of a list. */
export function asList (given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given as unknown[] : [given]
}

/** The value of `{"o:id": …}`; undefined for any other shape. */
export function referencedId (value: unknown): unknown {
  return isJsonObject(value) ? value['o:id'] : undefined
}

/**
 * The ids in a list (or map) of `{"o:id": 5}`, `5` or `"5"`, in their JSON types, without duplicates; other members
 * are skipped.
 *
 * @param refuse called with an `o:id` that is not a number; throws.
 */
export function referencedIds (list: object, refuse?: (id: unknown) => never): Array<number | string> {
  const ids = new Map<number, number | string>()
  for (const member of Object.values(list) as unknown[]) {
    const id = isObject(member) ? member['o:id'] : member
    if (!isNumeric(id)) {
      if (isObject(member) && id !== undefined && id !== null) refuse?.(id)
    } else if (!ids.has(Number(id))) ids.set(Number(id), id)
  }
  return [...ids.values()]
}

/** A finite number, or the text of one. */
export function isNumeric (value: unknown): value is number | string {
  return (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && NUMERIC_TEXT.test(value))
}

/** A numeric value truncated to a whole number; undefined when it is not numeric. */
export function toInteger (value: unknown): number | undefined {
  if (!isNumeric(value)) return undefined
  // Within the range of exact integers, so that the database compares integers.
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(Number(value))))
}

const ID = /^[1-9]\d{0,15}$/

/** A row id as a number or as digits, without sign or leading zero. undefined for anything else. */
export function toId (value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  return ID.test(String(value)) && Number.isSafeInteger(Number(value)) ? Number(value) : undefined
}

/** The number to which SQL converts a text for comparison with a number: the one it begins with, else 0. */
export function leadingNumber (text: string): number {
  const [number] = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?/.exec(text) ?? []
  return number === undefined ? 0 : Number(number)
}

/** PHP's idea of truth: `0`, `"0"`, `""`, null and `[]` are false, everything else is true. */
export function toFlag (value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === '0' || value === 0 || value === false) {
    return false
  }
  return typeof value === 'object' ? Object.keys(value).length > 0 : true
}

const ASCII_SPACE = new Set([...' \t\n\r\0\v'].map((character) => character.charCodeAt(0)))

/**
 * `text` without ASCII white space at both ends. Other spaces, such as U+00A0, are part of the text. Takes linear
 * time: a regular expression anchored at the end would try a long run of spaces again from each of them.
 */
export function trim (text: string): string {
  let start = 0
  let end = text.length
  while (start < end && ASCII_SPACE.has(text.charCodeAt(start))) start++
  while (end > start && ASCII_SPACE.has(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** White space of any kind, control characters and characters without width. */
const BLANK = /[\s\p{Cc}\u180E\u200B\u2060]/u

/** A URI without blanks of any kind at both ends, which no RDF format can represent. Takes linear time. */
export function trimAddress (address: string): string {
  let start = 0
  let end = address.length
  while (start < end && BLANK.test(address[start]!)) start++
  while (end > start && BLANK.test(address[end - 1]!)) end--
  return address.slice(start, end)
}

/** What a JSON text means; undefined if it is not JSON. */
export function jsonIn (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isBlank (text: string): boolean {
  return trim(text) === ''
}

/**
 * Converts a value to text as PHP does: numbers become texts, true `1`, false an empty text; objects, null, and numbers
 * that are too large for JSON become null.
 */
export function optionalText (value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? '1' : ''
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** As `optionalText`; an empty text, which no answer shows, is none. */
export function shownText (value: unknown): string | null {
  const text = optionalText(value)
  return text === '' ? null : text
}

/** The strings in a parameter, which may be a string, a list or an object; other members are skipped. */
export function texts (value: QueryValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.values(value).filter((member): member is string => typeof member === 'string')
}

/** The entries of a list or of a comma-separated string, trimmed; undefined for entries that are not strings. */
export function splitList (value: QueryValue): Array<string | undefined> {
  return (typeof value === 'string' ? [value] : Object.values(value)).flatMap((entry) =>
    typeof entry === 'string' ? entry.split(',').map((part) => part.trim()) : [undefined]
  )
}
