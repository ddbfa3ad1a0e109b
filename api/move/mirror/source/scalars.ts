import { StringDecoder } from 'node:string_decoder'
import type { Listed } from '../../../../db/bulk/mirror-spool.js'

/** An entry of the response to `return_scalar` (docs/contract/search.md §4): `"7": "2026-11-22 06:54:03"`. */
const ENTRY = /\s{0,99}"(\d{1,16})"\s{0,9}:\s{0,9}(null|-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|\{[^{}]*\})\s{0,9}(,|\})/y

/** The beginning of the object before the first entry, or an empty document. */
const OPENING = /^\s*(?:\{\s*\}|\[\s*\]|\{)/

/** Limit for one entry. */
const ENTRY_MAX_CHARACTERS = 1000

/**
 * Reads ids with their scalars from a stream, because the ids of a large collection make a long document.
 * @returns `other` as soon as the document turns out to be something else: a source that does not support
 * `return_scalar` returns a list of records.
 * @throws errors of `body`.
 */
export async function readScalars (
  body: AsyncIterable<Buffer>, take: (rows: Listed[]) => void
): Promise<'whole' | 'broken' | 'other'> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let hasBegun = false
  let isOver = false
  for await (const bytes of body) {
    rest += decoder.write(bytes)
    if (!hasBegun) {
      const opening = OPENING.exec(rest)
      if (opening === null) {
        if (/^\s*\[\s*$/.test(rest) || rest.trim() === '') continue
        return 'other'
      }
      hasBegun = true
      isOver = opening[0].length > 1 && /[\]}]$/.test(opening[0])
      rest = rest.slice(opening[0].length)
    }
    const rows: Listed[] = []
    let at = 0
    while (!isOver) {
      ENTRY.lastIndex = at
      const entry = ENTRY.exec(rest)
      if (entry === null) break
      rows.push([Number(entry[1]), entry[2] === 'null' ? null : plain(entry[2]!)])
      isOver = entry[3] === '}'
      at = ENTRY.lastIndex
    }
    rest = rest.slice(at)
    if (rows.length > 0) take(rows)
    if (!isOver && rest.length > ENTRY_MAX_CHARACTERS) return 'other'
    if (!isOver && rows.length === 0 && /^\s*\}/.test(rest)) isOver = true
  }
  return isOver ? 'whole' : hasBegun ? 'broken' : 'other'
}

function plain (json: string): string {
  return json.startsWith('"') ? json.slice(1, -1) : json
}
