import type { Database } from '../../../../db/query/statements/database.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { changed, updateRow } from '../../../../db/query/statements/update-row.js'
import { resource, value } from '../../../../db/tables/index.js'
import { now } from '../../../core/answers/dates.js'
import { Turns } from '../../../core/sequence/turns.js'
import { changedColumns, type ValueRow } from '../../../values/value-rows.js'
import { replaceSortTexts, titleColumns, titlesOf } from '../titles/titles.js'
import { deleteResources } from './delete-resources.js'
import { insertValues, type ResourceFields } from './resource-rows.js'

/**
 * Stores the changed fields and values of a resource, and the titles and sort texts computed from them. Annotations of
 * new and changed values must be stored already.
 *
 * @param current the stored row of the resource. @param before the stored values. @param after the new values: rows
 * with ids of `before`, and new rows.
 */
export async function changeResource (
  database: Database,
  terms: Terms,
  current: typeof resource.$inferSelect,
  fields: ResourceFields,
  before: readonly ValueRow[],
  after: readonly ValueRow[]
): Promise<void> {
  const { id } = current
  const titles = titlesOf(after, fields.templateId, terms)
  const isTitled = titles.full === current.title && titles.shown === current.publicTitle
  const wanted: Partial<typeof current> = { ...fields, ...(!isTitled && titleColumns(titles)) }
  const columns = changed<Partial<typeof current>>(current, wanted)
  await updateRow(database, resource, id, { ...columns, modified: now() })
  await changeValues(database, id, before, after)
  await replaceSortTexts(database, id, before, after)
}

async function changeValues (
  database: Database, resourceId: number, before: readonly ValueRow[], after: readonly ValueRow[]
): Promise<void> {
  const stored = new Map(before.map((row) => [row.id, row]))
  const remainingIds = new Set(after.map((row) => row.id))
  const gone = before.filter((row) => !remainingIds.has(row.id))
  if (gone.length > 0) await database.delete(value).where(isOneOf(value.id, gone.map((row) => row.id)))
  await deleteResources(database, gone.flatMap((row) => row.annotationId ?? []))
  const turns = new Turns()
  for (const row of after) {
    const past = stored.get(row.id)
    if (past === undefined || past === row) continue
    await turns.next()
    await updateRow(database, value, row.id!, changedColumns(resourceId, past, row))
  }
  await insertValues(database, [{ id: resourceId, rows: after.filter((row) => row.id === undefined) }], turns)
}
