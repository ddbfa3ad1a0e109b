import { Worker } from 'node:worker_threads'
import { ApiError, type ErrorKind, type ErrorStore } from '../../../core/calls/errors.js'
import { threadProgram } from '../../../../db/threads/thread-program.js'
import type { ExportChunk, ExportTask } from './task.js'

/** The thread's reply to a request for the next chunk. Its very first message only means that it has loaded. */
export type ExportReply =
  | { chunk: ExportChunk }
  | { isDone: true }
  | { refusal: { kind: ErrorKind, errors: ErrorStore | { error: string } } }
  | { failure: Error }

const HEAP_MEGABYTES = 512

const PROGRAM = threadProgram(import.meta.url, 'export-program')

/**
 * Runs an export in a thread of its own, so that slow statements do not block other requests. The thread works one
 * chunk ahead of the reader. It ends, and its snapshot with it, when the reader stops.
 * @param file path of the database.
 * @param signal aborts at once.
 * @throws ApiError when the query is invalid; the signal's reason.
 */
export async function * inThread (file: string, task: ExportTask, signal: AbortSignal): AsyncGenerator<ExportChunk> {
  signal.throwIfAborted()
  const worker = new Worker(PROGRAM, {
    workerData: { file, task }, resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES }
  })
  // A thread that is still loading may ignore `terminate`.
  const loaded = reply<unknown>(worker)
  try {
    await orAborted(loaded, signal)
    for (let pending = ask(worker); ;) {
      const answer = await orAborted(pending, signal)
      if ('refusal' in answer) throw new ApiError(answer.refusal.kind, answer.refusal.errors)
      if ('failure' in answer) throw answer.failure
      if ('isDone' in answer) return
      pending = ask(worker)
      yield answer.chunk
    }
  } finally {
    await loaded.catch(() => {})
    await worker.terminate()
  }
}

function ask (worker: Worker): Promise<ExportReply> {
  worker.postMessage('next')
  return reply<ExportReply>(worker)
}

/** The next message. The promise may reject before it is awaited, which must not count as unhandled. */
function reply<T> (worker: Worker): Promise<T> {
  const message = new Promise<T>((resolve, reject) => {
    const ended = (error: Error | number): void => {
      reject(typeof error === 'number' ? new Error('The thread of the export ended.') : error)
    }
    worker.once('error', ended).once('exit', ended).once('message', (answer: T) => {
      worker.off('error', ended).off('exit', ended)
      resolve(answer)
    })
  })
  message.catch(() => {})
  return message
}

/** The result of a promise, unless the signal aborts first. */
async function orAborted<T> (promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let abort = (): void => {}
  const aborted = new Promise<void>((resolve) => {
    abort = resolve
    signal.addEventListener('abort', abort)
  }).then(() => { throw signal.reason })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
