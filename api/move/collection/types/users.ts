import { user } from '../../../../db/tables/index.js'
import { emailProblems } from '../../../access/accounts/email-address.js'
import { now } from '../../../core/answers/dates.js'
import { isRole } from '../../../access/access.js'
import { MAX_CHARACTERS } from '../../../resources/shared/writing/fields.js'
import { OWN_KEYS } from '../read/collection-file.js'
import { excerptOf } from '../../pipeline/problems.js'
import type { LineFields } from '../read/line-fields.js'
import { date, required } from './fields.js'
import { plainType } from './plain-type.js'

/**
 * The role of accounts whose own role comes from a module of the source (`guest`, for example, is the role of
 * visitors). Even this role sees more than the public, so these accounts are deactivated as well.
 */
const LEAST_ROLE = 'researcher'

/** Accounts, without passwords and keys (docs/contract/admin-resources.md §5). Existing accounts are not changed. */
export const users = plainType({
  table: user,
  fields: {
    name: required('o:name', MAX_CHARACTERS.name),
    email: { key: 'o:email', read: readEmail },
    role: { key: 'o:role', read: readRole },
    isActive: {
      key: 'o:is_active',
      read: (fields: LineFields) => fields.flag('o:is_active', false) && isRole(fields.get('o:role') as string)
    },
    created: { key: 'o:created', read: (fields: LineFields) => fields.date('o:created') ?? now() },
    modified: date(OWN_KEYS.modified)
  },
  unique: ['email'],
  existing: 'matched',
  volatile: ['passwordHash']
})

function readEmail (fields: LineFields): string {
  const email = fields.required('o:email', MAX_CHARACTERS.name)
  const [problem] = email === '' ? [] : emailProblems(email)
  if (problem !== undefined) fields.errors.push(`o:email: ${excerptOf(email)}: ${problem}`)
  return email
}

function readRole (fields: LineFields): string {
  const role = fields.required('o:role', MAX_CHARACTERS.name)
  if (isRole(role)) return role
  if (role !== '') {
    fields.warnings.push(`o:role: the role ${excerptOf(role)} is unknown here; the account became a ${LEAST_ROLE} and is ` +
      `deactivated. To let it sign in: vitrine user edit --email ${String(fields.get('o:email'))} --activate`)
  }
  return LEAST_ROLE
}
