import t from 'tap'
import { Answer } from '../../../api/core/answers/answer.js'
import { AnswerCache, type Parts } from '../../../api/cache/answer-cache.js'
import { ChangeLog, EVERYTHING } from '../../../db/changes/change-log.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'

t.test('a list is made again of its parts that are still valid', async (t) => {
  const changes = new ChangeLog()
  const cache = new AnswerCache(changes, { answers: 1_000_000, sets: 1 })
  const items = cache.representations(ANONYMOUS_VIEWER, 'items')
  const represent = (id: number): Answer =>
    items.add(id, {}, new Answer(`{"o:id":${id}}`, { id }), cache.version)
  const valid: Array<Array<number | string | undefined>> = []
  const viewer = ANONYMOUS_VIEWER
  const ask = async (): Promise<Answer> => await cache.list(viewer, 'first page', async (before): Promise<Parts> => {
    const usable = before.filter((answer) => items.isValid(answer))
    const of = [1, 2, 3].map((id) => usable.find((answer) => answer.id === id) ?? represent(id))
    valid.push(usable.map(({ id }) => id))
    const facts = { total: 3, next: undefined }
    return { of, facts, join: () => new Answer(of.map(({ template }) => template).join(), facts) }
  })
  const first = await ask()
  t.equal(await ask(), first)
  changes.record([7])
  t.equal(await ask(), first, 'a write that touches none of them')
  changes.record([2])
  const second = await ask()
  t.not(second, first)
  changes.record(EVERYTHING)
  t.not(await ask(), second)
  t.same(valid, [[], [1, 2, 3], [1, 3], []])
  t.equal(items.isValid(new Answer('{}')), false)
})

/** Encodes an answer for its own base address, so that both its bytes and its text are in memory. */
function encode (answer: Answer): void {
  for (const segment of answer.segments()) if (typeof segment !== 'string') segment.bytes('aa')
}

t.test('lists and the answers that they show stay within the limit together', async (t) => {
  const LIMIT = 100_000
  const changes = new ChangeLog()
  const cache = new AnswerCache(changes, { answers: LIMIT, sets: 1 })
  const items = cache.representations(ANONYMOUS_VIEWER, 'items')
  const text = 'a'.repeat(1000)
  const ask = async (number: number): Promise<Answer> => {
    return await cache.list(ANONYMOUS_VIEWER, `page ${number}`, async (): Promise<Parts> => {
      const of = [0, 1, 2, 3, 4].map((at) => {
        const id = 5 * number + at
        return items.get(id) ??
          items.add(id, {}, new Answer(JSON.stringify({ 'o:id': id, text }), { id }), cache.version)
      })
      const facts = { total: 5, next: undefined }
      return { of, facts, join: () => new Answer('', { ...facts, parts: of }) }
    })
  }
  for (let number = 0; number < 50; number++) {
    for (const part of (await ask(number)).parts!.slice(0, 2)) encode(part)
    t.ok(cache.figures.answers.bytes <= LIMIT)
  }
  // Each list takes 5,000 bytes joined, and its parts 11,000.
  t.ok(cache.figures.answers.entries >= 5 * 6)
  changes.record(EVERYTHING)
  for (let number = 0; number < 50; number++) await ask(number)
  t.ok(cache.figures.answers.bytes <= LIMIT)
  t.ok(cache.figures.answers.entries >= 5 * 6, 'what no list shows any more is evicted')
})
