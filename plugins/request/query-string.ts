import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Query, QueryValue } from '../../api/core/calls/call.js'
import { BadRequestError } from '../../api/core/calls/errors.js'
import { EmptyQuery } from '../../api/core/calls/query-input.js'
import { extendRequest } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** The query as this plugin parses it: `request.query`, with its type. Empty until then. */
    query: Query
  }
}

/** PHP's limits for the number of parameters and of brackets in a name; PHP silently drops parameters above them. */
const MAX_PARAMETERS = 1000
const MAX_DEPTH = 64

const PERCENT = 0x25
const INDEX = /^(?:0|[1-9]\d{0,14})$/

/** Parameters under one name, in the order in which they first appeared. */
class Branch extends Map<string, Branch | string> {
  /** The next key for `[]`. */
  next = 0

  put (key: string | null, value: Branch | string): void {
    const name = key ?? String(this.next)
    if (INDEX.test(name)) this.next = Math.max(this.next, Number(name) + 1)
    this.set(name, value)
  }

  /** The branch under `key`; replaces a text there. */
  branch (key: string | null): Branch {
    const present = key === null ? undefined : this.get(key)
    if (present instanceof Branch) return present
    const made = new Branch()
    this.put(key, made)
    return made
  }
}

/**
 * Parses a query string like PHP (docs/contract/search.md §1): brackets nest, `[]` appends, the last of repeated
 * parameters counts, `.` and space in a name become `_`, and nothing is malformed.
 *
 * Objects have no prototype, so that no name has a special meaning. Keys 0, 1, 2 … make a list; so do other sequences
 * of numbers that a JavaScript object would reorder.
 *
 * @throws BadRequestError for more than 1000 parameters or 64 brackets.
 */
export function parseQuery (text: string): Query {
  const root = new Branch()
  const parts = text.split('&')
  if (parts.length > MAX_PARAMETERS) throw new BadRequestError(`The query has more than ${MAX_PARAMETERS} parameters.`)
  for (const part of parts) {
    const at = part.indexOf('=')
    const keys = keysOf(decode(at === -1 ? part : part.slice(0, at)))
    const leaf = keys.pop()
    if (leaf === undefined) continue
    let branch = root
    for (const key of keys) branch = branch.branch(key)
    branch.put(leaf, at === -1 ? '' : decode(part.slice(at + 1)))
  }
  return objectOf(root)
}

/** The keys in a name such as `property[0][type]`, null for `[]`; none for an empty name. */
function keysOf (name: string): Array<string | null> {
  const open = name.indexOf('[')
  const first = (open === -1 ? name : name.slice(0, open)).replace(/^ +/, '').replace(/[ .]/g, '_')
  if (first === '') return []
  if (open === -1) return [first]
  // A bracket that is never closed is part of the name.
  if (name.indexOf(']', open) === -1) return [first + name.slice(open).replace(/[ .[]/g, '_')]
  const keys: Array<string | null> = [first]
  for (let at = open; name[at] === '[';) {
    const close = name.indexOf(']', at)
    if (close === -1) break
    const key = name.slice(at + 1, close)
    keys.push(key.trim() === '' ? null : key)
    if (keys.length > MAX_DEPTH) throw new BadRequestError(`The query is nested more than ${MAX_DEPTH} levels deep.`)
    at = close + 1
  }
  return keys
}

function objectOf (branch: Branch): Query {
  const object = new EmptyQuery()
  for (const [key, value] of branch) object[key] = valueOf(value)
  return object
}

function valueOf (value: Branch | string): QueryValue {
  if (typeof value === 'string') return value
  return isList(value) ? [...value.values()].map(valueOf) : objectOf(value)
}

function isList (branch: Branch): boolean {
  const keys = [...branch.keys()]
  if (!keys.every((key) => INDEX.test(key))) return false
  return keys.every((key, i) => Number(key) === i) || keys.some((key, i) => i > 0 && Number(key) < Number(keys[i - 1]))
}

/** Decodes `+` and `%20` to spaces. Invalid escapes stay as they are, invalid UTF-8 becomes U+FFFD. */
function decode (text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return bytesOf(spaced).toString('utf8')
  }
}

function bytesOf (text: string): Buffer {
  const source = Buffer.from(text)
  const bytes = Buffer.alloc(source.length)
  let length = 0
  for (let at = 0; at < source.length; at++) {
    const escape = source[at] === PERCENT ? source.toString('latin1', at + 1, at + 3) : ''
    const isEscape = /^[0-9a-f]{2}$/i.test(escape)
    bytes[length++] = isEscape ? parseInt(escape, 16) : source[at]!
    if (isEscape) at += 2
  }
  return bytes.subarray(0, length)
}

/** Parses the query of every request like PHP, independently of the embedding application's `querystringParser`. */
function queryStringPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  extendRequest(fastify, { query: Object.freeze(new EmptyQuery()) })
  fastify.addHook('onRequest', (request, _reply, next) => {
    const url = request.raw.url ?? ''
    const at = url.indexOf('?')
    const query = at === -1 ? new EmptyQuery() : parseQuery(url.slice(at + 1))
    request.query = query
    request.vitrine.query = query
    next()
  })
  done()
}

export default fp(queryStringPlugin, { name: 'vitrine-query-string', dependencies: ['vitrine-namespace'] })
