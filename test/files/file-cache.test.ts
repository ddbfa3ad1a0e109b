import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { FileCache } from '../../files/images/file-cache.js'
import { temporaryFolder } from '../helper.js'

const KILOBYTE = 1024

t.test('a file is made once, also for concurrent requests', async (t) => {
  const cache = new FileCache(path.join(await temporaryFolder(t), 'new'), 100 * KILOBYTE)
  let made = 0
  const use = async (): Promise<string> => await cache.use('a', async (file) => {
    made++
    await writeFile(file, 'text')
  }, async (file) => await readFile(file, 'utf8'))
  t.same(await Promise.all([use(), use(), use()]), ['text', 'text', 'text'])
  t.equal(await use(), 'text')
  t.equal(made, 1)
  t.equal(cache.size, 4 * KILOBYTE)
})

t.test('the folder never holds more than its limit, and loses first what was not used for longest', async (t) => {
  const folder = await temporaryFolder(t)
  const cache = new FileCache(folder, 40 * KILOBYTE)
  const made: string[] = []
  const use = async (key: string): Promise<void> => await cache.use(key, async (file) => {
    made.push(key)
    await writeFile(file, Buffer.alloc(11 * KILOBYTE))
  }, async () => {})
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) await use(key)
  t.same(made, ['a', 'b', 'c', 'd', 'b'])
  t.ok(cache.size <= 40 * KILOBYTE)
  while (readdirSync(folder).length > 3) await new Promise((resolve) => { setImmediate(resolve) })
})

t.test('a file stays as long as it is in use, even one larger than the whole cache', async (t) => {
  const folder = await temporaryFolder(t)
  const cache = new FileCache(folder, 8 * KILOBYTE)
  const make = (bytes: number) => async (file: string): Promise<void> => { await writeFile(file, Buffer.alloc(bytes)) }
  await cache.use('a', make(5 * KILOBYTE), async (file) => {
    await cache.use('b', make(5 * KILOBYTE), async () => {})
    t.ok(existsSync(file), 'evicted, but in use')
  })
  await cache.use('large', make(50 * KILOBYTE), async (file) => { t.equal((await readFile(file)).length, 50 * KILOBYTE) })
  while (readdirSync(folder).length > 1) await new Promise((resolve) => { setImmediate(resolve) })
  t.ok(cache.size <= 8 * KILOBYTE)
})

t.test('a file that could not be made leaves nothing, and is made at the next request', async (t) => {
  const folder = await temporaryFolder(t)
  const cache = new FileCache(folder, 8 * KILOBYTE)
  await t.rejects(cache.use('a', async (file) => {
    await writeFile(file, 'half')
    throw new Error('no more')
  }, async () => {}), { message: 'no more' })
  t.same(readdirSync(folder), [])
  t.equal(await cache.use('a', async (file) => { await writeFile(file, 'whole') }, async (file) => await readFile(file, 'utf8')), 'whole')
})
