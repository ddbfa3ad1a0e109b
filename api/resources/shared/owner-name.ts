import { eq, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Viewer } from '../../../db/search/viewer.js'
import { user } from '../../../db/tables/index.js'

const query = new QueryBuilder()

/**
 * Sorts by the name of an owner. Names of accounts are not shown to who has none, so that no order tells of them
 * either;
 * in the reference it does.
 */
export const ownerNameSort = (ownerId: AnyColumn) => (viewer: Viewer): SQL =>
  viewer.id === null && !viewer.viewsAll && viewer.disclosesPrivate !== true
    ? sql`NULL`
    : sql`${query.select({ key: user.nameKey }).from(user).where(eq(user.id, ownerId))}`
