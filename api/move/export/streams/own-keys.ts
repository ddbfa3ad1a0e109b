import { getTableColumns } from 'drizzle-orm'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { item, media, property, resourceClass, user } from '../../../../db/tables/index.js'
import { reference } from '../../../core/answers/addresses.js'
import type { Representation } from '../../../core/answers/answer.js'
import { typedDate } from '../../../core/answers/dates.js'
import type { ReadContext } from '../../../resources/definition/read-context.js'
import { OWN_KEYS } from '../../collection/read/collection-file.js'

/** Loads members that REST does not show, by id. */
type Load = (database: Database, ids: readonly number[]) => Promise<Map<number, Representation>>

const owners = (table: typeof property | typeof resourceClass): Load => async (database, ids) => {
  const { id, ownerId } = getTableColumns(table)
  const rows = await database.select({ id, ownerId }).from(table).where(isOneOf(table.id, ids))
  return new Map(rows.map((row) => [row.id, { [OWN_KEYS.owner]: reference('users', row.ownerId) }]))
}

const LOAD: Readonly<Record<string, Load>> = {
  properties: owners(property),
  resource_classes: owners(resourceClass),
  async users (database, ids) {
    const rows = await database.select({ id: user.id, modified: user.modified }).from(user).where(isOneOf(user.id, ids))
    return new Map(rows.map(({ id, modified }) => [id, { [OWN_KEYS.modified]: typedDate(modified) }]))
  },
  async items (database, ids) {
    const rows = await database.select().from(item).where(isOneOf(item.id, ids))
    return new Map(rows.map(({ id, primaryMediaId }) => [id, { [OWN_KEYS.primaryMedia]: primaryMediaId }]))
  },
  async media (database, ids) {
    const rows = await database.select({ id: media.id, position: media.position }).from(media)
      .where(isOneOf(media.id, ids))
    return new Map(rows.map(({ id, position }) => [id, { [OWN_KEYS.position]: position }]))
  }
}

/**
 * Adds to records the members that REST does not show but an identical copy needs (collection-file.ts).
 * @param type name of their type.
 */
export async function withOwnKeys (
  type: string, records: readonly Representation[], { database, viewer }: ReadContext
): Promise<readonly Representation[]> {
  const load = LOAD[type]
  // Other viewers could learn of media that they may not see.
  if (load === undefined || !viewer.viewsAll) return records
  const own = await load(database, records.map((record) => record['o:id'] as number))
  return records.map((record) => ({ ...record, ...own.get(record['o:id'] as number) }))
}
