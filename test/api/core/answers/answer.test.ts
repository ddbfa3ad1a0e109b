import t from 'tap'
import { Answer, JsonText } from '../../../../api/core/answers/answer.js'
import { BASE } from '../../../../api/core/answers/base.js'

t.test('answers have the same digest when they have the same text, whatever address they were sent with', async (t) => {
  const text = `[{"@id":"${BASE}/api/items/1","o:title":"–"}]`
  const member = new JsonText(text.slice(1, -1))
  const whole = new Answer(text)
  const list = new Answer(() => ['[', member, ']'], {}, text.length)
  const others = [text.replace('items/1', 'items/2'), text.replace('–', '-'), text.slice(1, -1)]
  for (const base of [BASE, 'https://example.org', 'https://example.com/collection']) {
    member.bytes(base)
    t.equal(list.digest, whole.digest)
    for (const other of others) t.not(new Answer(other).digest, list.digest)
  }
})

t.test('answers have the same serial number when one was made from the other', async (t) => {
  const list = new Answer('[]', { total: 0 })
  t.equal(list.with({ total: 5, next: undefined }).serial, list.serial)
  t.not(new Answer('[]').serial, list.serial)
})
