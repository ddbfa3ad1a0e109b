import t from 'tap'
import { BASE } from '../../../../api/core/answers/base.js'
import { JsonText } from '../../../../api/core/answers/answer.js'

/** Addresses, some of which are in texts anyway, or can be found in other places of a text that has them twice. */
const BASES = ['https://example.org', 'https://–.example/sub', '', 'a', 'aa', 'aXa', BASE]
const PIECES = [BASE, BASE, `"${BASE}/api/items/1"`, 'a', 'aa', 'X', 'https://example.org', '–', '😀', '"plain"']

/** A whole number below a limit, the same in every run. */
function numbers (seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(state / 2 ** 32 * limit)
  }
}

t.test('bytes and text of an answer are equal for any sequence of base addresses', async (t) => {
  const next = numbers(7)
  for (let round = 0; round < 300; round++) {
    const template = Array.from({ length: next(8) }, () => PIECES[next(PIECES.length)]!).join('')
    const kept = new JsonText(template)
    for (let time = 0; time < 6; time++) {
      const base = BASES[next(BASES.length)]!
      const expected = template.replaceAll(BASE, base)
      if (next(2) === 0) t.equal(kept.text(base), expected)
      else t.equal(kept.bytes(base).toString(), expected)
    }
    t.equal(kept.text(BASE), template)
  }
})

t.test('bytes are made once for an address', async (t) => {
  const kept = new JsonText(`{"@id":"${BASE}/api/items/1"}`)
  const bytes = kept.bytes('https://example.org')
  t.equal(kept.bytes('https://example.org'), bytes)
  t.not(kept.bytes('https://example.com'), bytes)
})
