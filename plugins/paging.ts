import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Answer } from '../api/answer.js'
import type { Query } from '../api/call.js'
import { isNumeric, leadingNumber } from '../api/numbers.js'
import { extendReply, extendRequest } from './namespace.js'
import { encodeQuery } from './query-text.js'

declare module './namespace.js' {
  interface VitrineRequest {
    /** The page that the query asks for, with the defaults of a list filled in. */
    page (): Promise<Page>
  }
  interface VitrineReply {
    /** Sets Link and the total-results headers for a page of the list at `address`. A null total is unknown. */
    describePage (page: Page, address: string, answer: Pick<Answer, 'total' | 'next'>): void
  }
}

export interface Page {
  /** The query to search with. */
  query: Query
  /** The query as it is linked to; its `page` is replaced, or its `cursor` if it has one. */
  linked: Query
  number: number
  /** Entries on a page, as the links count them. */
  size: number
  /** Most entries that the query finds. */
  rows: number
}

/**
 * Adds what every search of the contract gets (docs/contract/search.md §1): `sort_by`, `sort_order`, `page`, and flags
 * that say which of them are defaults. Null flags are not there at all, even if the client sent them.
 */
export function withDefaults (query: Query): Query {
  const filled: Query = Object.assign(Object.create(null) as Query, query)
  const isDefault = query.sort_by === undefined || query.sort_by === ''
  flag(filled, 'sort_by_default', isDefault)
  flag(filled, 'sort_order_default', isDefault && (query.sort_order === undefined || query.sort_order === ''))
  filled.sort_by ??= 'id'
  filled.sort_order ??= 'asc'
  if (filled.cursor === undefined) filled.page ??= '1'
  return filled
}

function flag (query: Query, name: string, isSet: boolean): void {
  if (isSet) query[name] = ''
  else delete query[name]
}

/** PHP's cast to a positive integer: what a text begins with, 1 for a list, never below 1. */
function positive (value: Query[string] | undefined): number {
  const number = typeof value === 'string' ? Math.trunc(leadingNumber(value)) : 1
  return Math.min(Math.max(number, 1), Number.MAX_SAFE_INTEGER)
}

/**
 * Links to the pages around one (docs/contract/http.md §9): always `first`; `prev` even past the end; `next` and `last`
 * as long as there are such pages.
 */
export function linkHeader (page: Page, address: string, total: number | null): string {
  const [before, after] = encodeQuery(page.linked, 'page')
  const last = Math.ceil((total ?? 0) / page.size)
  const link = (number: number, relation: string): string =>
    `<${address}?${before}${number}${after}>; rel="${relation}"`
  const links = [link(1, 'first')]
  if (page.number > 1) links.push(link(page.number - 1, 'prev'))
  if (page.number + 1 <= last) links.push(link(page.number + 1, 'next'))
  if (last >= 1) links.push(link(last, 'last'))
  return links.join(', ')
}

/** Links of a page that was asked for by its cursor. */
export function cursorLinkHeader ({ linked }: Page, address: string, next: string | undefined): string {
  const [before, after] = encodeQuery(linked, 'cursor')
  const link = (cursor: string, relation: string): string =>
    `<${address}?${before}${cursor}${after}>; rel="${relation}"`
  return [link('', 'first'), ...(next === undefined ? [] : [link(next, 'next')])].join(', ')
}

/** Without a numeric page there is no paging, and `limit` alone bounds the list (docs/contract/http.md §9). */
function rowsOf ({ page, cursor, per_page: size, limit }: Query): number {
  if (isNumeric(page) || cursor !== undefined) return positive(size)
  return isNumeric(limit) ? Math.max(Number(limit), 0) : Infinity
}

function pagingPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { product, productAliases } = fastify.api.settings
  const totalHeaders = [product, ...productAliases].map((word) => `${word}-Total-Results`)

  extendRequest(fastify, {
    async page () {
      const linked = withDefaults(this.request.query as Query)
      const number = positive(linked.page)
      if (isNumeric(linked.per_page)) {
        return { query: linked, linked, number, size: positive(linked.per_page), rows: rowsOf(linked) }
      }
      const standard = await fastify.api.pageSize()
      // Links count by whatever `per_page` begins with, rows by the setting: that is how the reference does it.
      const size = linked.per_page === undefined ? standard : positive(linked.per_page)
      const query = { ...linked, per_page: String(standard) }
      return { query, linked, number, size, rows: rowsOf(query) }
    }
  })

  extendReply(fastify, {
    describePage (page, address, { total, next }) {
      const isByCursor = total !== null && page.query.cursor !== undefined
      // A list without a total is not paged: only its first page is linked.
      const numbered = total === null ? { ...page, number: 1 } : page
      const link = isByCursor ? cursorLinkHeader(page, address, next) : linkHeader(numbered, address, total)
      this.reply.header('link', link)
      if (total !== null) for (const name of totalHeaders) this.reply.header(name, total)
    }
  })
  done()
}

export default fp(pagingPlugin, { name: 'vitrine-paging', dependencies: ['vitrine-api', 'vitrine-namespace'] })
