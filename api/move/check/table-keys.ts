import { eq, getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { sortKey } from '../../../db/keys/collation/index.js'
import {
  asset, property, resourceClass, resourceTemplate, site, sitePage, user, vocabulary, webhook
} from '../../../db/tables/index.js'
import type { Check } from './fault.js'

/** Tables whose columns `…Key` contain the collation keys of the columns whose name they extend. */
const KEYED: readonly SQLiteTable[] = [
  user, asset, vocabulary, property, resourceClass, resourceTemplate, site, sitePage, webhook
]

const KEY = 'Key'

type Row = Record<string, unknown> & { id: number }

/** Checks the collation keys of names, labels and addresses of everything but resources. */
export const tableKeyCheck: Check = {
  name: 'names and labels',
  async * faults ({ database }) {
    for (const table of KEYED) {
      const columns = getTableColumns(table)
      const keyed = Object.keys(columns).filter((name) => name.endsWith(KEY) && name.slice(0, -KEY.length) in columns)
      for (const row of await database.select().from(table) as Row[]) {
        const expected = Object.fromEntries(keyed.map((name) => [name, keyOf(row[name.slice(0, -KEY.length)])]))
        if (keyed.every((name) => row[name] === expected[name])) continue
        yield {
          kind: 'keys',
          subject: `${getTableName(table)}/${row.id}`,
          message: 'Its comparison keys do not match its texts.',
          async repair (database) {
            await database.update(table).set(expected).where(eq(columns.id as SQLiteColumn, row.id))
          }
        }
      }
    }
  }
}

function keyOf (text: unknown): string | null {
  return typeof text === 'string' ? sortKey(text) : null
}
