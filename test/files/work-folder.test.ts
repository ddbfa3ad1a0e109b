import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { WorkFolder } from '../../files/own/work-folder.js'
import { packageFolder } from '../../package.js'
import { temporaryFolder } from '../helper.js'

const MODULE = path.join(packageFolder, 'files/own/work-folder.ts')

/** Names of the unfinished work that the recovery of `parent` has settled. */
async function takeOver (parent: string): Promise<string[]> {
  const settled: string[] = []
  await WorkFolder.takeOver(parent, async (names) => { settled.push(...names) })
  return settled.sort()
}

/** A process that opens a work folder, notes a file and waits to be killed. */
async function another (parent: string): Promise<{ kill (): Promise<void> }> {
  const script = `
    const { WorkFolder } = await import(${JSON.stringify(MODULE)})
    const work = await WorkFolder.open(${JSON.stringify(parent)})
    await work.begin(['original/theirs.jpg'])
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  await once(child.stdout, 'data')
  return {
    async kill () {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
}

t.test('work under way is recorded until it ends', async (t) => {
  const parent = await temporaryFolder(t)
  const [one, two] = [await WorkFolder.open(parent), await WorkFolder.open(parent)]
  const first = await one.begin(['original/a.jpg', 'large/a.jpg'])
  const second = await two.begin(['asset/b.png'])
  t.same([...await one.pending()].sort(), ['asset/b.png', 'large/a.jpg', 'original/a.jpg'])
  await first.end()
  await first.end()
  t.same([...await two.pending()], ['asset/b.png'])
  await second.end()
  await one.close()
  await two.close()
  t.same(await readdir(parent), [])
})

t.test('a folder can be closed while others look for abandoned ones', async (t) => {
  const parent = await temporaryFolder(t)
  const done = new AbortController()
  const others = [1, 2, 3].map(async () => { while (!done.signal.aborted) await takeOver(parent) })
  for (let time = 0; time < 20; time++) await (await WorkFolder.open(parent)).close()
  done.abort()
  await Promise.all(others)
  t.same(await readdir(parent), [])
})

t.test('nothing is taken over from a folder in use, also by its own process', async (t) => {
  const parent = await temporaryFolder(t)
  const work = await WorkFolder.open(parent)
  const note = await work.begin(['original/a.jpg'])
  await writeFile(path.join(work.temporary, 'upload'), 'half')
  t.same(await takeOver(parent), [])
  t.same(await readdir(work.temporary), ['upload'])
  await note.end()
  await work.close()
})

t.test('notes that a closed folder has left are taken over by the next process', async (t) => {
  const parent = await temporaryFolder(t)
  const work = await WorkFolder.open(parent)
  await work.begin(['original/a.jpg'])
  await work.close()
  t.same(await takeOver(parent), ['original/a.jpg'])
  t.same(await readdir(parent), [])
})

t.test('the folder of another process is its own while it runs, and taken over once it was killed', async (t) => {
  const parent = await temporaryFolder(t)
  const other = await another(parent)
  t.same(await takeOver(parent), [])
  await other.kill()
  t.same(await takeOver(parent), ['original/theirs.jpg'])
  t.same(await readdir(parent), [])
})

t.test('files that cannot be settled stay for the next start', async (t) => {
  const parent = await temporaryFolder(t)
  const work = await WorkFolder.open(parent)
  await work.begin(['original/a.jpg'])
  await work.close()
  await WorkFolder.takeOver(parent, async () => { throw new Error('the store is away') })
  t.same(await takeOver(parent), ['original/a.jpg'])
})

t.test('all other files in the folder are removed', async (t) => {
  const parent = await temporaryFolder(t, { file: 'x', folder: { file: 'x' } })
  await mkdir(path.join(parent, 'empty'))
  t.same(await takeOver(parent), [])
  t.same(await readdir(parent), [])
})

t.test('many may open and take over at the same time', async (t) => {
  const parent = await temporaryFolder(t)
  const all = await Promise.all(Array.from({ length: 20 }, async () => {
    const work = await WorkFolder.open(parent)
    await takeOver(parent)
    await writeFile(path.join(work.temporary, 'x'), 'x')
    return work
  }))
  t.equal((await readdir(parent)).length, 20)
  await Promise.all(all.map(async (work) => { await work.close() }))
  t.same(await readdir(parent), [])
})
