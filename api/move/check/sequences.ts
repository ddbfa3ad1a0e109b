import { sql } from 'drizzle-orm'
import { COPIED_TABLES } from '../../../db/engine/copy/copied-tables.js'
import { lastIdIn } from '../../../db/query/statements/ids.js'
import type { Check } from './fault.js'

/** Checks that no id can be assigned twice: each sequence is at least at the highest id of its table. */
export const sequenceCheck: Check = {
  name: 'id sequences',
  async * faults ({ database }) {
    for (const { name, table } of COPIED_TABLES.filter(({ hasSequence }) => hasSequence)) {
      const [row] = await database.values<[number | null]>(sql`SELECT max(id) FROM ${sql.identifier(name)}`)
      const [last] = row!
      const given = await lastIdIn(database, table)
      if (last === null || given >= last) continue
      yield {
        kind: 'sequence',
        subject: name,
        message: `The next id would be ${given + 1}, but ids up to ${last} are there.`,
        async repair (writing) { await writing.$native.raiseLastId(name) }
      }
    }
  }
}
