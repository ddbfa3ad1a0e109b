import { createHash } from 'node:crypto'
import type { Database } from '../../query/statements/database.js'
import { digest } from '../../keys/digest.js'
import { COPIED_TABLES, type CopiedTable } from '../../engine/copy/copied-tables.js'
import type { CopyTarget } from '../../engine/copy/ends.js'
import {
  addRows, deleteRows, keyOfRow, keysWithNul, lastId, lastKey, numberOfRows, rowsAfter, rowsIn,
  type Key, type Range, type Row
} from '../../engine/copy/rows.js'
import { transact } from '../../query/statements/transactions.js'

/** Maximum rows per batch. */
const MAX_BATCH_ROWS = 4000

/** Code units of text per batch, unless a single row is longer. */
const MAX_BATCH_UNITS = 4_000_000

/** Maximum rows with U+0000 that the message lists. */
const MAX_LISTED_ROWS = 20

const NUL = '\0'
const REPLACEMENT = '\uFFFD'

export interface CopyProgress { readonly phase: 'copy' | 'verify' | 'index', readonly done: number, readonly total: number }

export interface CopyCalls {
  readonly onProgress?: (progress: CopyProgress) => void
  /** Called with the name of each further step. */
  readonly onStep?: (name: string) => void
  /** Replace U+0000 by U+FFFD if the target cannot store it. */
  readonly replacesNul?: boolean
  readonly signal?: AbortSignal | undefined
}

interface TableCopy { readonly name: string, readonly rows: number }

/**
 * `written`: number of rows that were missing or different. `replaced`: rows in which U+0000 was replaced, as
 * `table/key`. `digest`: SHA-256 of all rows of all tables.
 */
export interface CopySummary {
  readonly tables: readonly TableCopy[]
  readonly written: number
  readonly replaced: readonly string[]
  readonly digest: string
}

/** Data cannot be copied, or differs after copying. The message is a sentence. */
class CopyError extends Error {}

/**
 * Copies all rows of a database, as of one moment, and verifies them. Rows that the target already contains are
 * compared first, so that an interrupted copy continues, and an earlier one is brought up to date.
 */
export class Copy {
  readonly #source: Database
  readonly #target: CopyTarget
  readonly #calls: CopyCalls
  readonly #totals = new Map<string, number>()
  readonly #replaced = new Set<string>()
  #total = 0
  #written = 0
  #isLoose = false

  /** @param source a consistent view of the database as of one moment. */
  constructor (source: Database, target: CopyTarget, calls: CopyCalls = {}) {
    this.#source = source
    this.#target = target
    this.#calls = calls
  }

