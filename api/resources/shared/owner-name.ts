import type { AnyColumn } from 'drizzle-orm'
import { relatedKey, type RelatedKey } from '../../../db/query/conditions/order.js'
import type { Viewer } from '../../../db/query/statements/viewer.js'
import { user } from '../../../db/tables/index.js'

/**
 * Sorts by the name of the owner. Anonymous viewers may not see names of accounts, so they cannot sort by them either:
 * the order would reveal something, as it does in the reference application.
 */
export const ownerNameSort = (ownerId: AnyColumn) => (viewer: Viewer): RelatedKey | undefined =>
  viewer.id === null && !viewer.viewsAll && viewer.disclosesPrivate !== true
    ? undefined
    : relatedKey(ownerId, user.id, user.nameKey)
