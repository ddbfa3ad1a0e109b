import t from 'tap'
import { ThreadPool } from '../../../db/threads/thread-pool.js'

t.test('a task whose thread cannot start is rejected, and nothing more happens when its signal aborts', async (t) => {
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
