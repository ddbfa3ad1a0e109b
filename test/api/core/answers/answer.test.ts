import t from 'tap'
import { Answer } from '../../../../api/core/answers/answer.js'

t.test('answers have the same serial number when one was made from the other', async (t) => {
  const list = new Answer('[]', { total: 0 })
  t.equal(list.with({ total: 5, next: undefined }).serial, list.serial)
  t.not(new Answer('[]').serial, list.serial)
})
