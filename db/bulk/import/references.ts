import type Sqlite from 'better-sqlite3'
import { sqliteError } from '../../sqlite/connection/driver.js'
import { numbersIn, type PackedRows } from './packed-rows.js'

interface ForeignKey { readonly table: string, readonly from: string, readonly to: string }

/** Ids without gaps, both ends included. */
interface Range { from: number, to: number }

/** Ids that are noted before they are looked for: a transaction may be of any size. */
const MANY = 10_000

/**
 * Holds foreign keys over a connection that does not: it looks once in a transaction for what many rows refer to, and
 * never for what it has seen inserted. SQLite looks for it with each row, which took a seventh of the time in which an
 * import writes.
 */
export class References {
  readonly #driver: Sqlite.Database
  readonly #keys = new Map<string, readonly ForeignKey[]>()
  /** What rows of the transaction refer to, by table and column. */
  readonly #parents = new Map<string, { key: ForeignKey, ids: Set<number> }>()
  /** Rows by table that are there because they were inserted, in this transaction or before. */
  readonly #inserted = new Map<string, Range>()

  constructor (driver: Sqlite.Database) {
    this.#driver = driver
  }

  /** Call it before `add` with rows that were inserted: they need not be looked for. */
  addInserted (rows: PackedRows): void {
    if (rows.names.includes('id')) this.#extend(rows.table, numbersIn(rows, 'id'))
  }

  /** Notes what rows refer to that were inserted or updated. @throws as `check`, which it calls when much is noted. */
  add (rows: PackedRows): void {
    for (const key of this.#keysOf(rows.table)) if (rows.names.includes(key.from)) this.#add(rows, key)
    for (const { ids } of this.#parents.values()) if (ids.size > MANY) return this.check()
  }

  /** Call it before the commit. @throws what SQLite would: something that rows refer to is not there. */
  check (): void {
    for (const { key: { table, to }, ids } of this.#parents.values()) {
      const missing = this.#driver.prepare(`SELECT value FROM json_each(?)
        WHERE value NOT IN (SELECT "${to}" FROM "${table}")`).get(JSON.stringify([...ids]))
      if (missing !== undefined) {
        throw sqliteError('FOREIGN KEY constraint failed', 'SQLITE_CONSTRAINT_FOREIGNKEY')
      }
    }
    this.#parents.clear()
  }

  /** Call it when the transaction is rolled back, and when others may have deleted what was inserted. */
  forget (): void {
    this.#parents.clear()
    this.#inserted.clear()
  }

  /** Ids of an import come in order, but for those of rows that are inserted together. */
  #extend (table: string, ids: Float64Array): void {
    let from = Infinity
    let to = -Infinity
    for (const id of ids) {
      if (id < from) from = id
      if (id > to) to = id
    }
    if (to - from + 1 !== ids.length) return
    const known = this.#inserted.get(table)
    if (known !== undefined && known.to + 1 === from) known.to = to
    else this.#inserted.set(table, { from, to })
  }

  #add (rows: PackedRows, key: ForeignKey): void {
    const place = `${key.table} ${key.to}`
    let parents = this.#parents.get(place)
    if (parents === undefined) this.#parents.set(place, parents = { key, ids: new Set() })
    const { from, to } = (key.to === 'id' ? this.#inserted.get(key.table) : undefined) ?? { from: NaN, to: NaN }
    let last = NaN
    for (const id of numbersIn(rows, key.from)) {
      // Rows of the same resource come together.
      if (id === last || Number.isNaN(id) || (id >= from && id <= to)) continue
      parents.ids.add(id)
      last = id
    }
  }

  #keysOf (table: string): readonly ForeignKey[] {
    let keys = this.#keys.get(table)
    if (keys === undefined) {
      this.#keys.set(table, keys = this.#driver.pragma(`foreign_key_list("${table}")`) as ForeignKey[])
    }
    return keys
  }
}
