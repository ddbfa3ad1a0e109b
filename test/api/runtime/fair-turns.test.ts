import t from 'tap'
import { FairTurns } from '../../../api/runtime/admission/fair-turns.js'

t.test('a client whose work takes long leaves a place to others', async (t) => {
  const turns = new FairTurns({ atOnce: () => 2, waiting: 10, waitingPerClient: 10 })
  const begun: string[] = []
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => { end = resolve })
  const greedy = ['2001:db8::1', '2001:db8::2'].map(async (address) => {
    await turns.run(address, async () => {
      begun.push(address)
      await ended
    })
  })
  await turns.run('192.0.2.1', async () => { begun.push('another') })
  t.same(begun, ['2001:db8::1', 'another'], 'addresses of one network are one client')
  t.match(turns.figures, { running: 1, waiting: 1 })
  end()
  await Promise.all(greedy)
  t.same(begun, ['2001:db8::1', 'another', '2001:db8::2'])
  t.match(turns.figures, { running: 0, waiting: 0 })
})

t.test('where only one may run, any client may have it', async (t) => {
  const turns = new FairTurns({ atOnce: () => 1, waiting: 10, waitingPerClient: 10 })
  t.same(await Promise.all([1, 2, 3].map(async (at) => await turns.run('client', async () => at))), [1, 2, 3])
})
