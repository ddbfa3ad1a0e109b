import type Sqlite from 'better-sqlite3'
import { sqliteError } from '../../sqlite/connection/driver.js'
import { numbersIn, type PackedRows } from './packed-rows.js'

interface ForeignKey { readonly table: string, readonly from: string, readonly to: string }

/** A range of ids without gaps, both ends included. */
interface Range { from: number, to: number }

/** Number of referenced ids after which they are checked early, because a transaction may be of any size. */
const CHECK_AFTER_IDS = 10_000

/**
 * Checks foreign keys for a connection on which SQLite's own checks are off: one lookup per transaction for all
 * referenced rows, and none for rows just inserted. SQLite checks each row by itself, which took a seventh of the
 * write time of an import.
 */
export class References {
  readonly #driver: Sqlite.Database
  readonly #keys = new Map<string, readonly ForeignKey[]>()
  /** Ids that rows of the transaction refer to, by table and column. */
  readonly #parents = new Map<string, { key: ForeignKey, ids: Set<number> }>()
  /** Ranges of rows, by table, that exist because they were inserted in this transaction or before. */
  readonly #inserted = new Map<string, Range>()

  constructor (driver: Sqlite.Database) {
    this.#driver = driver
  }

  /** Call it before `add` with inserted rows, which need not be looked up. */
  addInserted (rows: PackedRows): void {
    if (rows.names.includes('id')) this.#extend(rows.table, numbersIn(rows, 'id'))
  }

  /** Collects the references of inserted or updated rows. @throws as `check`, which it calls if there are many. */
  add (rows: PackedRows): void {
    for (const key of this.#keysOf(rows.table)) if (rows.names.includes(key.from)) this.#add(rows, key)
    for (const { ids } of this.#parents.values()) if (ids.size > CHECK_AFTER_IDS) return this.check()
  }

  /** Checks the foreign keys collected so far. Call it before the commit. @throws SQLITE_CONSTRAINT_FOREIGNKEY */
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

  /** Call it after a rollback, and if other connections may have deleted inserted rows. */
  forget (): void {
    this.#parents.clear()
    this.#inserted.clear()
  }

  /** Ids of an import ascend, except within rows that are inserted together. */
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
      // Rows of a resource are adjacent.
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
