import { isObject } from '../../../core/calls/given.js'
import type { SourceRecord } from '../../pipeline/source.js'

/** Limits of a label and of a source's name: an index in PostgreSQL has to hold both together. */
export const LABEL_MAX_BYTES = 2000
export const SOURCE_NAME_MAX_BYTES = 500

/** The only escapes by which valid JSON can contain the characters that are checked here. */
const ESCAPE = /\\u(?:0000|d[89a-f])/i

/**
 * Invalid characters in the texts of a record: unpaired surrogates, which databases store differently, and U+0000
 * where it cannot be stored.
 * @param allowsNul whether the database can store U+0000.
 * @returns a message for each invalid key.
 */
export function faultsOfTexts ({ text, record }: SourceRecord, allowsNul: boolean): string[] {
  // Nearly all lines have no such escapes, and searching the source text is fastest.
  if (text !== undefined && !(text.includes('\\u') && ESCAPE.test(text))) return []
  return Object.entries(record).flatMap(([key, member]) => {
    const fault = faultIn(key, allowsNul) ?? faultIn(member, allowsNul)
    return fault === undefined ? [] : [`${JSON.stringify(key).slice(1, -1)}: ${fault}`]
  })
}

/** Recursion is bounded by the depth limit of records. */
function faultIn (value: unknown, allowsNul: boolean): string | undefined {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) return 'half a pair of surrogates (\\uD800 to \\uDFFF) is not a character'
    return !allowsNul && value.includes('\0') ? 'the character U+0000 cannot be stored in this database' : undefined
  }
  if (!isObject(value)) return undefined
  for (const [key, member] of Object.entries(value)) {
    const fault = faultIn(key, allowsNul) ?? faultIn(member, allowsNul)
    if (fault !== undefined) return fault
  }
  return undefined
}
