import t from 'tap'
import { hashOf, isPassword, HASH_OF_NO_PASSWORD } from '../../../api/accounts/passwords.js'

const parametersOf = (hash: string): string => hash.split('$').slice(0, 4).join('$')

t.test('a password is stored as a hash and verified by it', async (t) => {
  const hash = await hashOf('a quiet glass case')
  t.notMatch(hash, 'quiet')
  t.equal(await isPassword('a quiet glass case', hash), true)
  t.equal(await isPassword('A quiet glass case', hash), false)
})

t.test('where there is no account the same work is done, in vain', async (t) => {
  t.equal(parametersOf(HASH_OF_NO_PASSWORD), parametersOf(await hashOf('a quiet glass case')))
  t.equal(await isPassword('never', null), false)
})

t.test('the event loop goes on meanwhile', async (t) => {
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
