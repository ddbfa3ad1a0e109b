/** How deep JSON may nest. PHP reads no deeper, and recursion over JSON stays far from the end of the stack. */
export const MAX_JSON_DEPTH = 512

/** How large JSON may be before it is parsed. */
export interface JsonLimits {
  /** Lists and objects inside each other. */
  depth?: number
  /** Elements of all lists and objects together: what parsing and storing take their time for. */
  members?: number
}

/** JSON is larger than it may be; the message says in which respect. */
export class JsonLimitError extends Error {
  constructor (message: string) {
    super(message)
    this.name = 'JsonLimitError'
  }
}

const enum Char {
  Quote = 0x22, Comma = 0x2c, Backslash = 0x5c,
  OpenBracket = 0x5b, CloseBracket = 0x5d, OpenBrace = 0x7b, CloseBrace = 0x7d
}

/**
 * Parses JSON that somebody else wrote, after one pass over the text that builds nothing and does not recurse.
 *
 * @throws JsonLimitError over a limit, SyntaxError when it is not JSON.
 */
export function parseBoundedJson (text: string, limits: JsonLimits = {}): unknown {
  const { depth = MAX_JSON_DEPTH, members = Infinity } = limits
  const extent = extentOf(text)
  if (extent.depth > depth) throw new JsonLimitError(`it nests deeper than ${depth} levels`)
  if (extent.members > members) throw new JsonLimitError(`it has more than ${members} members`)
  return JSON.parse(text) as unknown
}

/** How deep the brackets of a JSON text nest, and how many members there are, at most. */
function extentOf (text: string): Required<JsonLimits> {
  let level = 0
  let depth = 0
  let members = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case Char.Quote:
        for (at++; at < text.length && text.charCodeAt(at) !== Char.Quote; at++) {
          if (text.charCodeAt(at) === Char.Backslash) at++
        }
        break
      case Char.OpenBracket:
      case Char.OpenBrace:
        members++
        if (++level > depth) depth = level
        break
      case Char.CloseBracket:
      case Char.CloseBrace:
        level--
        break
      case Char.Comma:
        members++
    }
  }
  return { depth, members }
}
