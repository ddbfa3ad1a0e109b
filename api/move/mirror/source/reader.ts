import { setTimeout as pause } from 'node:timers/promises'
import type { Listed, MirrorSpool } from '../../../../db/bulk/mirror-spool.js'
import { isObject } from '../../../core/calls/given.js'
import { inBatches } from '../../pipeline/source.js'
import type { MirroredType } from './mirrored-types.js'
import { inParallel } from '../../pipeline/in-parallel.js'
import { checkedRecord, filesOf, modifiedOf, parentOf, withStorableFile, type SourceRecord } from './record-check.js'
import { shownAddress } from './source-address.js'
import { RECORD_MAX_BYTES, type Source } from './source.js'
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

/** After more successive failures than this, the source counts as broken. */
const FAILURES_MAX = 10

/** The source ignores the parameter `id`. */
class FilterIgnoredError extends Error {}

/** Number of rows of a page, number of rows not listed before, and the announced total. */
interface PageRows { rows: number, added: number, total: number | null }

/** The announced total and the number of listed rows; `isWhole`: they agree, on every page. */
interface Listing { isWhole: boolean, total: number | null, listed: number }

/** Reads one page and lists its rows. */
type PageReader = (page: number, size: number) => Promise<PageRows>

/** Reads records of a source into the spool. */
export class Reader {
  /** Types without scalars in the source, whose records are listed by reading them. */
  readonly #withoutScalars = new Set<string>()
  /** Types whose lists have proved to support the parameter `id`. */
  readonly #withFilter = new Set<string>()
  /**
   * Records per request, by type; less than RECORDS_PER_REQUEST when the source failed with more, 1 when its lists
   * ignore the parameter `id`.
   */
  readonly #sizes = new Map<string, number>()
  #failures = 0

  /**
   * @param run number of this run.
   * @param onRead called with the number of records that were read.
   * @param onUnsettled called for lists whose totals and records do not agree, which are then accepted; absent: they
   * are an error.
   * @param take receives the records instead of the spool.
   */
  constructor (
    readonly source: Source,
    readonly spool: MirrorSpool,
    readonly run: number,
    readonly onRead: (count: number) => void,
    readonly onUnsettled?: (line: string) => void,
    readonly take?: (type: MirroredType, records: readonly SourceRecord[]) => Promise<void>
  ) {}

  /**
   * Lists the records of a type: their ids with the dates of their last changes, if possible by a single response,
   * whose rows cannot shift. Reads the records themselves if the source lists nothing else.
   * @throws SourceError, `unsettled` when totals and records never agree.
   */
  async list (type: MirroredType): Promise<void> {
    if (!this.#withoutScalars.has(type.name) && await this.#listScalars(type)) return
    this.#withoutScalars.add(type.name)
    await this.#readPages(type)
  }

  /** Whether `list` reads all records of the type. */
  readsAll (type: MirroredType): boolean {
    return this.#withoutScalars.has(type.name)
  }

  /**
   * Reads records by id; records that no longer exist are dropped.
   * @param isGone they are also missing in the list, so absence from a response suffices to drop them.
   */
  async read (type: MirroredType, ids: Iterable<number>, isGone = false): Promise<void> {
    try {
      await inParallel(this.#batches(type, ids), this.source.concurrency, async (batch) => {
        await this.#readBatch(type, batch, isGone)
      })
    } catch (error) {
      if (!(error instanceof FilterIgnoredError)) throw error
      await this.#readPages(type)
    }
  }

  #batches (type: MirroredType, ids: Iterable<number>): AsyncIterable<number[]> {
    return inBatches(ids, () => 1 / (this.#sizes.get(type.name) ?? RECORDS_PER_REQUEST))
  }

  async #readBatch (type: MirroredType, ids: number[], isGone: boolean): Promise<void> {
    if (ids.length === 1) return await this.#readOne(type, ids[0]!)
    const url = this.source.at(type.name, { id: ids.join(','), per_page: ids.length, page: 1 })
    let records: SourceRecord[]
    try {
      const { body } = await this.source.json(url, { attempts: 2 })
      records = this.#recordsIn(type, body, url)
    } catch (error) {
      if (!(error instanceof SourceError && error.isTooMuch)) throw error
      const half = Math.ceil(ids.length / 2)
      this.#sizes.set(type.name, Math.min(half, this.#sizes.get(type.name) ?? half))
      for (const part of [ids.slice(0, half), ids.slice(half)]) await this.#readBatch(type, part, isGone)
      return
    }
    const missing = new Set(ids)
    if (records.some((record) => !missing.has(record['o:id']))) {
      this.#sizes.set(type.name, 1)
      if (!isGone) throw new FilterIgnoredError()
      records = []
    }
    await this.#keep(type, records)
    for (const record of records) missing.delete(record['o:id'])
    // An empty result may mean that the source does not support the filter.
    if (records.length > 0) this.#withFilter.add(type.name)
    const isSure = isGone && this.#withFilter.has(type.name)
    for (const id of missing) {
      if (isSure) this.#drop(type, id)
      else await this.#readOne(type, id)
    }
  }

