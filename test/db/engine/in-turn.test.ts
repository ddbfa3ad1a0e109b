import t from 'tap'
import { OneByOne } from '../../../db/engine/in-turn.js'

t.test('work that is asked for while other work of its key runs waits for it', async (t) => {
  const queue = new OneByOne<string>()
  const order: string[] = []
  let second: Promise<void> | undefined
  await queue.run('a', async () => {
    second = queue.run('a', async () => { order.push('second') })
    await new Promise((resolve) => setImmediate(resolve))
    order.push('first')
  })
  await second
  t.same(order, ['first', 'second'])
})

t.test('work that fails does not stop what waits for it', async (t) => {
  const queue = new OneByOne<string>()
  const failed = queue.run('a', async () => { throw new Error('no') })
  const after = queue.run('a', async () => 'done')
  await t.rejects(failed, { message: 'no' })
  t.equal(await after, 'done')
})

t.test('the end of a key is also that of the work added while waiting for it', async (t) => {
  const queue = new OneByOne<string>()
  const ended: string[] = []
  let second: Promise<void> | undefined
  const first = queue.run('a', async () => {
    ended.push('first')
    second = queue.run('a', async () => { ended.push('second') })
  })
  await queue.ended('a')
  t.same(ended, ['first', 'second'])
  await queue.ended('b')
  await Promise.all([first, second])
})
