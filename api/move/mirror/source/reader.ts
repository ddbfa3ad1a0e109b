import type { Listed, MirrorSpool } from '../../../../db/bulk/mirror-spool.js'
import { inBatches } from '../../pipeline/source.js'
import { Lister, RECORDS_PER_REQUEST, type PageRows } from './lister.js'
import type { MirroredType } from './mirrored-types.js'
import { inParallel } from '../../pipeline/in-parallel.js'
import { checkedRecord, filesOf, modifiedOf, parentOf, withStorableFile, type SourceRecord } from './record-check.js'
import { shownAddress } from './source-address.js'
import { RECORD_MAX_BYTES, type Source } from './source.js'
import { SourceError } from './source-error.js'

/** After more successive failures than this, the source counts as broken. */
const FAILURES_MAX = 10

/** The source ignores the parameter `id`. */
class FilterIgnoredError extends Error {}

/** Reads records of a source into the spool. */
export class Reader {
  readonly #lister: Lister
  /** Types whose lists ignore the parameter `id`. */
  readonly #withoutFilter = new Set<string>()
  /** Types whose lists have proved to support it. */
  readonly #withFilter = new Set<string>()
  /** Records per request, by type; less than RECORDS_PER_REQUEST when the source failed with more. */
  readonly #sizes = new Map<string, number>()
  /** Whether the collection has nothing of the source yet. */
  readonly #isFirst: boolean
  #failures = 0

  /**
   * @param run number of this run.
   * @param onRead called with the number of records that were read.
   * @param onUnsettled called for lists that do not agree; absent: they are an error.
   * @param take receives the records instead of the spool.
   */
  constructor (
    readonly source: Source,
    readonly spool: MirrorSpool,
    readonly run: number,
    readonly onRead: (count: number) => void,
    onUnsettled?: (line: string) => void,
    readonly take?: (type: MirroredType, records: readonly SourceRecord[]) => Promise<void>
  ) {
    this.#lister = new Lister(source, spool, onUnsettled)
    this.#isFirst = spool.isFirst
  }

  /** Lists the records of a type, and reads them if the source has no plain list. */
  async list (type: MirroredType): Promise<void> {
    await this.#lister.list(type, async (page, size) => await this.#readPage(type, page, size))
  }

  /** Whether `list` reads all records of the type. */
  readsAll (type: MirroredType): boolean {
    return this.#lister.readsAll(type)
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
      await this.#lister.listPages(type, RECORDS_PER_REQUEST, async (page, size) =>
        await this.#readPage(type, page, size))
    }
  }

  #batches (type: MirroredType, ids: Iterable<number>): AsyncIterable<number[]> {
    return inBatches(ids, () =>
      1 / (this.#withoutFilter.has(type.name) ? 1 : this.#sizes.get(type.name) ?? RECORDS_PER_REQUEST))
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
      this.#withoutFilter.add(type.name)
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
        if (isNews && parent !== null && !this.#isFirst) this.spool.renew('items', parent, this.run)
      }
    })
    this.onRead(records.length)
  }

  #drop (type: MirroredType, id: number): void {
    const parent = this.spool.parentOf(type.name, id)
    this.spool.drop(type.name, id)
    if (parent !== null && !this.#isFirst) this.spool.renew('items', parent, this.run)
  }
}
