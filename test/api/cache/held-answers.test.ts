import t from 'tap'
import { HeldAnswers, type Held } from '../../../api/cache/held-answers.js'
import { dice } from '../../dice.js'

t.test('answers that only lists hold are counted once, whatever comes and goes', async (t) => {
  const roll = dice(7)
  let counted = 0
  const held = new HeldAnswers((bytes) => { counted = bytes })
  const answers = Array.from({ length: 20 }, (): Held => ({ size: 1 + roll(1000), lists: 0, isKept: false }))
  const lists: Held[][] = []
  const expected = (): number => answers
    .filter((answer) => !answer.isKept && lists.some((list) => list.includes(answer)))
    .reduce((sum, { size }) => sum + size, 0)
  for (let turn = 0; turn < 2000; turn++) {
    const answer = answers[roll(answers.length)]!
    const what = roll(5)
    if (what === 0) {
      const list = Array.from({ length: roll(8) }, () => answers[roll(answers.length)]!)
      held.hold(list)
      lists.push(list)
    } else if (what === 1 && lists.length > 0) held.release(lists.splice(roll(lists.length), 1)[0]!)
    else if (what === 2) held.kept(answer)
    else if (what === 3) held.dropped(answer)
    else held.resize(answer, 1 + roll(1000))
    if (counted !== expected()) return t.equal(counted, expected(), `turn ${turn}`)
  }
  for (const list of lists.splice(0)) held.release(list)
  t.equal(counted, 0)
})
