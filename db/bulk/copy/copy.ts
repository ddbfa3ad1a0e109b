import { createHash } from 'node:crypto'
import type { Database } from '../../query/statements/database.js'
import { COPIED_TABLES, type CopiedTable } from '../../engine/copy/copied-tables.js'
import type { CopyTarget } from '../../engine/copy/ends.js'
import {
  addRows, deleteRows, keyOfRow, keysWithNul, numberOfRows, rowsAfter, rowsIn, type Key, type Range, type Row
} from '../../engine/copy/rows.js'
import { lastIdIn } from '../../query/statements/ids.js'
import { transact } from '../../query/statements/transactions.js'

const MAX_BATCH_ROWS = 4000

/** Code units of text per batch, unless a single row is longer. */
const MAX_BATCH_UNITS = 4_000_000

/** Maximum rows with U+0000 that the message lists. */
const MAX_LISTED_ROWS = 20

const NUL = '\0'
const REPLACEMENT = '\uFFFD'

interface CopyProgress { readonly phase: 'copy' | 'verify' | 'index', readonly done: number, readonly total: number }

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
 * `table/key`. `digest`: SHA-256 of all rows of all tables. `sequences`: the highest ids ever used, by table.
 */
export interface CopySummary {
  readonly tables: readonly TableCopy[]
  readonly written: number
  readonly replaced: readonly string[]
  readonly digest: string
  readonly sequences: ReadonlyMap<string, number>
}

/** Data cannot be copied, or differs after copying. The message is a sentence. */
class CopyError extends Error {}

/** Rows of a table, and the range of keys in which there must be no others. */
interface Batch { readonly table: CopiedTable, readonly range: Range, readonly rows: readonly Row[] }

/**
 * Copies all rows of a database, as of one moment, and verifies them. Rows that the target already contains are
 * compared first, so that an interrupted copy continues, and an earlier one is brought up to date.
 *
 * @param source a consistent view of the database as of one moment. @throws CopyError if anything cannot be copied, or
 * reads differently afterwards.
 */
export async function copyRows (source: Database, target: CopyTarget, calls: CopyCalls = {}): Promise<CopySummary> {
  if (!target.allowsNul && calls.replacesNul !== true) await checkNul(source, target)
  const tables: TableCopy[] = []
  for (const table of COPIED_TABLES) tables.push({ name: table.name, rows: await numberOfRows(source, table) })
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  const replaced = new Set<string>()

  /** Reads both databases. @param visit is called with each batch, and the rows of the target in its range. */
  const walk = async (
    phase: CopyProgress['phase'], visit: (batch: Batch, there: readonly Row[]) => Promise<void>
  ): Promise<void> => {
    let done = 0
    for await (const batch of batchesOf(source, calls.signal)) {
      const given = target.allowsNul ? batch : withoutNul(batch, replaced)
      await visit(given, await rowsIn(target.database, given.table, given.range))
      calls.onProgress?.({ phase, done: done += given.rows.length, total })
    }
  }

  let written = 0
  let isLoose = false
  await walk('copy', async (batch, there) => {
    if (textOf(batch.rows) === textOf(there)) return
    if (!isLoose) await target.loosen()
    isLoose = true
    await replace(target.database, batch)
    written += batch.rows.length
  })
  await target.tighten((name) => { calls.onStep?.(name) })
  const digest = createHash('sha256')
  await walk('verify', async (batch, there) => {
    const text = textOf(batch.rows)
    if (text !== textOf(there)) throw new CopyError(differenceOf(batch, there, target.name))
    digest.update(text)
  })
  const sequences = await sequencesOf(source)
  return { tables, written, replaced: [...replaced], digest: digest.digest('hex'), sequences }
}

async function checkNul (source: Database, target: CopyTarget): Promise<void> {
  const found: string[] = []
  for (const table of COPIED_TABLES) {
    const keys = await keysWithNul(source, table, MAX_LISTED_ROWS)
    found.push(...keys.map((key) => nameOf(table, key)))
  }
  if (found.length === 0) return
  const more = found.length > MAX_LISTED_ROWS ? ' and more' : ''
  throw new CopyError(`The character U+0000, which ${target.name} cannot hold, is in ${
    found.slice(0, MAX_LISTED_ROWS).join(', ')
  }${more}. Write them anew without it, or have it replaced with --replace-nul.`)
}

/** All rows of all tables; the ranges of a table together cover all possible keys. */
async function * batchesOf (source: Database, signal: AbortSignal | undefined): AsyncGenerator<Batch> {
  for (const table of COPIED_TABLES) {
    let after: Key | undefined
    for (let most = MAX_BATCH_ROWS; ;) {
      signal?.throwIfAborted()
      const rows = await rowsAfter(source, table, after, most)
      const last = rows.length < most ? undefined : keyOfRow(table, rows.at(-1)!)
      yield { table, range: { after, last }, rows }
      if (last === undefined) break
      after = last
      most = Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor(most * MAX_BATCH_UNITS / Math.max(1, lengthOf(rows)))))
    }
  }
}

/** @param replaced gets the names of the rows in which U+0000 is replaced. */
function withoutNul ({ table, range, rows }: Batch, replaced: Set<string>): Batch {
  const withoutNul = rows.map((row) => {
    if (!row.some((value) => typeof value === 'string' && value.includes(NUL))) return row
    replaced.add(nameOf(table, keyOfRow(table, row)))
    return row.map((value) => typeof value === 'string' ? value.replaceAll(NUL, REPLACEMENT) : value)
  })
  return { table, range, rows: withoutNul }
}

async function replace (database: Database, { table, range, rows }: Batch): Promise<void> {
  await transact(database, async () => {
    await deleteRows(database, table, range)
    await addRows(database, table, rows)
  })
}

async function sequencesOf (source: Database): Promise<Map<string, number>> {
  const sequences = new Map<string, number>()
  for (const { name, table } of COPIED_TABLES.filter(({ hasSequence }) => hasSequence)) {
    sequences.set(name, await lastIdIn(source, table))
  }
  return sequences
}

const textOf = (rows: readonly Row[]): string => JSON.stringify(rows)

const lengthOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + row.reduce<number>((text, one) => text + (typeof one === 'string' ? one.length : 0), 0), 0)

const nameOf = ({ name }: CopiedTable, key: Key): string => `${name}/${key.join('/')}`

/** Describes the first row that is missing, superfluous or different. */
function differenceOf ({ table, rows }: Batch, found: readonly Row[], target: string): string {
  const at = rows.findIndex((row, at) => JSON.stringify(row) !== JSON.stringify(found[at]))
  const [expected, there] = [rows[at], found[at < 0 ? rows.length : at]]
  if (expected === undefined) return `${nameOf(table, keyOfRow(table, there!))} is in ${target} only.`
  const name = nameOf(table, keyOfRow(table, expected))
  const isThere = there !== undefined && nameOf(table, keyOfRow(table, there)) === name
  if (!isThere) return `${name} is missing in ${target}, or something is there before it that does not belong there.`
  const columns = table.columns.filter((_, column) => expected[column] !== there[column]).map((column) => column.name)
  return `${name} is different in ${target}: ${columns.join(', ')}.`
}
