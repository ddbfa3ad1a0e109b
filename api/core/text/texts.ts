import type { QueryValue } from '../calls/call.js'

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
