import type { Query, QueryValue } from '../../api/core/calls/call.js'

/** Characters that are not escaped in a query. The comma is, because some clients split Link headers at commas. */
const BARE: Record<string, string> = { '%24': '$', '%3A': ':', '%40': '@', '%2F': '/', '%3F': '?' }

function encode (text: string): string {
  // Most names and values need no escapes.
  if (/^[\w.~-]*$/.test(text)) return text
  return encodeURIComponent(text).replace(/%(?:24|3A|40|2F|3F)/g, (escape) => BARE[escape]!)
}

function pairs (name: string, value: QueryValue, out: string[]): void {
  if (typeof value === 'string') out.push(`${encode(name)}=${encode(value)}`)
  else for (const [key, member] of Object.entries(value)) pairs(`${name}[${key}]`, member, out)
}

/**
 * Writes a query for a Link header (docs/contract/http.md §9), with indexes of lists, and spaces as `%20`.
 *
 * @returns the text before and after the value of the parameter `hole`, which is appended if the query lacks it.
 */
export function encodeQuery (query: Query, hole: string): [before: string, after: string] {
  const before: string[] = []
  const after: string[] = []
  let seen = false
  for (const [name, value] of Object.entries(query)) {
    if (name === hole) seen = true
    else pairs(name, value, seen ? after : before)
  }
  return [[...before, `${hole}=`].join('&'), after.map((pair) => `&${pair}`).join('')]
}