  async #readOne (type: MirroredType, id: number): Promise<void> {
    const url = this.source.at(`${type.name}/${id}`)
    try {
      const { body } = await this.source.json(url, { maxBytes: RECORD_MAX_BYTES })
      const record = checkedRecord(type, body, url)
      if (record['o:id'] !== id) {
        throw new SourceError('record', `${shownAddress(url)} answered record ${record['o:id']}.`)
      }
      await this.#keep(type, [record])
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      if (error.status === 404) return this.#drop(type, id)
      if (error.failure !== 'status' && error.failure !== 'size' && error.failure !== 'content') throw error
      if (++this.#failures > FAILURES_MAX) throw error
      this.spool.fail(type.name, id, this.run, error.message)
      this.onRead(1)
    }
  }

  /** Lists and reads all records, page by page. */
  async #readPages (type: MirroredType): Promise<void> {
    await this.#listPages(type, RECORDS_PER_REQUEST, async (page, size) => await this.#readPage(type, page, size))
  }

  async #readPage (type: MirroredType, page: number, size: number): Promise<PageRows> {
    const url = this.source.at(type.name, { sort_by: 'id', sort_order: 'asc', per_page: size, page })
    const { body, total } = await this.source.json(url)
    const records = this.#recordsIn(type, body, url)
    const added = this.spool.list(type.name, records.map((record): Listed => [record['o:id'], modifiedOf(type, record)]))
    await this.#keep(type, records)
    return { rows: records.length, added, total }
  }

  #recordsIn (type: MirroredType, body: unknown, url: URL): SourceRecord[] {
    if (!Array.isArray(body)) throw new SourceError('record', `${shownAddress(url)}: expected a list of ${type.name}.`)
    return body.map((record) => checkedRecord(type, record, url))
  }

  async #keep (type: MirroredType, records: readonly SourceRecord[]): Promise<void> {
    this.#failures = 0
    if (this.take !== undefined) return await this.take(type, records)
    this.spool.transaction(() => {
      for (const record of records) {
        const id = record['o:id']
        const parent = parentOf(type, record)
        const stored = withStorableFile(type, record)
        const isNews = this.spool.keep(type.name, id, JSON.stringify(stored), this.run, parent)
        for (const file of filesOf(type, record)) this.spool.files.want(file)
        if (isNews && type.files !== null) this.spool.files.fetchAgain(type.name, id)
        if (isNews && parent !== null) this.spool.renew('items', parent, this.run)
      }
    })
    this.onRead(records.length)
  }

  #drop (type: MirroredType, id: number): void {
    const parent = this.spool.parentOf(type.name, id)
    this.spool.drop(type.name, id)
    if (parent !== null) this.spool.renew('items', parent, this.run)
  }

  /** @returns false when the source does not list scalars. */
  async #listScalars (type: MirroredType): Promise<boolean> {
    try {
      for (let pass = 1; pass <= 2; pass++) {
        this.spool.clearListing(type.name)
        // A page that is not a number turns paging off (docs/contract/search.md §2.1).
        const all = await this.#scalars(type, { page: 'all' })
        if (all === undefined) return false
        if (all.total === null || all.total === all.added) return true
      }
    } catch (error) {
      if (error instanceof SourceError && error.status === 400) return false
      if (!(error instanceof SourceError && error.isTooMuch)) throw error
    }
    await this.#listPages(type, SCALARS_PER_REQUEST, async (page, size) => {
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

  /** Reads the pages of a list repeatedly until they agree. @param size initial number of rows per page. */
  async #listPages (type: MirroredType, size: number, readPage: PageReader): Promise<void> {
    let found: Omit<Listing, 'isWhole'> = { total: 0, listed: 0 }
    for (let pass = 1; pass <= LISTING_ATTEMPTS; pass++) {
      if (pass > 1) await pause(LISTING_PAUSE_MS, undefined, { signal: this.source.signal })
      this.spool.clearListing(type.name)
      try {
        const { isWhole, ...counts } = await this.#pass(type, size, readPage)
        if (isWhole) return
        found = counts
      } catch (error) {
        // Try again with smaller pages; this attempt does not count.
        if (!(error instanceof SourceError && error.isTooMuch) || size === 1) throw error
        size = Math.ceil(size / 2)
        pass--
      }
    }
    const message = `${this.source.address}/${type.name} announces ${found.total ?? 'no'} records, and lists ` +
      `${found.listed}: the list does not settle, though it was read ${LISTING_ATTEMPTS} times.`
    if (this.onUnsettled === undefined) throw new SourceError('unsettled', `${message} Try again when nobody writes there.`)
    this.onUnsettled(message)
  }

  /** Reads the pages one after the other, into an empty listing. */
  async #pass (type: MirroredType, size: number, readPage: PageReader): Promise<Listing> {
    let announced: number | null | undefined
    let listed = 0
    for (let page = 1; page <= PAGES_MAX; page++) {
      const { rows, added, total } = await readPage(page, size)
      if (page === 1) announced = total
      listed += added
      if (total !== announced) return { isWhole: false, total, listed }
      const isWhole = listed === total
      if (isWhole || rows === 0 || added === 0) return { isWhole: isWhole || total === null, total, listed }
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