  /** @throws CopyError if anything cannot be copied, or reads differently afterwards. */
  async run (): Promise<CopySummary> {
    if (!this.#target.allowsNul && this.#calls.replacesNul !== true) await this.#checkNul()
    for (const table of COPIED_TABLES) {
      const rows = await numberOfRows(this.#source, table)
      this.#totals.set(table.name, rows)
      this.#total += rows
    }
    let done = 0
    for (const table of COPIED_TABLES) {
      await this.#copyTable(table, (rows) => { this.#report('copy', done += rows) })
    }
    await this.#target.tighten((name) => { this.#calls.onStep?.(name) })
    const digest = await this.#verify()
    return {
      tables: [...this.#totals].map(([name, rows]) => ({ name, rows })),
      written: this.#written,
      replaced: [...this.#replaced],
      digest
    }
  }

  /** The highest ids ever used, by table. */
  async sequences (): Promise<Map<string, number>> {
    const sequences = new Map<string, number>()
    for (const table of COPIED_TABLES.filter(({ hasSequence }) => hasSequence)) {
      sequences.set(table.name, await lastId(this.#source, table))
    }
    return sequences
  }

  async #checkNul (): Promise<void> {
    const found: string[] = []
    for (const table of COPIED_TABLES) {
      const keys = await keysWithNul(this.#source, table, MAX_LISTED_ROWS)
      found.push(...keys.map((key) => nameOf(table, key)))
    }
    if (found.length === 0) return
    const more = found.length > MAX_LISTED_ROWS ? ' and more' : ''
    throw new CopyError(`The character U+0000, which ${this.#target.name} cannot hold, is in ${
      found.slice(0, MAX_LISTED_ROWS).join(', ')
    }${more}. Write them anew without it, or have it replaced with --replace-nul.`)
  }

  async #copyTable (table: CopiedTable, report: (rows: number) => void): Promise<void> {
    const { database } = this.#target
    const lastThere = String(await lastKey(database, table))
    let isAnyThere = lastThere !== 'undefined'
    for await (const { rows, range } of this.#batches(table)) {
      // Beyond the last row of the target, nothing has to be read.
      const there = isAnyThere ? await rowsIn(database, table, range) : []
      if (there.length > 0 && String(keyOfRow(table, there.at(-1)!)) === lastThere) isAnyThere = false
      if (textOf(rows) !== textOf(there)) await this.#replace(table, range, rows, there.length > 0)
      report(rows.length)
    }
  }

  async #replace (table: CopiedTable, range: Range, rows: readonly Row[], isAnyThere: boolean): Promise<void> {
    if (!this.#isLoose) await this.#target.loosen()
    this.#isLoose = true
    const { database } = this.#target
    await transact(database, async () => {
      if (isAnyThere) await deleteRows(database, table, range)
      await addRows(database, table, rows)
    })
    this.#written += rows.length
  }

  /** Reads both databases. @returns a digest of all rows. @throws CopyError that names the first different row. */
  async #verify (): Promise<string> {
    const all = createHash('sha256')
    let done = 0
    for (const table of COPIED_TABLES) {
      for await (const { rows, range } of this.#batches(table)) {
        const found = await rowsIn(this.#target.database, table, range)
        const digest = digestOf(rows)
        if (digest !== digestOf(found)) throw new CopyError(differenceOf(table, rows, found, this.#target.name))
        all.update(digest)
        this.#report('verify', done += rows.length)
      }
      const rows = await numberOfRows(this.#target.database, table)
      if (rows === this.#totals.get(table.name)) continue
      throw new CopyError(`${table.name}: ${rows} of ${this.#totals.get(table.name)!} rows are in ${this.#target.name}.`)
    }
    return all.digest('hex')
  }

  /** All rows of a table in batches; the ranges together cover all possible keys. */
  async * #batches (table: CopiedTable): AsyncIterable<{ rows: Row[], range: Range }> {
    let after: Key | undefined
    for (let most = MAX_BATCH_ROWS; ;) {
      this.#calls.signal?.throwIfAborted()
      const read = await rowsAfter(this.#source, table, after, most)
      const rows = this.#target.allowsNul ? read : read.map((row) => this.#withoutNul(table, row))
      const last = read.length < most ? undefined : keyOfRow(table, read.at(-1)!)
      yield { rows, range: { after, last } }
      if (last === undefined) return
      after = last
      most = Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor(most * MAX_BATCH_UNITS / Math.max(1, lengthOf(read)))))
    }
  }

  #withoutNul (table: CopiedTable, row: Row): Row {
    if (!row.some((value) => typeof value === 'string' && value.includes(NUL))) return row
    const key = nameOf(table, keyOfRow(table, row))
    if (this.#calls.replacesNul !== true) throw new CopyError(`${key} has got a character U+0000 meanwhile.`)
    this.#replaced.add(key)
    return row.map((value) => typeof value === 'string' ? value.replaceAll(NUL, REPLACEMENT) : value)
  }

  #report (phase: CopyProgress['phase'], done: number): void {
    this.#calls.onProgress?.({ phase, done, total: this.#total })
  }
}

const textOf = (rows: readonly Row[]): string => JSON.stringify(rows)

const digestOf = (rows: readonly Row[]): string => digest('sha256', textOf(rows), 'hex')

const lengthOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + row.reduce<number>((text, one) => text + (typeof one === 'string' ? one.length : 0), 0), 0)

const nameOf = ({ name }: CopiedTable, key: Key): string => `${name}/${key.join('/')}`

/** Describes the first row that is missing, superfluous or different. */
function differenceOf (table: CopiedTable, rows: readonly Row[], found: readonly Row[], target: string): string {
  const at = rows.findIndex((row, at) => JSON.stringify(row) !== JSON.stringify(found[at]))
  const [expected, there] = [rows[at], found[at < 0 ? rows.length : at]]
  if (expected === undefined) return `${nameOf(table, keyOfRow(table, there!))} is in ${target} only.`
  const name = nameOf(table, keyOfRow(table, expected))
  const isThere = there !== undefined && nameOf(table, keyOfRow(table, there)) === name
  if (!isThere) return `${name} is missing in ${target}, or something is there before it that does not belong there.`
  const columns = table.columns.filter((_, column) => expected[column] !== there[column]).map((column) => column.name)
  return `${name} is different in ${target}: ${columns.join(', ')}.`
}
