import type Sqlite from 'better-sqlite3'
import { valueRowOf } from '../search/trigrams.js'
import { numbersIn, presenceIn, type PackedRows } from './packed-rows.js'

/** The triggers that note for each new value what is to be indexed, and that its resource has changed. */
const TRIGGERS = ['value_fulltext_insert', 'value_trigram_insert', 'value_change_insert']

/**
 * Inserts values of resources that the transaction has inserted, or given their first values. What triggers would note
 * for each value is noted for each resource and property; that the resource has changed is noted already. Meanwhile
 * there are no such triggers, which nobody sees: they are there again before the transaction ends.
 *
 * @param insert inserts them.
 */
export function insertNewValues (driver: Sqlite.Database, values: PackedRows, insert: () => void): void {
  const triggers = driver.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'
    AND name IN (SELECT value FROM json_each(?))`).all(JSON.stringify(TRIGGERS)) as Array<{ name: string, sql: string }>
  for (const { name } of triggers) driver.exec(`DROP TRIGGER "${name}"`)
  insert()
  for (const { sql } of triggers) driver.exec(sql)
  const [resources, properties, flags] = ['resource_id', 'property_id', 'is_public']
    .map((name) => numbersIn(values, name)) as [Float64Array, Float64Array, Float64Array]
  const [hasText, hasUri] = ['text_fold', 'uri_fold'].map((name) => presenceIn(values, name))
  const rows = new Set<number>()
  const documents = new Set<number>()
  for (let at = 0; at < values.length; at++) {
    const id = resources[at]!
    const isPublic = flags[at] === 1
    if (hasText!(at) || hasUri!(at)) rows.add(valueRowOf(id, properties[at]!, isPublic))
    if (isPublic) documents.add(id)
  }
  const note = (table: string, ids: Set<number>): void => {
    driver.prepare(`INSERT OR IGNORE INTO ${table} SELECT value FROM json_each(?)`)
      .run(JSON.stringify([...ids].sort((a, b) => a - b)))
  }
  note('value_due', rows)
  note('fulltext_due', documents)
}
