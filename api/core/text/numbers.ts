import { NUMERIC_TEXT } from '../../../db/keys/comparison-keys.js'

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
