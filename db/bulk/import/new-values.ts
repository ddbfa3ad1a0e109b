import type Sqlite from 'better-sqlite3'
import { valueDueOf } from '../../query/text/text-rows.js'
import { numbersIn, presenceIn, type PackedRows } from './packed-rows.js'

/** The triggers that queue each new value for indexing, and its resource for the change log. */
const TRIGGERS = ['value_fulltext_insert', 'value_trigram_insert', 'title_trigram_link', 'value_change_insert']

/**
 * Drops the triggers for which `noteNewValues` substitutes. They must be restored in the same transaction, so that no
 * other connection sees the difference. All connections have to recompile their statements afterwards, so this pays
 * only for many values.
 *
 * @returns a function that creates them again.
 */
export function dropTriggers (driver: Sqlite.Database): () => void {
  const triggers = driver.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'
    AND name IN (SELECT value FROM json_each(?))`).all(JSON.stringify(TRIGGERS)) as Array<{ name: string, sql: string }>
  for (const { name } of triggers) driver.exec(`DROP TRIGGER "${name}"`)
  return () => { for (const { sql } of triggers) driver.exec(sql) }
}

/**
 * Queues values that were inserted without triggers, once for each resource and property: values of resources that the
 * transaction has inserted or given their first values. The resources themselves are already queued for the change
 * log.
 */
export function noteNewValues (driver: Sqlite.Database, values: PackedRows): void {
  const [resources, properties, flags, links] = ['resource_id', 'property_id', 'is_public', 'linked_id']
    .map((name) => numbersIn(values, name)) as [Float64Array, Float64Array, Float64Array, Float64Array]
  const [hasText, hasUri, isLink] = ['text_fold', 'uri_fold', 'linked_id'].map((name) => presenceIn(values, name))
  const rows = new Set<number>()
  const documents = new Set<number>()
  const titles = new Set<number>()
  for (let at = 0; at < values.length; at++) {
    const id = resources[at]!
    const isPublic = flags[at] === 1
    if (hasText!(at) || hasUri!(at)) rows.add(valueDueOf(id, properties[at]!, isPublic))
    if (isPublic) documents.add(id)
    if (isLink!(at)) titles.add(links[at]!)
  }
  const note = (table: string, ids: Set<number>, condition = 'TRUE'): void => {
    driver.prepare(`INSERT OR IGNORE INTO ${table} SELECT value FROM json_each(?) WHERE ${condition}`)
      .run(JSON.stringify([...ids].sort((a, b) => a - b)))
  }
  note('value_due', rows)
  note('fulltext_due', documents)
  note('title_due', titles, 'value NOT IN (SELECT id FROM title_trigram_docsize)')
}
