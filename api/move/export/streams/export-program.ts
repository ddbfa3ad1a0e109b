import { parentPort, workerData } from 'node:worker_threads'
import { ApiError } from '../../../core/calls/errors.js'
import type { ExportReply } from './export-thread.js'
import { snapshotOf } from '../../../../db/sqlite/sqlite-engine.js'
import { builtIn, Snapshot } from './snapshot.js'
import { streamOf } from './streams.js'
import type { ExportTask } from './task.js'
import { runInBackground } from '../../../../db/threads/thread-program.js'

runInBackground()

const { file, task } = workerData as { file: string, task: ExportTask }

const opening = Snapshot.open(snapshotOf(file), task.context, builtIn())
let stream: ReturnType<typeof streamOf> | undefined

/**
 * The next chunk. The main thread requests each chunk, so that a slow reader pauses the export instead of filling
 * memory.
 */
async function next (): Promise<ExportReply> {
  try {
    const snapshot = await opening
    stream ??= streamOf(task, snapshot)
    const { value, done } = await stream.next()
    if (done !== true) return { chunk: value }
    snapshot.close()
    return { isDone: true }
  } catch (error) {
    return error instanceof ApiError
      ? { refusal: { kind: error.kind, errors: error.errors } }
      : { failure: error as Error }
  }
}

parentPort!.on('message', () => {
  next().then((reply) => { parentPort!.postMessage(reply) }, (error: unknown) => { throw error })
})
parentPort!.postMessage('loaded')
