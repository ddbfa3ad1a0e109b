import { parentPort, workerData } from 'node:worker_threads'
import { snapshotOf } from '../../../../db/sqlite/sqlite-engine.js'
import { runInBackground } from '../../../../db/threads/thread-program.js'
import { ApiError } from '../../../core/calls/errors.js'
import type { ExportOrder, ExportReply } from './export-threads.js'
import { builtIn, Snapshot } from './snapshot.js'
import { streamOf } from './streams.js'
import type { ExportChunk, ExportTask } from './task.js'

runInBackground()

const { file } = workerData as { file: string }

/** The export that is running. */
let chunks: AsyncGenerator<ExportChunk> | undefined

async function * chunksOf (task: ExportTask): AsyncGenerator<ExportChunk> {
  const snapshot = await Snapshot.open(snapshotOf(file), task.context, builtIn())
  try {
    yield * streamOf(task, snapshot)
  } finally {
    await snapshot.close()
  }
}

/**
 * The next chunk. The main thread requests each chunk, so that a slow reader pauses the export instead of filling
 * memory.
 */
async function next (order: ExportOrder): Promise<ExportReply> {
  try {
    if (order !== 'next') chunks = chunksOf(order.task)
    const { value, done } = await chunks!.next()
    return done === true ? { isDone: true } : { chunk: value }
  } catch (error) {
    return error instanceof ApiError
      ? { refusal: { kind: error.kind, errors: error.errors } }
      : { failure: error as Error }
  }
}

parentPort!.on('message', (order: ExportOrder | 'end') => {
  if (order === 'end') {
    parentPort!.close()
    return
  }
  next(order).then((reply) => { parentPort!.postMessage(reply) }, (error: unknown) => { throw error })
})
