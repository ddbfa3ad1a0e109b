import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Answer } from '../../api/core/answers/answer.js'
import type { Query, QueryValue } from '../../api/core/calls/call.js'
import { isNumeric, leadingNumber } from '../../api/core/calls/given.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { DEFAULTS, EmptyQuery } from '../../api/core/calls/query-input.js'
import { longLists } from './long-lists.js'
import { goneSignal } from '../http/client-gone.js'
import { extendReply, extendRequest } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** The requested page of a list, with defaults filled in. */
    page (): Page
  }
  interface VitrineReply {
    /** Makes a list of at most `rows` rows; a long one in its turn (long-lists.ts), unless the client has left. */
    makeList<T> (rows: number, work: () => T | Promise<T>): T | Promise<T>
    /** Sets Link and the headers with the total for a page of the list at `address`. A null total is unknown. */
    describePage (page: Page, address: string, answer: Pick<Answer, 'total' | 'next'>): void
  }
}

interface Page {
  /** The query, with defaults; in links, `page` is replaced, or `cursor` if it has one. */
  query: Query
  number: number
  /** Rows per page in links, for a list that does not follow the query and the settings. */
  size?: number
  /** Maximal number of rows that the query finds, as far as is known before the search. */
  rows: number
}

/**
 * Adds the parameters that every search gets according to the contract (docs/contract/search.md §1): `sort_by`,
 * `sort_order`, `page`, and flags that say which of them are defaults. Other flags are removed, even if the client sent
 * them.
 */
export function withDefaults (query: Query): Query {
  const filled = Object.assign(new EmptyQuery(), query)
  const isDefault = query.sort_by === undefined || query.sort_by === ''
  flag(filled, 'sort_by_default', isDefault)
  flag(filled, 'sort_order_default', isDefault && (query.sort_order === undefined || query.sort_order === ''))
  filled.sort_by ??= DEFAULTS.sort_by
  filled.sort_order ??= DEFAULTS.sort_order
  if (filled.cursor === undefined) filled.page ??= DEFAULTS.page
  return filled
}

function flag (query: Query, name: string, isSet: boolean): void {
  if (isSet) query[name] = ''
  else delete query[name]
}

/** PHP's cast to an integer, at least 1: the number that a text begins with, 1 for a list. */
function positive (value: Query[string] | undefined): number {
  const number = typeof value === 'string' ? Math.trunc(leadingNumber(value)) : 1
  return Math.min(Math.max(number, 1), Number.MAX_SAFE_INTEGER)
}

/**
 * Above this length, a Link header only has the next page: each link repeats the query, and many clients accept no more
 * than 16 KiB of headers.
 */
const LINK_HEADER_MAX_CHARACTERS = 12_000

/** The header with these links; if it would be too long, only that to the next page. */
function linkHeaderOf (links: readonly string[]): string | undefined {
  const header = links.join(', ')
  return header.length <= LINK_HEADER_MAX_CHARACTERS ? header : links.find((link) => link.endsWith('; rel="next"'))
}

/**
 * Links to other pages (docs/contract/http.md §9): `first` always; `prev` even past the end; `next` and `last` only if
 * there are such pages.
 */
export function linkHeader (
  page: Required<Omit<Page, 'rows'>>, address: string, total: number | null
): string | undefined {
  const [before, after] = encodeQuery(page.query, 'page')
  const last = Math.ceil((total ?? 0) / page.size)
  const link = (number: number, relation: string): string =>
    `<${address}?${before}${number}${after}>; rel="${relation}"`
  const links = [link(1, 'first')]
  if (page.number > 1) links.push(link(page.number - 1, 'prev'))
  if (page.number + 1 <= last) links.push(link(page.number + 1, 'next'))
  if (last >= 1) links.push(link(last, 'last'))
  return linkHeaderOf(links)
}

/** Characters that are not escaped in a query. The comma is, because some clients split Link headers at commas. */
const BARE: Record<string, string> = { '%24': '$', '%3A': ':', '%40': '@', '%2F': '/', '%3F': '?' }

function encode (text: string): string {
  // Most names and values need no escapes.
  if (/^[\w.~$:@/?-]*$/.test(text)) return text
  return encodeURIComponent(text).replace(/%(?:24|3A|40|2F|3F)/g, (escape) => BARE[escape]!)
}

