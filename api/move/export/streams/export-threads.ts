import { once } from 'node:events'
import { OrderedThread } from '../../../../db/threads/ordered-thread.js'
import { threadProgram } from '../../../../db/threads/thread-program.js'
import { ApiError, type ErrorKind, type ErrorStore } from '../../../core/calls/errors.js'
import type { ExportChunk, ExportTask } from './task.js'

/** An order to the thread: begin an export, or continue it. Each is answered with the next chunk. */
export type ExportOrder = { task: ExportTask } | 'next'

export type ExportReply =
  | { chunk: ExportChunk }
  | { isDone: true }
  | { refusal: { kind: ErrorKind, errors: ErrorStore | { error: string } } }
  | { failure: Error }

const HEAP_MEGABYTES = 512

/** A thread takes half a second to load its program, so it is available to further exports for a while. */
const IDLE_TIMEOUT_MS = 10_000

const PROGRAM = threadProgram(import.meta.url, 'export-program')

type ExportThread = OrderedThread<ExportOrder, ExportReply>

/** Runs exports in threads, each in one of its own, so that slow statements do not block other requests. */
export class ExportThreads {
  readonly #file: string
  /** Threads that have completed an export. */
  readonly #free: ExportThread[] = []

  /** @param file path of the database. */
  constructor (file: string) {
    this.#file = file
  }

  /**
   * Runs an export. The thread works one chunk ahead of the reader. If the reader stops before the end, the thread
   * ends, and the snapshot with it.
   * @param signal aborts at once.
   * @throws ApiError when the query is invalid; the signal's reason.
   */
  async * run (task: ExportTask, signal: AbortSignal): AsyncGenerator<ExportChunk> {
    signal.throwIfAborted()
    const thread = this.#free.pop() ?? this.#newThread()
    const ending = new AbortController()
    // The thread must not end while a slow reader requests nothing.
    const use = thread.use(async () => { await once(ending.signal, 'abort') })
    let isComplete = false
    try {
      for (let pending = request(thread, { task }); ;) {
        const answer = await orAborted(pending, signal)
        isComplete = !('chunk' in answer)
        if ('refusal' in answer) throw new ApiError(answer.refusal.kind, answer.refusal.errors)
        if ('failure' in answer) throw answer.failure
        if ('isDone' in answer) return
        pending = request(thread, 'next')
        yield answer.chunk
      }
    } finally {
      ending.abort()
      await use
      if (isComplete) this.#free.push(thread)
      else await thread.terminate()
    }
  }

  /** Ends all threads that do not run an export. */
  async close (): Promise<void> {
    await Promise.all(this.#free.splice(0).map(async (thread) => { await thread.end() }))
  }

  #newThread (): ExportThread {
    return new OrderedThread({
      program: PROGRAM,
      data: { file: this.#file },
      purpose: 'writes an export',
      idleTimeout: IDLE_TIMEOUT_MS,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES }
    })
  }
}

/** The promise may reject before it is awaited, which must not count as unhandled. */
function request (thread: ExportThread, order: ExportOrder): Promise<ExportReply> {
  const reply = thread.request(order)
  reply.catch(() => {})
  return reply
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
