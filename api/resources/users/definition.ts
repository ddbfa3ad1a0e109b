import { and, inArray } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { sitePermission, user } from '../../../db/tables/index.js'
import { OPERATIONS } from '../../core/calls/errors.js'
import { texts } from '../../core/calls/given.js'
import { equalsFlag, equalsName, equalsText, ifGiven, numberOf } from '../../search/query/filters.js'
import { isoDate } from '../../core/answers/dates.js'
import { isVisibleSite } from '../shared/site-contents.js'
import { allowsUsers } from './access.js'
import { userWriter } from './write.js'
import { representRows, resourceType, rowEntity } from '../definition/resource-type.js'
import { DeletedUser, User, UserInput } from '../../../schemas/administration/users.js'
import * as parameter from '../../../schemas/shared/parameters.js'
import { described, scalar, sortedBy, type Filter } from '../../search/query/searchable.js'

const query = new QueryBuilder()

/** Accounts with a role on one of the sites that the viewer may see. */
const hasRoleOn: Filter = ifGiven((given, context) => {
  const siteIds = texts(given).map((text) => numberOf(text, context))
  return inArray(user.id, query.select({ id: sitePermission.userId }).from(sitePermission)
    .where(and(isOneOf(sitePermission.siteId, siteIds), isVisibleSite(sitePermission.siteId, context.viewer))))
})

/** Accounts (docs/contract/admin-resources.md §5). They are represented without passwords and keys. */
export const users = resourceType({
  name: 'users',
  entity: 'User',
  schemas: { representation: User, input: UserInput, deleted: DeletedUser },
  operations: OPERATIONS,
  allows: allowsUsers,
  table: user,
  visible: () => undefined,
  filters: {
    email: described(parameter.texts('E-mail address'), ifGiven(equalsText(user.emailKey))),
    name: described(parameter.texts('Name'), ifGiven(equalsText(user.nameKey))),
    role: described(parameter.texts('Role'), ifGiven(equalsName(user.role))),
    is_active: described(parameter.flag('1 for active ones, 0 for inactive ones'), equalsFlag(user.isActive)),
    site_permission_site_id: described(parameter.integers('With a permission on this site'), hasRoleOn)
  },
  sorts: {
    id: sortedBy('Id', user.id),
    email: sortedBy('E-mail address', user.emailKey),
    name: sortedBy('Name', user.nameKey),
    created: sortedBy('Date of creation', user.created),
    modified: sortedBy('Date of the last change', user.modified),
    role: sortedBy('Role', user.role)
  },
  scalars: {
    id: scalar('Id', user.id),
    email: scalar('E-mail address', user.email),
    name: scalar('Name', user.name),
    created: scalar('Date of creation', user.created, 'date'),
    modified: scalar('Date of the last change', user.modified, 'date'),
    role: scalar('Role', user.role),
    is_active: scalar('Whether it is active', user.isActive)
  },
  represent: representRows(user, 'users', 'o:User', (row) => ({
    'o:name': row.name,
    'o:email': row.email,
    // The only date of the API that is plain text instead of a typed literal.
    'o:created': isoDate(row.created),
    'o:role': row.role,
    'o:is_active': row.isActive
  })),
  entityOf: rowEntity(user, { role: user.role }),
  writer: userWriter
})
