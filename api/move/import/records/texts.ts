import { HALF_SURROGATE } from '../../../core/calls/half-surrogates.js'
import { isObject } from '../../../core/calls/payload.js'
import type { Json, SourceRecord } from './lines.js'

/** Most bytes of a label, and of the name of a source: an index in PostgreSQL holds both of them together. */
export const LONGEST_LABEL = 2000
export const LONGEST_SOURCE = 500

/** The only ways in which lines of JSON in UTF-8 can hold what is checked here. */
const ESCAPE = /\\u(?:0000|d[89a-f])/i

/**
 * What is wrong with the texts of a record: half a pair of surrogates, of which each database would keep something
 * else, and U+0000 where that cannot be stored.
 *
 * @param allowsNul whether the database can hold U+0000.
 * @returns a message for each key at fault.
 */
export function faultsOfTexts (line: SourceRecord, record: Json, allowsNul: boolean): string[] {
  // Nearly all lines have no such escapes, which is seen most quickly by the text that they begin with.
  if ('text' in line && (line.text?.includes('\\u') !== true || !ESCAPE.test(line.text))) return []
  return Object.entries(record).flatMap(([key, member]) => {
    const fault = faultIn(key, allowsNul) ?? faultIn(member, allowsNul)
    return fault === undefined ? [] : [`${JSON.stringify(key).slice(1, -1)}: ${fault}`]
  })
}

/** The limit of the depth of records bounds the recursion. */
function faultIn (value: unknown, allowsNul: boolean): string | undefined {
  if (typeof value === 'string') {
    if (HALF_SURROGATE.test(value)) return 'half a pair of surrogates (\\uD800 to \\uDFFF) is no character'
    return !allowsNul && value.includes('\0') ? 'the character U+0000 cannot be stored in this database' : undefined
  }
  if (!isObject(value)) return undefined
  for (const [key, member] of Object.entries(value)) {
    const fault = faultIn(key, allowsNul) ?? faultIn(member, allowsNul)
    if (fault !== undefined) return fault
  }
  return undefined
}
