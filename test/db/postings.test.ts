import t from 'tap'
import { Postings } from '../../db/query/tokens/postings.js'
import { dice } from '../dice.js'

const DOCUMENTS = 900
const STEPS = 60

t.test('changed postings have the latest counts of each document', (t) => {
  const roll = dice(11)
  const countOf = (): number => roll(3) > 0 ? 1 : roll(40) === 0 ? 100_000 : roll(3)
  const expected = new Map<number, number>()
  let highest = 0
  for (let left = DOCUMENTS; left > 0; left--) {
    highest += 1 + (roll(100) === 0 ? 20_000 : roll(3))
    expected.set(highest, 1 + countOf())
  }
  let postings = Postings.of([...expected.keys()], [...expected.values()])
  for (let step = 0; step < STEPS; step++) {
    const changed = new Map<number, number>()
    for (let left = roll(10); left > 0; left--) changed.set(1 + roll(highest + 100), countOf())
    postings = postings.changed(changed)
    for (const [id, count] of changed) {
      if (count === 0) expected.delete(id)
      else expected.set(id, count)
    }
    const all = [...expected].sort(([one], [other]) => one - other)
    t.same([[...postings.ids], [...postings.counts]], [all.map(([id]) => id), all.map(([, count]) => count)])
  }
  t.end()
})
