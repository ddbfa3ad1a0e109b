import t from 'tap'
import { networkOf, Throttle } from '../../../../api/access/throttles/throttle.js'
import { PasswordCheck } from '../../../../api/access/accounts/password-check.js'

t.test('each name has a number of attempts at once, then one per interval', async (t) => {
  let seconds = 0
  const throttle = new Throttle({ burst: 3, every: 60 }, () => seconds)
  for (let i = 0; i < 3; i++) {
    t.equal(throttle.wait('a'), 0)
    throttle.take('a')
  }
  t.equal(throttle.wait('a'), 60)
  t.equal(throttle.wait('b'), 0)
  seconds = 45
  t.equal(throttle.wait('a'), 15)
  seconds = 60
  t.equal(throttle.wait('a'), 0)
  throttle.take('a')
  t.equal(throttle.wait('a'), 60)
  throttle.take('a', -1)
  t.equal(throttle.wait('a'), 0)
  seconds = 100_000
  for (let i = 0; i < 3; i++) throttle.take('a')
  t.equal(throttle.wait('a'), 60, 'no more is saved up than there was at first')
  throttle.correct('a', 3)
  t.equal(throttle.wait('a'), 0)
})

t.test('several tokens can be taken at once', async (t) => {
  let seconds = 0
  const throttle = new Throttle({ burst: 10, every: 2 }, () => seconds)
  throttle.take('a', 7)
  t.equal(throttle.left('a'), 3)
  t.same([throttle.wait('a', 3), throttle.wait('a', 4), throttle.wait('a', 10)], [0, 2, 14])
  seconds = 3
  t.equal(throttle.left('a'), 4.5)
  t.equal(throttle.left('b'), 10)
})

t.test('guesses from one place are counted together, whatever the account', async (t) => {
  const passwords = new PasswordCheck()
  const guess = async (i: number, address: string) => await passwords.check({
    account: `account ${i}`, passwordHash: null, password: 'x', address
  })
  const verdicts = await Promise.all(Array.from({ length: 60 }, (_, i) => guess(i, `2001:db8:0:1::${i.toString(16)}`)))
  t.same(
    verdicts.map(({ is }) => is),
    [...Array<string>(50).fill('wrong'), ...Array<string>(10).fill('too-often')],
    'many at once are no more than many in a row'
  )
  t.match(await guess(99, '2001:db8:0:2::1'), { is: 'wrong' })
})

t.test('the network of an IPv6 address is one place, so is an IPv4 address however it is written', async (t) => {
  t.equal(networkOf('2001:db8::1'), networkOf('2001:db8::ffff'))
  t.not(networkOf('2001:db8::1'), networkOf('2001:db8:0:1::1'))
  t.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
  t.not(networkOf('192.0.2.1'), networkOf('192.0.2.2'))
  t.equal(networkOf('a socket'), 'a socket')
})
