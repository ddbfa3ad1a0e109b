import { setTimeout as pause } from 'node:timers/promises'
import type { Listed, MirrorSpool } from '../../../../db/bulk/mirror-spool.js'
import type { MirroredType } from './mirrored-types.js'
import { inParallel } from './pace.js'
import { readScalars } from './scalars.js'
import { shown } from './source-address.js'
import { factsOf, type Source } from './source.js'
import { SourceError } from './source-error.js'

/** Passes through a list until it is given up that its total and its records agree. */
const PASSES = 5

/** Milliseconds between two passes; a source that is being written to needs a moment. */
const BETWEEN = 500

/** Records and scalars that are asked for at once, at first. */
export const RECORDS = 100
const SCALARS = 5000

/** Maximal bytes of a document that holds nothing but ids and dates. */
const SCALAR_BYTES = 1024 ** 3

/** Maximal number of pages of a list that does not say how long it is. */
const MAX_PAGES = 100_000

/** How many rows a page had, how many of them were not listed before, and the total that it told of. */
export interface PageRows { rows: number, added: number, total: number | null }

/** Records beyond the announced total that may have been added in the meantime; a list with more has no end. */
const MAX_SURPLUS = 10_000
const MAX_ROWS = 100_000_000

/** Reads one page and lists its rows. */
export type PageReader = (page: number, size: number) => Promise<PageRows>

/**
 * Finds out which records a source has. Where it can, it has the source list them in one answer, which nothing can
 * shift; else page by page, until a pass finds as many records as each of its pages announced.
 */
export class Lister {
  /** Types of which the source gives no scalars, so that records are listed by reading them. */
  readonly #withoutScalars = new Set<string>()

  /** @param onUnsettled told of lists that do not settle, which are taken as they are; absent: they are an error. */
  constructor (
    readonly source: Source, readonly spool: MirrorSpool, readonly onUnsettled?: (line: string) => void
  ) {}

  /**
   * Lists a type in the spool.
   *
   * @param readPage reads a page of whole records, for sources that list nothing else.
   * @throws SourceError, `unsettled` when totals and records never agree.
   */
  async list (type: MirroredType, readPage: PageReader): Promise<void> {
    if (!this.#withoutScalars.has(type.name) && await this.#listScalars(type)) return
    this.#withoutScalars.add(type.name)
    await this.listPages(type, RECORDS, readPage)
  }

  /** Whether the records of a type are listed by reading them all. */
  readsAll (type: MirroredType): boolean {
    return this.#withoutScalars.has(type.name)
  }

  /** @returns false when the source does not list scalars. */
  async #listScalars (type: MirroredType): Promise<boolean> {
    try {
      for (let pass = 1; pass <= 2; pass++) {
        // What is no number turns paging off (docs/contract/search.md §2.1).
        const all = await this.#scalars(type, { page: 'all' })
        if (all === undefined) return false
        if (all.total === null || all.total === this.spool.countListed(type.name)) return true
      }
    } catch (error) {
      if (error instanceof SourceError && error.status === 400) return false
      if (!(error instanceof SourceError && error.isTooMuch)) throw error
    }
    await this.listPages(type, SCALARS, async (page, size) => {
      const found = await this.#scalars(type, { page, per_page: size }, page > 1)
      if (found === undefined) throw new SourceError('content', `${this.source.address}/${type.name} answered records where ids were expected.`)
      return found
    })
    return true
  }

  async #scalars (
    type: MirroredType, page: { page: string | number, per_page?: number }, isFurther = false
  ): Promise<PageRows | undefined> {
    const scalar = type.hasModified ? 'modified' : 'id'
    const url = this.source.at(type.name, { return_scalar: scalar, sort_by: 'id', sort_order: 'asc', ...page })
    return await this.source.patiently(url, { maxBytes: SCALAR_BYTES, attempts: 3 }, async (answer) => {
      if (!isFurther) this.spool.clearListing(type.name)
      const { total } = factsOf(answer)
      const found = { rows: 0, added: 0, total }
      const end = await readScalars(answer.body, (rows) => {
        // Of other types the id stands there twice, and tells nothing of changes.
        const listed = type.hasModified ? rows : rows.map(([id]): Listed => [id, null])
        found.added += this.spool.list(type.name, listed)
        found.rows += rows.length
        if (found.rows > (total ?? MAX_ROWS) + MAX_SURPLUS) {
          throw new SourceError('unsettled', `${shown(url)} has no end: more than ${found.rows} records, ${total ?? 'none'} announced.`)
        }
      })
      if (end === 'broken') throw new SourceError('content', `${shown(url)} answered JSON that was cut short.`)
      return end === 'whole' ? found : undefined
    })
  }

  /** Passes through the pages of a list until they agree. @param size rows a page, at first. @throws SourceError */
  async listPages (type: MirroredType, size: number, readPage: PageReader): Promise<void> {
    let found = { total: 0 as number | null, rows: 0 }
    for (let pass = 1; pass <= PASSES; pass++) {
      if (pass > 1) await pause(BETWEEN, undefined, { signal: this.source.signal })
      this.spool.clearListing(type.name)
      try {
        const { isWhole, total } = await this.#pass(type, size, readPage)
        if (isWhole) return
        found = { total, rows: this.spool.countListed(type.name) }
      } catch (error) {
        // Not a pass that has failed, but one with pages that are too large.
        if (!(error instanceof SourceError && error.isTooMuch) || size === 1) throw error
        size = Math.ceil(size / 2)
        pass--
      }
    }
    const message = `${this.source.address}/${type.name} announces ${found.total ?? 'no'} records, and lists ` +
      `${found.rows}: the list does not settle, though it was read ${PASSES} times.`
    if (this.onUnsettled === undefined) throw new SourceError('unsettled', `${message} Try again when nobody writes there.`)
    this.onUnsettled(message)
  }

  async #pass (
    type: MirroredType, size: number, readPage: PageReader
  ): Promise<{ isWhole: boolean, total: number | null }> {
    const first = await readPage(1, size)
    if (first.total === null) return { isWhole: await this.#untilEmpty(type, first, size, readPage), total: null }
    // A source may cap the size of pages.
    const width = first.rows > 0 && first.rows < first.total ? first.rows : size
    const last = Math.ceil(first.total / Math.max(width, 1))
    let shifted = 0
    const pages = function * (): Generator<number> {
      for (let page = 2; page <= last; page++) {
        if (shifted > 0) return
        yield page
      }
    }
    await inParallel(pages(), this.source.concurrency, async (page) => {
      const { rows, total } = await readPage(page, size)
      if (total !== first.total || rows === 0) shifted++
    })
    return { isWhole: shifted === 0 && this.spool.countListed(type.name) === first.total, total: first.total }
  }

  /** Reads a list without a total, to its first page that brings nothing new. */
  async #untilEmpty (type: MirroredType, first: PageRows, size: number, readPage: PageReader): Promise<boolean> {
    let { rows, added } = first
    for (let page = 2; rows > 0 && added > 0; page++) {
      if (page > MAX_PAGES) {
        throw new SourceError('unsettled', `${this.source.address}/${type.name} has no end: more than ${MAX_PAGES} pages.`)
      }
      ({ rows, added } = await readPage(page, size))
    }
    return true
  }
}