/** @param name encoded. @returns the parameter, or all that are nested in it, each followed by `&`. */
function pairs (name: string, value: QueryValue): string {
  if (typeof value === 'string') return `${name}=${encode(value)}&`
  let text = ''
  // Queries inherit no names; `Object.entries` would take half as long again.
  for (const key in value) text += pairs(`${name}%5B${encode(key)}%5D`, (value as Query)[key]!)
  return text
}

/**
 * Writes a query for a Link header (docs/contract/http.md §9), with indexes of lists, and spaces as `%20`.
 *
 * @returns the text before and after the value of the parameter `hole`, which is appended if the query lacks it.
 */
export function encodeQuery (query: Query, hole: string): [before: string, after: string] {
  let before = ''
  let after = ''
  let seen = false
  for (const name in query) {
    if (name === hole) seen = true
    else if (seen) after += pairs(encode(name), query[name]!)
    else before += pairs(encode(name), query[name]!)
  }
  return [`${before}${hole}=`, after === '' ? '' : `&${after.slice(0, -1)}`]
}

/** Links of a page that was requested by cursor. */
function cursorLinkHeader (query: Query, address: string, next: string | undefined): string | undefined {
  const [before, after] = encodeQuery(query, 'cursor')
  const link = (cursor: string, relation: string): string =>
    `<${address}?${before}${cursor}${after}>; rel="${relation}"`
  return linkHeaderOf([link('', 'first'), ...(next === undefined ? [] : [link(next, 'next')])])
}

/** Without a numeric page there is no paging, and only `limit` bounds the list (docs/contract/http.md §9). */
function rowsOf ({ page, cursor, per_page: size, limit }: Query, standard: number): number {
  if (isNumeric(size) && (isNumeric(page) || cursor !== undefined)) return positive(size)
  if (isNumeric(page)) return standard
  if (isNumeric(limit)) return Math.max(Number(limit), 0)
  return cursor === undefined ? Infinity : standard
}

/** Maximum number of rows of a list that does not have to wait. */
const SHORT_LIST_ROWS = 1000

const BYTES_PER_MEGABYTE = 1024 * 1024

/** Long answers that clients have not read yet may take this share of the setting `memory`. */
const UNSENT_SHARE = 1 / 2

/** Names of the headers for the number of all rows, under each product word. */
export function totalHeaders ({ product, productAliases }: Pick<Settings, 'product' | 'productAliases'>): string[] {
  return [product, ...productAliases].map((word) => `${word}-Total-Results`)
}

function pagingPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { collectionSettings, settings } = fastify.api
  const totals = totalHeaders(settings)

  /** As in the reference: if `per_page` only begins with a number, links use it, but the search uses the setting. */
  function sizeOf ({ per_page: size }: Query): number {
    return size === undefined ? collectionSettings.latest.pageSize : positive(size)
  }

  const makeLong = longLists(settings.memory * BYTES_PER_MEGABYTE * UNSENT_SHARE)
  extendRequest(fastify, {
    page () {
      const query = withDefaults(this.query)
      return { query, number: positive(query.page), rows: rowsOf(query, collectionSettings.latest.pageSize) }
    }
  })

  extendReply(fastify, {
    makeList (rows, work) {
      const { reply, reply: { request } } = this
      return rows <= SHORT_LIST_ROWS ? work() : makeLong(request.vitrine.client, work, goneSignal(request, reply))
    },
    describePage ({ query, number, size = sizeOf(query) }, address, { total, next }) {
      const isByCursor = total !== null && query.cursor !== undefined
      // A list without a total is not paged: it only links to its first page.
      const numbered = { query, size, number: total === null ? 1 : number }
      const link = isByCursor ? cursorLinkHeader(query, address, next) : linkHeader(numbered, address, total)
      if (link !== undefined) this.reply.header('link', link)
      if (total !== null) for (const name of totals) this.reply.header(name, total)
    }
  })
  done()
}

export default fp(pagingPlugin, { name: 'vitrine-paging', dependencies: ['vitrine-api', 'vitrine-namespace'] })
