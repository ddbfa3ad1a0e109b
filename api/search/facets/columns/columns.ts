import { LRUCache } from 'lru-cache'
import type { ChangeLog } from '../../../../db/changes/change-log.js'
import { FacetRows } from '../../../../db/query/conditions/facet-rows.js'
import { LogPlaces, type LogPlace } from '../../../../db/query/text/log-places.js'
import type { Reading } from '../../../../db/query/statements/reading.js'
import { ColumnBuilder } from './build.js'
import type { Column } from './column.js'
import { ColumnFiles } from './column-files.js'
import { ColumnQueue } from './column-queue.js'
import { correct } from './correct.js'
import type { KeptColumn } from './count-column.js'
import { LabelOrder } from './label-order.js'
import { sampleOf, Unordered } from './unordered.js'

/** From which sizes on columns do what; a test has smaller ones. */
export interface ColumnLimits {
  /** Properties with fewer values are counted in the database. */
  readonly values: number
  /** Of more groups of one size not all labels are read, but those that may be the least. */
  readonly ties: number
  /** So many of the least labels are kept. */
  readonly labels: number
  /** A count of so many resources waits for a column that is being made, since the database would not be faster. */
  readonly patience: number
  /** A column is made anew when so many values have no room at the place of their resource. */
  readonly extra: number
}

const USUAL: ColumnLimits = { values: 1000, ties: 3000, labels: 1000, patience: 50_000, extra: 50_000 }

/** Resources that are read at a stretch while a column is made; counts that are asked for meanwhile come in between. */
const SLICE = 2048

/** With more resources to read again a column is made anew. */
const MOST_TOUCHED = 20_000

/** Milliseconds that a count waits for all it needs; less than `searchTimeout`, which would end the thread. */
export const COLUMN_WAIT_MAX_MS = 15_000

/** A column that was no use, because everything changed, is made again after this multiple of the time that it took. */
const PAUSE = 4

/** A column that was read from a file is written again when so many resources were written since. */
const MANY_TOUCHED = 1000

interface Made {
  column: Column
  order: LabelOrder | undefined
  /** The column is as it was there, or later. */
  place: LogPlace
}

/** Resources of which rows were written between two versions of the log of changes. */
interface Written { readonly since: number, readonly until: number, readonly resources: readonly number[] }

interface Kept extends Made {
  version: number
  /** Where the order of its labels goes on, which gave way to something that somebody waits for. */
  unordered?: Unordered | undefined
}

/**
 * The columns of properties with many values and of references, made in the background when somebody asks for them or
 * ahead of that, and corrected by what was written since. While there is none, the database counts.
 */
