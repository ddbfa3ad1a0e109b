import { Answer } from '../core/answers/answer.js'

/** Rough size of what is kept of an entry besides its value, in bytes. */
export const OVERHEAD = 400

/** Rough size of a search result in bytes. */
export function sizeOf (value: unknown): number {
  if (value instanceof Answer) return value.length
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 0
  for (const part of Object.values(value)) bytes += sizeOf(part)
  return bytes
}
