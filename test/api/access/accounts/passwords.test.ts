import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import { hashOf, isPassword, HASH_OF_NO_PASSWORD, passwordProblem } from '../../../../api/access/accounts/passwords.js'
import { build } from '../../../helper.js'

/** The error for a refused password. */
const refusal = (message: unknown): Error => ({ errors: { password: [message] } }) as unknown as Error

const parametersOf = (hash: string): string => hash.split('$').slice(0, 4).join('$')

t.test('a password is stored as a hash and verified by it', async (t) => {
  const hash = await hashOf('a quiet glass case')
  t.notMatch(hash, 'quiet')
  t.equal(await isPassword('a quiet glass case', hash), true)
  t.equal(await isPassword('A quiet glass case', hash), false)
})

t.test('sign-in does equal work for an unknown account', async (t) => {
  t.equal(parametersOf(HASH_OF_NO_PASSWORD), parametersOf(await hashOf('a quiet glass case')))
  t.equal(await isPassword('never', null), false)
})

t.test('the event loop is not blocked meanwhile', async (t) => {
  let turns = 0
  const timer = setInterval(() => { turns++ }, 1)
  await Promise.all(Array.from({ length: 4 }, async () => await hashOf('a quiet glass case')))
  clearInterval(timer)
  t.ok(turns > 5, `${turns} turns`)
})

t.test('too short and too long are refused, characters counting, not bytes', async (t) => {
  await t.rejects(hashOf('1234567'))
  await t.rejects(hashOf('👁️👁️👁️'.slice(0, 7)))
  await t.resolves(hashOf('ääääääää'))
  await t.rejects(hashOf('x'.repeat(1025)))
  t.equal(await isPassword('x'.repeat(100_000), null), false)
})

t.test('the most common passwords are refused, in any case and backwards', async (t) => {
  const common = refusal('This password is one of the most common, which are guessed first.')
  for (const password of ['12345678', 'password1', 'PASSWORD', 'Qwertyuiop', '87654321', 'sunshine', 'trustno1', '11041983']) {
    await t.rejects(hashOf(password), common, password)
  }
})

t.test('words of the account are refused as password, also with digits and punctuation', async (t) => {
  const own = ['ada.byron@lovelace.example', 'Ada Lovelace-Müller', 'Museum of Lamps']
  const refused = [
    'ada.byron@lovelace.example', 'adabyron', 'AdaLovelace', 'lovelace', 'Lovelace1815!', '1815-ada-byron', 'mullermuller',
    'museumoflamps', 'Museum2026', 'Ada Lovelace-Müller'
  ]
  for (const password of refused) {
    t.match(passwordProblem(password, own), { reason: { is: 'own-words' } }, password)
  }
  for (const password of ['ada loves quiet cases', 'lovelace-case', '19381528', 'canada is cold']) {
    t.equal(passwordProblem(password, own), undefined, password)
  }
})

t.test('they are refused wherever a password is set', async (t) => {
  const { api } = await build(t)
  await api.installation.set('installation_title', 'Lamps of Oslo')
  const account = { email: 'ada@museum.example', name: 'Ada', role: 'editor' }
  for (const password of ['12345678', 'ada@museum.example', 'lampsofoslo']) {
    await t.rejects(api.accounts.createUser({ ...account, password }), refusal(String))
    await t.rejects(api.accounts.createFirstUser({ ...account, password }), refusal(String))
    await t.rejects(api.accounts.checkNew({ ...account, password }, OPERATOR), refusal(String))
  }
  await api.accounts.createUser({ ...account, password: 'a quiet glass case' })
  for (const password of ['12345678', 'museum-2026', 'Oslo 1925']) {
    await t.rejects(api.accounts.changePassword(account.email, { password }, OPERATOR), refusal(String))
  }
})
