import { eq, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Viewer } from '../../../db/search/viewer.js'
import { user } from '../../../db/tables/index.js'

const query = new QueryBuilder()

/**
 * Sorts by the name of the owner. For anonymous viewers, who may not see names of accounts, all are equal, so that the
 * order reveals nothing; in the reference it does.
 */
export const ownerNameSort = (ownerId: AnyColumn) => (viewer: Viewer): SQL =>
  viewer.id === null && !viewer.viewsAll && viewer.disclosesPrivate !== true
    ? sql`CAST(NULL AS TEXT)`
    : sql`${query.select({ key: user.nameKey }).from(user).where(eq(user.id, ownerId))}`
