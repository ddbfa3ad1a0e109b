import { setTimeout as pause } from 'node:timers/promises'
import type { Listed, MirrorSpool } from '../../../../db/bulk/mirror-spool.js'
import { isObject } from '../../../core/calls/payload.js'
import type { MirroredType } from './mirrored-types.js'
import type { Source } from './source.js'
import { SourceError } from './source-error.js'

/** Attempts to list a type until its total and its records agree. */
const LISTING_ATTEMPTS = 5

/** Pause between two attempts, because the source is being written to. */
const LISTING_PAUSE_MS = 500

/** Initial number of records, and of scalars, per request. */
export const RECORDS_PER_REQUEST = 100
const SCALARS_PER_REQUEST = 5000

/** Limit for the pages of a list. */
const PAGES_MAX = 100_000

/** Number of rows of a page, number of rows not listed before, and the announced total. */
export interface PageRows { rows: number, added: number, total: number | null }

/** Reads one page and lists its rows. */
export type PageReader = (page: number, size: number) => Promise<PageRows>

/**
 * Lists the records of a source. If possible, it requests a single response, whose rows cannot shift; otherwise it
 * reads pages until an attempt finds as many records as each page announces.
 */
export class Lister {
  /** Types without scalars in the source, whose records are listed by reading them. */
  readonly #withoutScalars = new Set<string>()

  /**
   * @param onUnsettled called for lists whose totals and records do not agree, which are then accepted; absent: they
   * are an error.
   */
  constructor (
    readonly source: Source, readonly spool: MirrorSpool, readonly onUnsettled?: (line: string) => void
  ) {}

  /**
   * Lists a type in the spool.
   * @param readPage reads a page of whole records, for sources that list nothing else.
   * @throws SourceError, `unsettled` when totals and records never agree.
   */
  async list (type: MirroredType, readPage: PageReader): Promise<void> {
    if (!this.#withoutScalars.has(type.name) && await this.#listScalars(type)) return
    this.#withoutScalars.add(type.name)
    await this.listPages(type, RECORDS_PER_REQUEST, readPage)
  }

  /** Whether the records of a type are listed by reading them all. */
  readsAll (type: MirroredType): boolean {
    return this.#withoutScalars.has(type.name)
  }

  /** @returns false when the source does not list scalars. */
  async #listScalars (type: MirroredType): Promise<boolean> {
    try {
      for (let pass = 1; pass <= 2; pass++) {
        this.spool.clearListing(type.name)
        // A page that is not a number turns paging off (docs/contract/search.md §2.1).
        const all = await this.#scalars(type, { page: 'all' })
        if (all === undefined) return false
        if (all.total === null || all.total === this.spool.countListed(type.name)) return true
      }
    } catch (error) {
      if (error instanceof SourceError && error.status === 400) return false
      if (!(error instanceof SourceError && error.isTooMuch)) throw error
    }
    await this.listPages(type, SCALARS_PER_REQUEST, async (page, size) => {
      const found = await this.#scalars(type, { page, per_page: size })
      if (found === undefined) throw new SourceError('content', `${this.source.address}/${type.name} answered records where ids were expected.`)
      return found
    })
    return true
  }

  async #scalars (
    type: MirroredType, page: { page: string | number, per_page?: number }
  ): Promise<PageRows | undefined> {
    const scalar = type.hasModified ? 'modified' : 'id'
    const url = this.source.at(type.name, { return_scalar: scalar, sort_by: 'id', sort_order: 'asc', ...page })
    const { body, total } = await this.source.json(url, { attempts: 3 })
    const scalars = scalarsIn(body)
    // Other types return the id as the scalar, which does not reveal changes.
    const listed = scalars?.map(([id, date]): Listed => [id, type.hasModified ? date : null])
    return listed && { rows: listed.length, added: this.spool.list(type.name, listed), total }
  }

  /**
   * Reads the pages of a list repeatedly until they agree. @param size initial number of rows per page. @throws
   * SourceError
   */
  async listPages (type: MirroredType, size: number, readPage: PageReader): Promise<void> {
    let found = { total: 0 as number | null, rows: 0 }
    for (let pass = 1; pass <= LISTING_ATTEMPTS; pass++) {
      if (pass > 1) await pause(LISTING_PAUSE_MS, undefined, { signal: this.source.signal })
      this.spool.clearListing(type.name)
      try {
        const { isWhole, total } = await this.#pass(type, size, readPage)
        if (isWhole) return
        found = { total, rows: this.spool.countListed(type.name) }
      } catch (error) {
        // Try again with smaller pages; this attempt does not count.
        if (!(error instanceof SourceError && error.isTooMuch) || size === 1) throw error
        size = Math.ceil(size / 2)
        pass--
      }
    }
    const message = `${this.source.address}/${type.name} announces ${found.total ?? 'no'} records, and lists ` +
      `${found.rows}: the list does not settle, though it was read ${LISTING_ATTEMPTS} times.`
    if (this.onUnsettled === undefined) throw new SourceError('unsettled', `${message} Try again when nobody writes there.`)
    this.onUnsettled(message)
  }

  /** Reads the pages one after the other. @returns whether as many records were listed as each page announces. */
  async #pass (
    type: MirroredType, size: number, readPage: PageReader
  ): Promise<{ isWhole: boolean, total: number | null }> {
    let announced: number | null | undefined
    for (let page = 1; page <= PAGES_MAX; page++) {
      const { rows, added, total } = await readPage(page, size)
      if (page === 1) announced = total
      const listed = this.spool.countListed(type.name)
      if (total !== announced) return { isWhole: false, total }
      if (rows === 0 || added === 0 || listed === total) return { isWhole: total === null || listed === total, total }
    }
    throw new SourceError('unsettled', `${this.source.address}/${type.name} has no end: more than ${PAGES_MAX} pages.`)
  }
}

/**
 * Ids with their scalars (docs/contract/search.md §4): `{"7": "2026-11-22 06:54:03"}`. Undefined for anything else: a
 * source that does not support `return_scalar` returns a list of records.
 */
export function scalarsIn (body: unknown): Array<[id: number, scalar: string | null]> | undefined {
  if (!isObject(body) || (Array.isArray(body) && body.length > 0)) return undefined
  return Object.entries(body).map(([id, scalar]) =>
    [Number(id), typeof scalar === 'string' || scalar === null ? scalar : JSON.stringify(scalar)])
}
