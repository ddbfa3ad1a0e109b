import t from 'tap'
import { Postings } from '../../db/query/tokens/postings.js'
import { dice } from '../dice.js'

/** More than two blocks of documents. */
const DOCUMENTS = 9000
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
  let postings = Postings.counted([...expected.keys()], [...expected.values()])
  for (let step = 0; step < STEPS; step++) {
    const { place } = postings.journal
    const changed = new Map<number, number>()
    for (let left = roll(10); left > 0; left--) changed.set(1 + roll(highest + 100), countOf())
    const different = [...changed].filter(([id, count]) => count !== (expected.get(id) ?? 0))
    postings = postings.changed(changed)
    t.same(
      new Map(postings.journal.since(place)), new Map(different.map(([id]) => [id, expected.get(id) ?? 0])),
      `as they were before step ${step}`
    )
    for (const [id, count] of changed) {
      if (count === 0) expected.delete(id)
      else expected.set(id, count)
    }
  }
  const { ids, counts } = postings.toList()
  const all = [...expected].sort(([one], [other]) => one - other)
  t.same([...ids], all.map(([id]) => id))
  t.same([...counts], all.map(([, count]) => count))
  const wrong: number[] = []
  for (let id = 0; id < highest + 200; id++) if (postings.countIn(id) !== (expected.get(id) ?? 0)) wrong.push(id)
  t.same(wrong, [], 'each by itself')
  t.end()
})