export class Columns {
  readonly #rows: FacetRows
  readonly #places: LogPlaces
  readonly #files: ColumnFiles | undefined
  readonly #changes: ChangeLog
  readonly limits: ColumnLimits
  readonly #budget: number
  readonly #kept: LRUCache<number, Kept>
  readonly #queue = new ColumnQueue({
    column: async (propertyId, isUrgent) => { await this.#makeIfRoom(propertyId, isUrgent) },
    order: async (propertyId) => await this.#order(propertyId)
  })

  readonly #notBefore = new Map<number, number>()
  /** What was asked for last, which most columns have in common. */
  #written: Written | undefined
  /** Properties whose columns were looked for in files. */
  readonly #soughtInFiles = new Set<number>()

  /** @param bytes that columns may take. @param folder where they are stored; undefined: they are not. */
  constructor (reading: Reading, changes: ChangeLog, bytes: number, limits = USUAL, folder?: string) {
    this.#rows = new FacetRows(reading)
    this.#places = new LogPlaces(reading)
    this.#files = folder === undefined ? undefined : new ColumnFiles(folder)
    this.#changes = changes
    this.limits = limits
    this.#budget = Math.max(1, bytes)
    this.#kept = new LRUCache<number, Kept>({ maxSize: this.#budget })
  }

  /** Bytes that the columns take, roughly. */
  get bytes (): number {
    return this.#kept.calculatedSize
  }

  /** The properties and references of which there are columns. */
  get kept (): number[] {
    return [...this.#kept.keys()]
  }

  /** The column of a property as of now; undefined: it has few values, or its column is yet to be made. */
  of (propertyId: number): KeptColumn | undefined {
    const kept = this.#kept.get(propertyId) ?? this.#fromFile(propertyId)
    if (kept !== undefined && this.#renew(propertyId, kept)) return kept
    const isRested = performance.now() >= (this.#notBefore.get(propertyId) ?? 0)
    if (isRested && this.#hasMany(propertyId)) this.#queue.request(propertyId, true)
    return undefined
  }

  /** Whoever asks for a column that is in a file does not wait for its turn: to read it takes milliseconds. */
  #fromFile (propertyId: number): Kept | undefined {
    if (this.#soughtInFiles.has(propertyId)) return undefined
    this.#soughtInFiles.add(propertyId)
    const { version } = this.#changes
    const stored = this.#stored(propertyId)
    if (stored === undefined) return undefined
    if (this.#needsOrder(stored)) this.#queue.requestOrder(propertyId, false)
    return this.#keep(propertyId, stored, version)
  }

  /** Makes an order of the labels of a column, for which somebody waits unless there are classes of them. */
  orderLabels (propertyId: number): void {
    this.#queue.requestOrder(propertyId, this.#kept.peek(propertyId)?.column.classes?.isReady !== true)
  }

  /** Makes the columns of all properties with many values in the background, as many as there is room for. */
  prepare (): void {
    for (const id of this.#rows.counted()) if (this.#hasMany(id)) this.#queue.request(id, false)
  }

  /** Whether a column is to be made, or being made. */
  isDue (propertyId: number): boolean {
    return this.#queue.isDue(propertyId)
  }

  /** Waits as long as a column is to be made. @param end on `performance.now()`'s clock. @throws BusyError then. */
  async made (propertyId: number, end: number): Promise<void> {
    await this.#queue.made(propertyId, end)
  }

  /** Waits as long as an order of the labels of a column is to be made, like `made`. */
  async ordered (propertyId: number, end: number): Promise<void> {
    await this.#queue.ordered(propertyId, end)
  }

  /** Waits until everything that is to be made is made. */
  async settled (): Promise<void> {
    await this.#queue.settled()
  }

  /** Whether a property has too many values to be counted in the database. */
  #hasMany (propertyId: number): boolean {
    return this.#rows.hasAtLeast(propertyId, this.limits.values)
  }

  /** Others only go for a column that somebody waits for. */
  async #makeIfRoom (propertyId: number, isUrgent: boolean): Promise<void> {
    const hasRoom = isUrgent || this.#kept.calculatedSize < this.#budget * 0.9
    if (hasRoom && !this.#kept.has(propertyId)) await this.#make(propertyId)
  }

  async #make (propertyId: number): Promise<void> {
    const { version } = this.#changes
    const begin = performance.now()
    this.#soughtInFiles.add(propertyId)
    const stored = this.#stored(propertyId)
    const made = this.#keep(propertyId, stored ?? await this.#built(propertyId), version)
    const now = performance.now()
    this.#notBefore.set(propertyId, now + PAUSE * (now - begin))
    if (this.#needsOrder(made)) this.#queue.requestOrder(propertyId, false)
  }

  /** Whether so many groups may have the same size among what a search finds that their labels are put in order. */
  #needsOrder ({ column, order }: Made): boolean {
    return order === undefined && column.labelCount > this.limits.ties
  }

  #keep (propertyId: number, made: Made, version: number): Kept {
    const kept = { ...made, version }
    this.#kept.set(propertyId, kept, { size: sizeOf(made) })
    return kept
  }

  async #built (propertyId: number): Promise<Made> {
    const place = this.#places.now()
    const builder = new ColumnBuilder(propertyId < 0)
    const end = this.#rows.end()
    for (let from = 0; from < end; from += SLICE) {
      const begin = performance.now()
      builder.add(this.#rows.between(propertyId, from, Math.min(end, from + SLICE)))
      await this.#queue.pause(begin)
    }
    const column = builder.column(end)
    const made = { column, order: undefined, place }
    this.#files?.write(propertyId, made)
    return made
  }

  /** A column from its file, as of now. */
  #stored (propertyId: number): Made | undefined {
    const stored = this.#files?.read(propertyId)
    return stored && this.#caughtUp(propertyId, stored)
  }

  /** A column as of now, corrected by the log of the database; undefined: it has to be made anew. */
  #caughtUp (propertyId: number, { column, order, place: before }: Made): Made | undefined {
    const written = this.#places.writtenSince(before, MOST_TOUCHED)
    if (written === undefined) return undefined
    const { touched, place } = written
    const made = { column, order, place }
    if (!this.#correct(propertyId, made, touched)) return undefined
    if (touched.length > MANY_TOUCHED) this.#files?.write(propertyId, made)
    return made
  }

  /** Reads again what was written. @returns false when the column has to be made anew. */
  #correct (propertyId: number, { column, order }: Made, touched: readonly number[]): boolean {
    if (touched.length > MOST_TOUCHED) return false
    if (touched.length > 0) correct(column, propertyId, touched, this.#rows, order)
    return column.extraValues <= this.limits.extra
  }

  /** Counts what a column takes by now; the library measures only another object anew. */
  #measure (propertyId: number, kept: Kept): void {
    this.#kept.set(propertyId, { ...kept }, { size: sizeOf(kept) })
  }

  /** Corrects a column. @returns false when it has to be made anew. */
  #renew (propertyId: number, kept: Kept): boolean {
    const { version } = this.#changes
    const touched = this.#writtenSince(kept.version)
    // What is too long ago for the log of this process, that of the database knows.
    const place = touched === undefined
      ? this.#caughtUp(propertyId, kept)?.place
      : this.#correct(propertyId, kept, touched) ? kept.place : undefined
    if (place === undefined) {
      this.#kept.delete(propertyId)
      return false
    }
    this.#notBefore.delete(propertyId)
    Object.assign(kept, { version, place })
    if (touched?.length !== 0) this.#measure(propertyId, kept)
    return true
  }

  /** The resources of which rows were written after a version; undefined when that is not recorded. */
  #writtenSince (since: number): readonly number[] | undefined {
    const { version: until } = this.#changes
    if (this.#written?.since === since && this.#written.until === until) return this.#written.resources
    const rows = this.#changes.rowsSince(since)
    if (rows === undefined) return undefined
    const resources = [...new Set(rows)]
    this.#written = { since, until, resources }
    return resources
  }

  /** @returns false when it gave way to something that somebody waits for. */
  async #order (propertyId: number): Promise<boolean> {
    const known = this.#kept.get(propertyId)
    if (known === undefined || !this.#renew(propertyId, known)) return true
    const kept = this.#kept.peek(propertyId)!
    const { column } = kept
    if (kept.order === undefined || (kept.order.isReady && kept.order.isWorn)) {
      kept.order = new LabelOrder(this.limits.labels)
      if (column.classes === undefined) column.keepClasses(sampleOf(this.#rows, propertyId))
      kept.unordered = new Unordered(propertyId, column, kept.order)
    }
    const { order, unordered } = kept
    if (order === undefined || unordered === undefined) return true
    const end = this.#rows.end()
    while (unordered.from < end) {
      if (this.#queue.isOvertaken(propertyId)) return false
      const begin = performance.now()
      unordered.order(this.#rows, SLICE)
      await this.#queue.pause(begin)
      if (this.#kept.peek(propertyId)?.column !== column) return true
    }
    order.isReady = true
    column.classes!.isReady = true
    const present = this.#kept.peek(propertyId)!
    present.unordered = undefined
    this.#measure(propertyId, present)
    this.#files?.write(propertyId, present)
    return true
  }
}

/** Bytes that a column takes with the order of its labels. */
function sizeOf ({ column, order }: Made): number {
  return column.bytes + (order?.bytes ?? 0)
}
