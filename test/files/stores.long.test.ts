import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { newStorageId } from '../../files/types/names.js'
import type { S3Settings } from '../../files/settings.js'
import { FileNotFoundError, type FileStore } from '../../files/stores/file-store.js'
import { openFileStore } from '../../files/stores/open.js'
import { packageFolder } from '../../package.js'
import { serveS3 } from './fixtures/servers.js'
import { temporaryFolder } from '../helper.js'

const open = async (folder: string, s3: S3Settings | null = null): Promise<FileStore> =>
  await openFileStore({ folder, s3 }, os.tmpdir())

const drivers: Record<string, (t: Test, folder: string) => Promise<FileStore>> = {
  'a folder': async (_t, folder) => await open(path.join(folder, 'store')),
  'a bucket': async (t, folder) => await open(folder, await serveS3(t, folder))
}

const named = (extension = 'txt'): string => `original/${newStorageId()}.${extension}`
const names = async (store: FileStore, prefix: string): Promise<string[]> => {
  const found = []
  for await (const name of store.list(prefix)) found.push(name)
  return found.sort()
}

for (const [driver, opened] of Object.entries(drivers)) {
  t.test(`a store in ${driver}`, async (t) => {
    const folder = await temporaryFolder(t, { 'small.txt': 'from a file' })
    const store = await opened(t, folder)
    const large = Buffer.alloc(20 * 1024 * 1024, 'all work and no play ')

    t.test('reads what was stored from bytes, a file or a stream', async (t) => {
      await writeFile(path.join(folder, 'large'), large)
      const sources: Array<[string, string | Buffer | Readable, Buffer]> = [
        ['bytes', Buffer.from('bytes'), Buffer.from('bytes')],
        ['no bytes', Buffer.alloc(0), Buffer.alloc(0)],
        ['a file', path.join(folder, 'small.txt'), Buffer.from('from a file')],
        ['a large file', path.join(folder, 'large'), large],
        ['a stream', Readable.from([Buffer.from('in '), Buffer.from('pieces')]), Buffer.from('in pieces')],
        ['an empty stream', Readable.from([]), Buffer.alloc(0)]
      ]
      for (const [what, source, expected] of sources) {
        const name = named()
        t.same(await store.put(name, source), { size: expected.length }, what)
        t.ok((await buffer(await store.get(name))).equals(expected), `${what}, read`)
        t.equal((await store.stat(name))?.size, expected.length, `${what}, size`)
      }
    })

    t.test('gives a part of a file, both ends included', async (t) => {
      const name = named()
      await store.put(name, Buffer.from('0123456789'))
      t.equal(String(await buffer(await store.get(name, { start: 2, end: 4 }))), '234')
      t.equal(String(await buffer(await store.get(name, { start: 0, end: 1 }))), '01')
      t.equal(String(await buffer(await store.get(name, { start: 7 }))), '789')
    })

    t.test('replaces a file by another put', async (t) => {
      const name = named()
      await store.put(name, Buffer.from('first, and longer'))
      await store.put(name, Buffer.from('second'))
      t.equal(String(await buffer(await store.get(name))), 'second')
    })

    t.test('knows when a file was put', async (t) => {
      const name = named()
      const before = Date.now()
      await store.put(name, Buffer.from('x'))
      const modified = (await store.stat(name))?.modified.getTime() ?? 0
      t.ok(Math.abs(modified - before) < 60_000)
    })

    t.test('distinguishes a name from one that begins with it', async (t) => {
      const id = newStorageId()
      await store.put(`original/${id}.txt`, Buffer.from('with'))
      t.equal(await store.stat(`original/${id}`), null)
      t.ok(await store.stat(`original/${id}.txt`))
    })

    t.test('has nothing under a name that was never put, or that leads elsewhere', async (t) => {
      for (const name of [named(), '../secret', '/etc/passwd', 'original/../../secret', '.unfinished/x', '']) {
        t.equal(await store.stat(name), null, name)
        await t.rejects(store.get(name), FileNotFoundError, name)
        await store.delete(name)
      }
      await t.rejects(store.put('../escape', Buffer.from('x')), TypeError)
      await t.rejects(store.put('original/../../escape', Buffer.from('x')), TypeError)
    })

    t.test('deletes, and deletes again', async (t) => {
      const name = named()
      await store.put(name, Buffer.from('x'))
      await store.delete(name)
      await store.delete(name)
      t.equal(await store.stat(name), null)
    })

    t.test('lists by prefix', async (t) => {
      const ids = [newStorageId(), newStorageId()].sort()
      await Promise.all(ids.map(async (id) => { await store.put(`asset/${id}.png`, Buffer.from('x')) }))
      t.same(await names(store, 'asset/'), ids.map((id) => `asset/${id}.png`))
      t.same(await names(store, `asset/${ids[0]}`), [`asset/${ids[0]}.png`])
      t.same(await names(store, 'nothing/'), [])
      const all = await names(store, '')
      t.ok(all.includes(`asset/${ids[1]}.png`) && all.some((name) => name.startsWith('original/')))
    })

    t.test('leaves nothing of a put that breaks off', async (t) => {
      const before = await names(store, '')
      const broken = new PassThrough()
      broken.write(Buffer.alloc(100_000))
      const put = store.put(named(), broken)
      await setTimeout(10)
      broken.destroy(new Error('the line went dead'))
      await t.rejects(put, { message: 'the line went dead' })
      const early = new PassThrough()
      const never = store.put(named(), early)
      early.destroy(new Error('before anybody read'))
      await t.rejects(never, { message: 'before anybody read' })
      await t.rejects(store.put(named(), path.join(folder, 'no such file')), { code: 'ENOENT' })
      t.same(await names(store, ''), before)
    })
  })
}

