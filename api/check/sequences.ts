import { sql } from 'drizzle-orm'
import type { Check } from './fault.js'

/** Ids are never given twice: each sequence has come at least as far as the ids of its table. */
export const sequenceCheck: Check = {
  name: 'id sequences',
  async * faults ({ snapshot: { driver } }) {
    const tables = driver.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
    ).pluck().all() as string[]
    const lastGiven = driver.prepare('SELECT max(seq) FROM sqlite_sequence WHERE name = ?').pluck()
    for (const table of tables) {
      const last = driver.prepare(`SELECT max(id) FROM "${table}"`).pluck().get() as number | null
      const given = lastGiven.get(table) as number | null
      if (last === null || (given !== null && given >= last)) continue
      yield {
        kind: 'sequence',
        subject: table,
        message: `The next id would be ${(given ?? 0) + 1}, but ids up to ${last} are there.`,
        async mend (database) {
          const name = sql.identifier(table)
          database.run(sql`DELETE FROM sqlite_sequence WHERE name = ${table}`)
          database.run(sql`INSERT INTO sqlite_sequence (name, seq) SELECT ${table}, max(id) FROM ${name}`)
        }
      }
    }
  }
}
