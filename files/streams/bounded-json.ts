import { isUtf8 } from 'node:buffer'
import { extentOf, MAX_JSON_DEPTH } from './json-extent.js'

/** Limits that are checked before JSON is parsed. */
interface JsonLimits {
  /** Maximal depth of nested lists and objects. */
  depth?: number
  /** Maximal number of elements of all lists and objects together: the time for parsing and storing depends on it. */
  members?: number
}

/** JSON exceeds a limit; the message says which. */
export class JsonLimitError extends Error {
  constructor (message: string) {
    super(message)
    this.name = 'JsonLimitError'
  }
}

/**
 * Parses JSON from an untrusted source, after measuring it in one pass without recursion.
 * @param bytes the text in UTF-8, if the caller has it.
 * @throws JsonLimitError over a limit, SyntaxError when it is not JSON.
 */
export function parseBoundedJson (
  text: string, limits: JsonLimits = {}, bytes: Uint8Array = Buffer.from(text)
): unknown {
  const { depth = MAX_JSON_DEPTH, members = Infinity } = limits
  const extent = extentOf(bytes)
  if (extent.depth > depth) throw new JsonLimitError(`it nests deeper than ${depth} levels`)
  if (extent.members > members) throw new JsonLimitError(`it has more than ${members} members`)
  return JSON.parse(text) as unknown
}

/**
 * Parses JSON received from another server.
 * @throws JsonLimitError over a limit, SyntaxError when it is not JSON in UTF-8.
 */
export function parseReceivedJson (bytes: Buffer, limits: JsonLimits = {}): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('it is not UTF-8')
  return parseBoundedJson(bytes.toString('utf8').replace(/^\uFEFF/, ''), limits, bytes)
}
