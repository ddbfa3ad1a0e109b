import { flag, id, index, json, string, table, time, int, uniqueIndex } from './columns.js'

/** An account. `email` and `name` are compared through their collation keys (docs/contract/search.md §10). */
export const user = table('user', {
  id: id(),
  email: string('email').notNull(),
  emailKey: string('email_key').notNull(),
  name: string('name').notNull(),
  nameKey: string('name_key').notNull(),
  role: string('role').notNull(),
  isActive: flag('is_active').notNull(),
  passwordHash: string('password_hash'),
  created: time('created').notNull(),
  modified: time('modified')
}, (t) => [uniqueIndex('user_email').on(t.emailKey)])

/** An API key: `id` is its public part; only the SHA-256 (hex) of its credential is stored. */
export const apiKey = table('api_key', {
  id: string('id').primaryKey(),
  userId: int('user_id').notNull().references(() => user.id, { onDelete: 'cascade' }),
  label: string('label').notNull(),
  credentialHash: string('credential_hash').notNull(),
  scope: json<{ readonly readOnly?: boolean, readonly resources?: readonly string[] } | null>('scope'),
  lastIp: string('last_ip'),
  lastAccessed: time('last_accessed'),
  expires: time('expires'),
  created: time('created').notNull()
}, (t) => [index('api_key_user').on(t.userId)])

/** A signed-in browser; `id` is the SHA-256 of the secret that the cookie carries. */
export const session = table('session', {
  id: string('id').primaryKey(),
  userId: int('user_id').notNull().references(() => user.id, { onDelete: 'cascade' }),
  created: time('created').notNull(),
  lastAccessed: time('last_accessed').notNull()
}, (t) => [index('session_user').on(t.userId)])

/** Settings of the installation, by name (docs/contract/admin-resources.md §12.3). */
export const setting = table('setting', {
  id: string('id').primaryKey(),
  value: json<unknown>('value').notNull()
})
