import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import { IDS, prepared } from '../../../../db/query/statements/prepared.js'
import { ANONYMOUS_VIEWER } from '../../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { sortText } from '../../../../db/tables/index.js'
import { groupBy } from '../../../core/sequence/group-by.js'
import type { ValueRow } from '../../../values/value-rows.js'
import { otherTexts, sortTextsOf } from './titles.js'

const remove = prepared((database) => database.delete(sortText)
  .where(and(eq(sortText.resourceId, sql.placeholder('id')), isOneOf(sortText.propertyId, IDS))).prepare())

const rename = prepared((database) => database.update(sortText).set({ sortKey: sql`${sql.placeholder('sortKey')}` })
  .where(and(
    eq(sortText.resourceId, sql.placeholder('resourceId')),
    eq(sortText.propertyId, sql.placeholder('propertyId')),
    eq(sortText.audience, sql.placeholder('audience'))
  )).prepare())

/** Updates the sort texts after a change of values. @param before the stored values. @param after the new values. */
export async function replaceSortTexts (
  database: Database, resourceId: number, before: readonly ValueRow[], after: readonly ValueRow[]
): Promise<void> {
  const properties = otherTexts(before, after)
  if (properties.size === 0) return
  const of = (rows: readonly ValueRow[]) => groupBy(
    sortTextsOf(resourceId, rows.filter(({ propertyId }) => properties.has(propertyId))),
    ({ propertyId }) => propertyId
  )
  const [past, present] = [of(before), of(after)]
  for (const [property, texts] of present) {
    const known = past.get(property) ?? []
    if (known.length !== texts.length || !texts.every(({ audience }, at) => audience === known[at]!.audience)) continue
    // Updated in place, because deleting and inserting a row changes more of the table.
    for (const [at, text] of texts.entries()) {
      if (text.sortKey !== known[at]!.sortKey) await rename(database, ANONYMOUS_VIEWER).run(text)
    }
    properties.delete(property)
  }
  if (properties.size === 0) return
  await remove(database, ANONYMOUS_VIEWER).run({ id: resourceId, ids: JSON.stringify([...properties]) })
  const changed = after.filter(({ propertyId }) => properties.has(propertyId))
  await insertRows(database, sortText, sortTextsOf(resourceId, changed))
}
