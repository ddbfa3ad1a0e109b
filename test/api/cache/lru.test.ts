import t from 'tap'
import { Lru, type Shared } from '../../../api/cache/lru.js'
import { dice } from '../../dice.js'

/** A value that a number of lists show. */
class Part implements Shared {
  lists = 0
  constructor (public size: number) {}
  leave (): boolean { return this.lists > 0 }
}

class List {
  constructor (readonly parts: readonly Part[]) { for (const part of parts) part.lists++ }
  leave (): boolean {
    for (const part of this.parts) part.lists--
    return false
  }
}

t.test('the least recently used value is evicted, and none that is larger than a quarter is cached', async (t) => {
  const cache = new Lru(400)
  for (const key of ['a', 'b', 'c', 'd']) cache.add(key, { key }, 100)
  cache.get('a')
  cache.add('e', {}, 100)
  t.same(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.has(key)), ['a', 'c', 'd', 'e'])
  cache.add('a', {}, 101)
  t.notOk(cache.has('a'))
  t.equal(new Lru(0).get('a'), undefined)
})

t.test('the parts of a cached list count as long as the list is cached, also after they were replaced', async (t) => {
  const cache = new Lru(1000)
  const part = new Part(100)
  cache.add('part', part, part.size)
  cache.add('list', new List([part]), 100)
  cache.add('part', new Part(100), 100)
  t.equal(cache.figures.bytes, 300)
  cache.add('list', new List([]), 100)
  t.equal(part.lists, 0)
  for (let at = 0; at < 10; at++) cache.add(`other ${at}`, {}, 100)
  t.equal(cache.figures.bytes, 1000)
  t.equal(cache.size, 10)
})

t.test('a list that is too large to be cached refers to nothing', async (t) => {
  const cache = new Lru(1000)
  const part = new Part(100)
  cache.add('part', part, part.size)
  cache.add('list', new List([part]), 251)
  t.equal(part.lists, 0)
})

t.test('after any additions and removals the limit holds and each list refers to its parts once', async (t) => {
  const LIMIT = 10_000
  const roll = dice(50)
  const cache = new Lru(LIMIT)
  const parts = new Map<string, Part>()
  for (let at = 0; at < 3000; at++) {
    const key = `part ${roll(60)}`
    if (roll(3) > 0) {
      const part = new Part(50 + roll(200))
      parts.set(key, part)
      cache.add(key, part, part.size)
    } else {
      const shown = [...parts.values()].slice(-roll(20))
      cache.add(`list ${roll(30)}`, new List(shown), 20 + roll(300))
    }
    if (cache.figures.bytes > LIMIT) t.fail(`${cache.figures.bytes} bytes`)
  }
  for (let at = 0; at < 30; at++) cache.add(`list ${at}`, new List([]), 1)
  t.ok([...parts.values()].every(({ lists }) => lists === 0))
})
