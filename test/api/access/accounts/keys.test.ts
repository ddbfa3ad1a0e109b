import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { ANONYMOUS, OPERATOR } from '../../../../api/core/calls/actor.js'
import { Api } from '../../../../api/api.js'
import { apiKey } from '../../../../db/tables/index.js'
import { collection, refusal, type Collection } from '../../collection.js'

const ADDRESS = '192.0.2.7'

/** The last use as stored in the database, without having pending ones written. */
async function written ({ api }: Collection, identity: string): Promise<[number | null, string | null]> {
  const [row] = await api.store.read.select().from(apiKey).where(eq(apiKey.id, identity))
  return [row!.lastAccessed, row!.lastIp]
}

t.test('a key stands for its owner, with the limits it has', async (t) => {
  const { api, id } = await collection(t)
  const full = await api.keys.create(id('author'), { label: 'full' }, OPERATOR)
  t.same(await api.authenticate(full.identity, full.credential, ADDRESS), { id: id('author'), role: 'author' })
  const limited = await api.keys.create(
    id('author'), { label: 'limited', scope: { readOnly: true, resources: ['items'] } }, OPERATOR
  )
  t.same(await api.authenticate(limited.identity, limited.credential, ADDRESS), {
    id: id('author'), role: 'author', scope: { readOnly: true, resources: ['items'] }
  })
})

t.test('of a credential only a digest is stored, and no answer shows it', async (t) => {
  const { api, id } = await collection(t)
  const { identity, credential } = await api.keys.create(id('author'), { label: 'x' }, OPERATOR)
  const [row] = await api.store.read.select().from(apiKey).where(eq(apiKey.id, identity))
  t.match(row!.credentialHash, /^[0-9a-f]{64}$/)
  const listed = JSON.stringify(await api.keys.list(id('author'), OPERATOR))
  t.notMatch(listed, credential)
  t.notMatch(listed, row!.credentialHash)
})

t.test('a key with any fault authenticates no account', async (t) => {
  const { api, id } = await collection(t)
  const { identity, credential } = await api.keys.create(id('author'), { label: 'x' }, OPERATOR)
  for (const [i, c] of [
    [identity, credential.toUpperCase()],
    [identity.slice(1), credential],
    [identity, ''],
    [credential, identity],
    ['x'.repeat(32), credential]
  ] as const) {
    t.same(await api.authenticate(i, c, ADDRESS), { ...ANONYMOUS, keyProblem: 'unknown' })
  }
  t.same(await written({ api } as Collection, identity), [null, null], 'a failure is no use')
})

t.test('a key expires by itself', async (t) => {
  const { api, id } = await collection(t)
  const soon = Math.floor(Date.now() / 1000) + 1
  const { identity, credential } = await api.keys.create(id('author'), { label: 'x', expires: soon }, OPERATOR)
  t.equal((await api.authenticate(identity, credential, ADDRESS)).id, id('author'))
  await setTimeout(1100)
  t.same(await api.authenticate(identity, credential, ADDRESS), { ...ANONYMOUS, keyProblem: 'expired' })
  t.same(
    await api.authenticate(identity, 'x'.repeat(32), ADDRESS),
    { ...ANONYMOUS, keyProblem: 'unknown' },
    'that it has expired is told only to those who have it'
  )
})

t.test('a key that is revoked in one process is of no use there nor in another', async (t) => {
  const { api, id } = await collection(t)
  const other = await Api.open(api.settings)
  t.teardown(() => other.close())
  const { identity, credential } = await api.keys.create(id('author'), { label: 'x' }, OPERATOR)
  for (const each of [api, other]) t.equal((await each.authenticate(identity, credential, ADDRESS)).id, id('author'))
  await api.keys.revoke(identity, OPERATOR)
  t.equal((await api.authenticate(identity, credential, ADDRESS)).keyProblem, 'unknown')
  t.equal((await other.authenticate(identity, credential, ADDRESS)).keyProblem, 'unknown')
  const second = await api.keys.create(id('author'), { label: 'x' }, OPERATOR)
  await api.resource('users').update(id('author'), { 'o:is_active': false }, { actor: OPERATOR, partial: true })
  t.equal((await other.authenticate(second.identity, second.credential, ADDRESS)).keyProblem, 'inactive')
})

t.test('last uses of keys are written in batches, before they are read and at the end', async (t) => {
  const made = await collection(t)
  const { api, id } = made
  const { identity, credential } = await api.keys.create(id('author'), { label: 'x' }, OPERATOR)
  for (let i = 0; i < 100; i++) await api.authenticate(identity, credential, ADDRESS)
  t.same(await written(made, identity), [null, null])
  t.match(await api.keys.list(id('author'), OPERATOR), [{ lastIp: ADDRESS, lastAccessed: Number }])
  const other = await Api.open(api.settings)
  await other.authenticate(identity, credential, '192.0.2.8')
  await other.close()
  t.equal((await written(made, identity))[1], '192.0.2.8')
})

t.test('errors of a new key are reported by field', async (t) => {
  const { api, id } = await collection(t)
  const told = async (more: object): Promise<string[]> => Object.keys(
    (await refusal(api.keys.create(id('author'), { label: 'x', ...more }, OPERATOR))).errors
  )
  t.same(await told({ label: '' }), ['label'])
  t.same(await told({ label: 'x'.repeat(256) }), ['label'])
  t.same(await told({ identity: 'short', credential: '!' }), ['identity', 'credential'])
  t.same(await told({ expires: 1 }), ['expires'])
  t.same(await told({ scope: { resources: ['nothing'] } }), ['scope'])
  t.same(await told({ scope: { resources: [] } }), ['scope'])
  t.same(await told({ label: 'ä'.repeat(255) }), [])
})

t.test('keys go with their owner', async (t) => {
  const { api, id } = await collection(t)
  await api.keys.create(id('author'), { label: 'x' }, OPERATOR)
  await api.resource('users').delete(id('author'), { actor: OPERATOR })
  t.same(await api.keys.list(undefined, OPERATOR), [])
})
