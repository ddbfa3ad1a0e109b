import { sortKey } from '../../../../db/keys/collation/index.js'
import type { PlainWriter } from './plain.js'

/** Accounts come without passwords; those that are here already stay as they are, whatever the file says. */
export const userWriter: PlainWriter<'users'> = {
  updatesMatched: false,
  volatile: ['passwordHash'],
  columns: ({ content: { name, email, role, isActive, created, modified } }) => ({
    name, nameKey: sortKey(name), email, emailKey: sortKey(email), role, isActive, created, modified
  })
}
