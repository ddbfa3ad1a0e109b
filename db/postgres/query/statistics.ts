import type { Run } from '../connection/run.js'

/** Rows inserted into a table from which on it is asked whether its statistics still hold. */
const MANY = 500

/**
 * Has PostgreSQL look again at tables that have grown much since it did. By itself it does so once a minute; until then
 * it would read a table as a whole that was nearly empty when a large import began.
 */
export class Statistics {
  readonly #tables = new Map<string, { inserted: number, limit: number }>()

  /** Notes rows that were inserted. */
  add (table: string, rows: number): void {
    const known = this.#tables.get(table)
    if (known === undefined) this.#tables.set(table, { inserted: rows, limit: MANY })
    else known.inserted += rows
  }

  /** Call it outside of transactions. */
  async refresh (run: Run): Promise<void> {
    for (const [table, known] of this.#tables) {
      if (known.inserted < known.limit) continue
      const { rows } = await run('SELECT reltuples FROM pg_class WHERE oid = to_regclass($1)', [`"${table}"`])
      const before = Math.max(0, (rows[0]?.[0] as number | undefined) ?? 0)
      if (known.inserted >= before) await run(`ANALYZE "${table}"`)
      known.limit = Math.max(before, 4 * known.inserted)
    }
  }
}
