import t from 'tap'
import { Answer, bytesOf, textOf } from '../../../../api/core/answers/answer.js'
import { BASE } from '../../../../api/core/answers/base.js'

const TEXTS = ['', 'plain', 'é–λ漢', '😀', `${'a'.repeat(21_844)}😀b`, '–'.repeat(30_000), 'a'.repeat(70_000)]

t.test('a text becomes its bytes, a character each, and itself again', async (t) => {
  for (const text of TEXTS) {
    const bytes = bytesOf(text)
    t.equal(bytes.length, Buffer.byteLength(text))
    t.notMatch(bytes, /[\u0100-\uffff]/)
    t.equal(Buffer.compare(Buffer.from(bytes, 'latin1'), Buffer.from(text)), 0)
    t.equal(textOf(bytes), text)
  }
})

t.test('an answer has the text that it was made of', async (t) => {
  for (const text of TEXTS) {
    const answer = new Answer(JSON.stringify({ '@id': `${BASE}/api/items/1`, text }))
    t.same(answer.with({ total: 3 }).json('https://–.example'), { '@id': 'https://–.example/api/items/1', text })
    t.equal(new Answer(() => [text, text]).template, text + text)
  }
})
