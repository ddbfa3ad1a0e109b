import t from 'tap'
import { FairQueue } from '../../../../api/runtime/admission/fair-queue.js'

function queueOf (...entries: string[]): FairQueue<string> {
  const queue = new FairQueue<string>()
  for (const entry of entries) queue.add(entry[0]!, entry)
  return queue
}

t.test('every client has a turn; the one with the fewest recent requests is next', async (t) => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2')
  t.equal(queue.waiting.length, 6)
  const taken = [queue.take(), queue.take()]
  queue.add('d', 'd1')
  queue.add('e', 'e1', { handicap: 1 })
  while (queue.waiting.length > 0) taken.push(queue.take())
  t.same(taken, ['a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'e1', 'a3'], 'a handicap counts as what was asked')
  t.equal(queue.take(), undefined)
  queue.add('a', 'a4')
  queue.add('f', 'f1')
  t.equal(queue.take(), 'f1', 'what was asked before counts although nothing waits any more')
})

t.test('an entry may come before those of clients with as many, and may not count later', async (t) => {
  const queue = queueOf('a1', 'b1')
  queue.add('c', 'c1', { isFirst: true, isCounted: false })
  queue.add('c', 'c2')
  queue.add('a', 'a2')
  t.same([queue.take(), queue.take(), queue.take(), queue.take()], ['c1', 'a1', 'b1', 'c2'])
})

t.test('the addresses of an IPv6 network are one client', async (t) => {
  const queue = new FairQueue<string>()
  queue.add('2001:db8::1', 'first')
  queue.add('2001:db8::2', 'second')
  queue.add('2001:db8:0:1::1', 'of another network')
  t.equal(queue.lengthOf('2001:db8::3'), 2)
  t.same([queue.take(), queue.take(), queue.take()], ['first', 'of another network', 'second'])
})

t.test('a client of a quiet network comes before new ones of a network from which many ask', async (t) => {
  const queue = new FairQueue<string>()
  for (let host = 1; host <= 50; host++) queue.add(`192.0.2.${host}`, `crawler ${host}`)
  queue.add('198.51.100.7', 'visitor')
  queue.add('192.0.2.99', 'neighbor of crawlers')
  t.equal(queue.evict(), 'neighbor of crawlers')
  for (let host = 1; host < 10; host++) queue.take()
  t.same([queue.take(), queue.take()], ['crawler 10', 'visitor'])
  for (let host = 1; host <= 50; host++) queue.add(`2001:db8:0:${host}::1`, 'crawler')
  queue.add('2001:db8:1::1', 'visitor')
  queue.add('2001:db8:0:99::1', 'neighbor of crawlers')
  t.equal(queue.evict(), 'neighbor of crawlers')
})

t.test('an entry that is taken out before its turn is not served', async (t) => {
  const queue = queueOf('a1', 'a2', 'b1')
  t.ok(queue.remove('a', 'a1'))
  t.ok(queue.remove('b', 'b1'))
  t.notOk(queue.remove('b', 'b1'))
  t.same([queue.waiting.length, queue.lengthOf('a'), queue.lengthOf('b')], [1, 1, 0])
  t.same([queue.take(), queue.take()], ['a2', undefined])
})

t.test('the entry whose turn comes last makes room', async (t) => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1')
  t.equal(queue.evict(), 'a3')
  t.equal(queue.evict((entry) => entry.startsWith('b')), 'b1')
  t.equal(queue.take((entry) => entry === 'a2'), 'a2')
  t.same([queue.waiting.length, queue.evict((entry) => entry === 'x')], [1, undefined])
})
