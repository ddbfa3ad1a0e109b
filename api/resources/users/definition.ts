import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Viewer } from '../../../db/search/viewer.js'
import { isOneOf } from '../../../db/sqlite.js'
import { sitePermission, user } from '../../../db/tables/index.js'
import { OPERATIONS } from '../../errors.js'
import { equalsNameIfGiven, equalsTextIfGiven, isFlag, isTruthy } from '../../search/filters.js'
import { leadingNumber } from '../../numbers.js'
import { envelope } from '../../addresses.js'
import { isoDate } from '../../dates.js'
import { isVisibleSite } from '../shared/site-contents.js'
import { userWriter } from './write.js'
import type { ResourceType } from '../../resource-type.js'

const query = new QueryBuilder()

/** Was given a role on a site, as far as the viewer sees the site. */
const hasRoleOn = (siteId: number, viewer: Viewer): SQL => inArray(user.id, query.select({ id: sitePermission.userId }).from(sitePermission)
  .where(and(eq(sitePermission.siteId, siteId), isVisibleSite(sitePermission.siteId, viewer))))

/** Accounts (contract/admin-resources.md §5). Passwords and keys are nowhere in the API. */
export const users: ResourceType = {
  name: 'users',
  entity: 'User',
  operations: OPERATIONS,
  table: user,
  visible: () => undefined,
  filters: {
    email: equalsTextIfGiven(user.emailKey),
    name: equalsTextIfGiven(user.nameKey),
    role: equalsNameIfGiven(user.role),
    is_active: isFlag((flag) => eq(user.isActive, flag)),
    site_permission_site_id: (value, { viewer }) => isTruthy(value) ? hasRoleOn(leadingNumber(value), viewer) : undefined
  },
  sorts: { id: user.id, email: user.emailKey, name: user.nameKey, created: user.created, modified: user.modified, role: user.role },
  scalars: {
    id: { column: user.id },
    email: { column: user.email },
    name: { column: user.name },
    created: { column: user.created, as: 'date' },
    modified: { column: user.modified, as: 'date' },
    role: { column: user.role },
    is_active: { column: user.isActive }
  },
  async represent ({ database }, ids) {
    const rows = await database.select().from(user).where(isOneOf(user.id, ids))
    return new Map(rows.map((row) => [row.id, {
      ...envelope('users', 'o:User', row.id),
      'o:name': row.name,
      'o:email': row.email,
      // Not a typed literal, alone among the dates of the API.
      'o:created': isoDate(row.created),
      'o:role': row.role,
      'o:is_active': row.isActive
    }]))
  },
  async entityOf ({ database }, id) {
    const [row] = await database.select({ id: user.id, role: user.role }).from(user).where(eq(user.id, id))
    return row ?? {}
  },
  writer: userWriter
}
