import t from 'tap'
import { FairQueue } from '../../../../api/search/worker/fair-queue.js'

t.test('everybody has a turn, in the order of asking', async (t) => {
  const queue = new FairQueue<string>()
  for (const entry of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(entry[0]!, entry)
  t.equal(queue.length, 6)
  const taken = [queue.take(), queue.take()]
  queue.add('d', 'd1')
  while (queue.length > 0) taken.push(queue.take())
  t.same(taken, ['a1', 'b1', 'c1', 'a2', 'b2', 'd1', 'a3'])
  t.equal(queue.take(), undefined)
})

t.test('an entry that is taken out before its turn is not served', async (t) => {
  const queue = new FairQueue<string>()
  for (const entry of ['a1', 'a2', 'b1']) queue.add(entry[0]!, entry)
  t.ok(queue.remove('a', 'a1'))
  t.ok(queue.remove('b', 'b1'))
  t.notOk(queue.remove('b', 'b1'))
  t.same([queue.length, queue.lengthOf('a'), queue.lengthOf('b')], [1, 1, 0])
  t.same([queue.take(), queue.take()], ['a2', undefined])
})
