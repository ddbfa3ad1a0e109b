import { sortKey } from '../../../../db/keys/collation/index.js'
import type { PlainWriter } from './plain.js'

/** Accounts are imported without passwords; existing accounts are not changed. */
export const userWriter: PlainWriter<'users'> = {
  updatesMatched: false,
  volatile: ['passwordHash'],
  columns: ({ content: { name, email, role, isActive, created, modified } }) => ({
    name, nameKey: sortKey(name), email, emailKey: sortKey(email), role, isActive, created, modified
  })
}
