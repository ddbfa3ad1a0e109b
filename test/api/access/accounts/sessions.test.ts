import t from 'tap'
import { session, user } from '../../../../db/tables/index.js'
import { SESSION_IDLE_SECONDS } from '../../../../api/access/accounts/sessions.js'
import { collection, type Collection } from '../../collection.js'
import type { Ending } from '../../../helper.js'

const PASSWORD = 'a quiet glass case'

async function signedIn (t: Ending): Promise<Collection & { secret: string }> {
  const made = await collection(t)
  await made.api.accounts.createUser({ email: 'ada@example.org', name: 'Ada', role: 'author', password: PASSWORD })
  const outcome = await made.api.sessions.signIn({
    email: 'ada@example.org', password: PASSWORD, address: '192.0.2.1'
  })
  return { ...made, secret: outcome.is === 'right' ? outcome.secret : '' }
}

t.test('a session is found by its secret, of which only a digest is stored', async (t) => {
  const { api, secret } = await signedIn(t)
  t.match(await api.sessions.find(secret), { actor: { role: 'author' }, name: 'Ada', email: 'ada@example.org' })
  const [row] = await api.store.read.select().from(session)
  t.match(row!.id, /^[0-9a-f]{64}$/)
  t.equal(await api.sessions.find(row!.id), undefined)
  await api.sessions.end(secret)
  t.equal(await api.sessions.find(secret), undefined)
})

t.test('a session that was not used for 14 days is over; one that is used is not', async (t) => {
  const { api, secret } = await signedIn(t)
  const seconds = Math.floor(Date.now() / 1000)
  const usedAt = async (lastAccessed: number): Promise<void> => {
    await api.store.write(
      async (database) => { await database.update(session).set({ lastAccessed }) }
    )
  }
  await usedAt(seconds - SESSION_IDLE_SECONDS - 1)
  t.equal(await api.sessions.find(secret), undefined)
  await usedAt(seconds - SESSION_IDLE_SECONDS + 60)
  t.ok(await api.sessions.find(secret))
  // The last use is written later without being awaited; the next write comes after it.
  await api.store.write(async () => {})
  const [row] = await api.store.read.select().from(session)
  t.ok(row!.lastAccessed >= seconds)
  await usedAt(seconds - SESSION_IDLE_SECONDS - 1)
  await api.sessions.signIn({ email: 'ada@example.org', password: PASSWORD, address: '192.0.2.1' })
  t.equal((await api.store.read.select().from(session)).length, 1, 'what is over is cleared away')
})

t.test('a session that began while the clock was years ahead ends like others', async (t) => {
  const { api, secret } = await signedIn(t)
  const seconds = Math.floor(Date.now() / 1000)
  const ahead = seconds + 10 * 365 * 24 * 60 * 60
  await api.store.write(async (database) => { await database.update(session).set({ lastAccessed: ahead }) })
  t.ok(await api.sessions.find(secret))
  await api.store.write(async () => {})
  const [row] = await api.store.read.select().from(session)
  t.ok(row!.lastAccessed <= seconds + 60, 'its last use is stored anew')
})

t.test('a sign-in fails if the account is deleted or gets a new password while the password is checked', async (t) => {
  const { api } = await signedIn(t)
  const signIn = async (): Promise<string> => (await api.sessions.signIn({
    email: 'ada@example.org', password: PASSWORD, address: '192.0.2.1'
  })).is
  const [row] = await api.store.read.select().from(user)
  for (const change of [
    async () => { await api.store.write(async (database) => { await database.update(user).set({ isActive: false }) }) },
    async () => { await api.store.write(async (database) => { await database.update(user).set({ passwordHash: 'x' }) }) },
    async () => { await api.store.write(async (database) => { await database.delete(user) }) }
  ]) {
    await api.store.write(async (database) => {
      await database.delete(session)
      await database.update(user).set({ isActive: true, passwordHash: row!.passwordHash })
    })
    const signingIn = signIn()
    // After the account was looked up, and long before scrypt is done.
    await new Promise((resolve) => { setImmediate(resolve) })
    await change()
    t.equal(await signingIn, 'wrong')
    t.same(await api.store.read.select().from(session), [])
  }
})
