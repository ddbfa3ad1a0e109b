import t from 'tap'
import { ScanResistantCache } from '../../../api/cache/scan-resistant-cache.js'

const SIZE = 10

/** Asks for keys, and keeps what was not found. @returns the share that was found of the second half. */
function found (cache: ScanResistantCache<string>, keys: readonly string[]): number {
  let hits = 0
  for (const [at, key] of keys.entries()) {
    const value = cache.get(key)
    if (value === undefined) cache.set(key, key, { size: SIZE })
    else if (value !== key) throw new Error(`${value} was kept as ${key}`)
    else if (at >= keys.length / 2) hits++
  }
  return hits / (keys.length / 2)
}

const requests = (count: number, key: (number: number) => number): string[] =>
  Array.from({ length: count }, (_, number) => `key ${key(number)}`)

/** Numbers up to a limit that look random. */
const scattered = (number: number, limit: number): number => (Math.imul(number, 0x9e3779b1) >>> 8) % limit

t.test('going round through more than it can hold finds what it can hold', async (t) => {
  const cache = new ScanResistantCache<string>(100 * SIZE)
  t.ok(found(cache, requests(4000, (number) => number % 130)) > 0.6)
})

t.test('what is asked for often stays while much is asked for once', async (t) => {
  const cache = new ScanResistantCache<string>(100 * SIZE)
  const share = found(cache, requests(8000, (number) => number % 3 === 0 ? scattered(number, 80) : 1000 + number))
  t.ok(share > 0.15, `${share} of at most a third`)
})

t.test('where recent entries are asked for again, they come to be kept instead', async (t) => {
  const cache = new ScanResistantCache<string>(100 * SIZE)
  found(cache, requests(2000, (number) => number % 90))
  const share = found(cache, requests(20_000, (number) => 1000 + Math.floor(number / 4) - scattered(number, 60)))
  t.ok(share > 0.5, String(share))
})

t.test('when others are asked for, they take the place of those before', async (t) => {
  const cache = new ScanResistantCache<string>(100 * SIZE)
  found(cache, requests(4000, (number) => number % 90))
  t.ok(found(cache, requests(1600, (number) => 1000 + number % 120)) > 0.5)
})

t.test('it stays within its limit', async (t) => {
  const cache = new ScanResistantCache<string>(100 * SIZE)
  for (let number = 0; number < 3000; number++) {
    const key = `key ${scattered(number, 200)}`
    if (cache.get(key) === undefined || number % 7 === 0) cache.set(key, key, { size: 1 + number % 200 })
    if (cache.calculatedSize > 100 * SIZE) t.fail(`${cache.calculatedSize} after ${number}`)
  }
  t.ok(cache.size > 3)
  const empty = new ScanResistantCache<string>(100 * SIZE)
  empty.set('large', 'large', { size: 250 })
  t.equal(empty.get('large'), 'large')
  empty.set('large', 'larger', { size: 251 })
  t.equal(empty.get('large'), undefined, 'more than a quarter of it, and what it was before is out of date')
  const [key] = Array.from({ length: 200 }, (_, number) => `key ${number}`).filter((key) => cache.peek(key) !== undefined)
  cache.delete(key!)
  t.equal(cache.peek(key!), undefined)
})

t.test('what is kept is replaced by what it is set to', async (t) => {
  const cache = new ScanResistantCache<string>(100 * SIZE)
  found(cache, requests(1000, (number) => number % 90))
  for (let number = 0; number < 90; number++) {
    const key = `key ${number}`
    if (cache.get(key) === undefined) continue
    cache.set(key, 'new', { size: SIZE })
    t.not(cache.peek(key), key)
  }
  t.ok(cache.calculatedSize <= 100 * SIZE)
})
