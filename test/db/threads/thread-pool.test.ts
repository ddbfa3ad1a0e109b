import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import t from 'tap'
import { ThreadPool } from '../../../db/threads/thread-pool.js'
import { temporaryFolder, type Ending } from '../../helper.js'

/** The file of a program for threads: returns the name of its task after some milliseconds. */
async function programOf (t: Ending): Promise<string> {
  const file = path.join(await temporaryFolder(t), 'program.cjs')
  await writeFile(file, `module.exports = ({ ms, name = 'done' }) =>
    new Promise((resolve) => { setTimeout(resolve, ms, name) })`)
  return file
}

t.test('a task whose thread cannot start is rejected once', async (t) => {
  const unhandled: unknown[] = []
  const note = (error: unknown): void => { unhandled.push(error) }
  process.on('unhandledRejection', note)
  t.teardown(() => { process.off('unhandledRejection', note) })

  // A function cannot be sent to a thread.
  const pool = new ThreadPool({ program: 'never-loaded.js', data: { file: () => {} } })
  const leaving = new AbortController()
  await t.rejects(pool.run({}, { signal: leaving.signal }), { name: 'DataCloneError' })
  leaving.abort(new Error('The client has left.'))
  await new Promise((resolve) => setImmediate(resolve))
  t.same(unhandled, [])
})

t.test('refused threads fail only their tasks', async (t) => {
  const program = await programOf(t)
  const pool = new ThreadPool<{ ms: number }, string>({ program })
  t.teardown(() => pool.end())
  const begun = async (task: { ms: number }, signal?: AbortSignal): Promise<{ outcome: Promise<string> }> => {
    return await new Promise((resolve, reject) => {
      const outcome = pool.run(task, { signal, onBegin: () => { setImmediate(() => { resolve({ outcome }) }) } })
      outcome.catch(reject)
    })
  }
  const leaving = new AbortController()
  const slow = await begun({ ms: 60_000 }, leaving.signal)
  const quick = await begun({ ms: 300 })
  t.equal(pool.size, 2)

  const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: unknown }
  const { Worker } = threads
  threads.Worker = class { constructor () { throw Object.assign(new Error('No more.'), { code: 'EAGAIN' }) } }
  t.teardown(() => { threads.Worker = Worker })
  const waiting = Promise.allSettled(Array.from({ length: 4 }, () => pool.run({ ms: 0 })))
  leaving.abort(new Error('The client has left.'))
  await t.rejects(slow.outcome, { name: 'AbortError' })
  t.equal(await quick.outcome, 'done')
  const outcomes = await waiting
  t.ok(outcomes.every((outcome) => outcome.status === 'fulfilled' || outcome.reason.code === 'EAGAIN'))
  t.ok(outcomes.some(({ status }) => status === 'rejected'))

  threads.Worker = Worker
  t.same(await Promise.all([pool.run({ ms: 0 }), pool.run({ ms: 0 }), pool.run({ ms: 0 })]), ['done', 'done', 'done'])
})

t.test('the end of the threads rejects their tasks, and later ones run', async (t) => {
  const program = await programOf(t)
  const pool = new ThreadPool<{ ms: number, name: string }, string>({ program })
  t.teardown(() => pool.end())
  const running = pool.run({ ms: 60_000, name: 'running' })
  await Promise.all([pool.end(), t.rejects(running)])
  t.equal(await pool.run({ ms: 0, name: 'later' }), 'later')
  t.equal(pool.size, 1)
})

t.test('a task gets an idle thread before another one is started', async (t) => {
  const program = await programOf(t)
  const pool = new ThreadPool<{ ms: number }, string>({ program })
  t.teardown(() => pool.end())
  const threads: number[] = []
  const onBegin = (thread: number): void => { threads.push(thread) }
  const leaving = new AbortController()
  // Aborting ends a thread only once its task has begun; the second thread may be the first to have loaded its program.
  let left: Promise<string> | undefined
  await new Promise<void>((resolve) => {
    left = pool.run({ ms: 60_000 }, { signal: leaving.signal, onBegin: (thread) => { onBegin(thread); resolve() } })
  })
  await pool.run({ ms: 0 }, { onBegin })
  leaving.abort(new Error('The client has left.'))
  await t.rejects(left!, { name: 'AbortError' })

  await pool.run({ ms: 0 }, { onBegin })
  t.equal(threads[2], threads[1], 'the thread of the first task was terminated, that of the second is idle')
  t.equal(pool.size, 1)
})