t.test('a bucket lists more names than fit in one answer', async (t) => {
  const store = await open('', await serveS3(t, await temporaryFolder(t)))
  const ids = Array.from({ length: 1003 }, newStorageId)
  for (let i = 0; i < ids.length; i += 50) {
    await Promise.all(ids.slice(i, i + 50).map(async (id) => { await store.put(`large/${id}.jpg`, Buffer.from('x')) }))
  }
  t.same(await names(store, 'large/'), ids.map((id) => `large/${id}.jpg`).sort())
})

t.test('a folder is made, and keeps nothing unfinished', async (t) => {
  const folder = path.join(await temporaryFolder(t), 'not', 'there')
  const unfinished = path.join(folder, '.unfinished')
  await mkdir(unfinished, { recursive: true })
  await writeFile(path.join(unfinished, 'half'), 'left by an older version that was killed')
  const store = await open(folder)
  t.same(await readdir(unfinished), [])
  const broken = Readable.from((async function * () {
    yield Buffer.from('begun')
    throw new Error('broken off')
  })())
  await t.rejects(store.put(named(), broken))
  t.same((await readdir(unfinished, { recursive: true })).filter((name) => /files\/./.test(name)), [])
  await store.close()
  t.same(await readdir(unfinished), [])
})

t.test('unfinished files of a killed process are removed at the next start, those of a running one stay', async (t) => {
  const folder = await temporaryFolder(t)
  const script = `
    const { DiskStore } = await import(${JSON.stringify(path.join(packageFolder, 'files/stores/disk-store.ts'))})
    const store = await DiskStore.open(${JSON.stringify(folder)})
    const { Readable } = await import('node:stream')
    await store.put('original/0123456789abcdef0123456789abcdef01234567.txt', Readable.from((async function * () {
      yield Buffer.from('half')
      console.log('begun')
      await new Promise((resolve) => setTimeout(resolve, 600_000))
    })()))`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(() => { child.kill('SIGKILL') })
  await once(child.stdout, 'data')
  const halves = async (): Promise<string[]> => (await readdir(
    path.join(folder, '.unfinished'), { recursive: true }
  )).filter((name) => /files\/./.test(name))
  t.equal((await halves()).length, 1)
  await open(folder)
  t.equal((await halves()).length, 1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await open(folder)
  t.same(await readdir(path.join(folder, '.unfinished')), [])
})

t.test('other users of the computer cannot read stored files', async (t) => {
  const folder = path.join(await temporaryFolder(t, { 'open.txt': 'x' }), 'store')
  await chmod(path.join(folder, '..', 'open.txt'), 0o666)
  const store = await open(folder)
  for (const source of [Buffer.from('x'), path.join(folder, '..', 'open.txt'), Readable.from([Buffer.from('x')])]) {
    const name = named()
    await store.put(name, source)
    t.equal((await stat(path.join(folder, name))).mode & 0o777, 0o600)
  }
  for (const each of ['.', 'original', '.unfinished']) {
    t.equal(
      (await stat(path.join(folder, each))).mode & 0o077, 0, each
    )
  }
})

t.test('a folder never shows half a file to a reader', async (t) => {
  const store = await open(await temporaryFolder(t))
  const name = named()
  await store.put(name, Buffer.alloc(100_000, 'a'))
  const writing = (async () => {
    for (const letter of 'bcdef') {
      await store.put(
        name, Buffer.alloc(100_000, letter)
      )
    }
  })()
  for (let i = 0; i < 10; i++) {
    const bytes = await buffer(await store.get(name))
    t.ok(bytes.length === 100_000 && bytes.every((byte) => byte === bytes[0]))
  }
  await writing
})
