import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { setting, stamp } from '../../../db/tables/index.js'
import { jsonIn } from '../../core/calls/given.js'
import type { Check } from './fault.js'

const TERMS = 'terms'
const SECRET = 'cursor_secret'

/** Checks that required rows exist: the stamp of terms, and the secret that encrypts cursors. */
export const settingCheck: Check = {
  name: 'settings',
  async * faults ({ database }) {
    const [terms] = await database.select().from(stamp).where(eq(stamp.id, TERMS))
    if (terms === undefined) {
      yield {
        kind: 'setting',
        subject: `stamp/${TERMS}`,
        message: 'It is missing: processes do not notice changes of each other.',
        async repair (database) { await database.insert(stamp).values({ id: TERMS, changes: 1 }).onConflictDoNothing() }
      }
    }
    const [secret] = await database.select({ text: sql<string>`value` }).from(setting).where(eq(setting.id, SECRET))
    if (typeof jsonIn(secret?.text ?? '') === 'string') return
    yield {
      kind: 'setting',
      subject: `setting/${SECRET}`,
      message: 'It is missing: lists cannot be paged by cursors.',
      async repair (database) {
        const value = randomBytes(32).toString('hex')
        await database.delete(setting).where(eq(setting.id, SECRET))
        await database.insert(setting).values({ id: SECRET, value })
      }
    }
  }
}
