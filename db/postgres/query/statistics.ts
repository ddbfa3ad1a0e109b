import type { Run } from '../connection/connections.js'

/** Number of rows inserted into a table after which its statistics are checked. */
const MIN_INSERTED_ROWS = 500

/**
 * Makes PostgreSQL analyze tables that have grown much. By itself it does so only once a minute; until then, it would
 * scan a table that was nearly empty when a large import began.
 */
export class Statistics {
  readonly #tables = new Map<string, { inserted: number, limit: number }>()

  /** Counts inserted rows. */
  add (table: string, rows: number): void {
    const known = this.#tables.get(table)
    if (known === undefined) this.#tables.set(table, { inserted: rows, limit: MIN_INSERTED_ROWS })
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
