import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { LogFlush } from '../../db/sqlite/log/log-to-disk.js'
import { temporaryFolder } from '../helper.js'

/** A disk that takes what it is given when `end` is called. */
async function onSlowDisk (t: Test) {
  const file = path.join(await temporaryFolder(t), 'file')
  await writeFile(`${file}-wal`, '')
  const running: Array<(error?: Error) => void> = []
  const log = new LogFlush(file, async () => {
    await new Promise<void>((resolve, reject) => {
      running.push((error) => { error === undefined ? resolve() : reject(error) })
    })
  })
  const settled: string[] = []
  return {
    log,
    running,
    settled,
    wait: (name: string) => log.flushed().then(() => { settled.push(name) }, () => { settled.push(`not ${name}`) })
  }
}

const turn = async (): Promise<void> => { await new Promise((resolve) => { setImmediate(resolve) }) }

t.test('commits during a flush share the next flush', async (t) => {
  const { log, running, settled, wait } = await onSlowDisk(t)
  const all = [wait('a'), wait('b'), wait('c')]
  await turn()
  t.equal(running.length, 1, 'one at a time')
  running[0]!()
  await turn()
  t.strictSame([settled, running.length], [['a'], 2], 'what came later was not there when the first one began')
  all.push(wait('d'))
  running[1]!()
  await turn()
  t.strictSame([settled, running.length], [['a', 'b', 'c'], 3])
  running[2]!()
  await Promise.all(all)
  t.strictSame(settled, ['a', 'b', 'c', 'd'])
  const closed = log.close()
  running[3]!()
  await closed
})

t.test('a failing disk is reported only to writes that waited for it, and closing waits for all', async (t) => {
  const { log, running, settled, wait } = await onSlowDisk(t)
  const all = [wait('a'), wait('b')]
  const closed = log.close().then(() => { settled.push('closed') })
  running[0]!(new Error('no space'))
  await turn()
  t.strictSame(settled, ['not a'])
  running[1]!()
  await Promise.all([...all, closed])
  t.strictSame(settled, ['not a', 'b', 'closed'])
  await log.close()
  await wait('c')
  t.strictSame([settled.at(-1), running.length], ['c', 2], 'nothing can have been committed since')
})
