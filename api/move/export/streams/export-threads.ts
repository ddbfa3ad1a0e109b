import { on } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { ThreadPool } from '../../../../db/threads/thread-pool.js'
import { threadProgram } from '../../../../db/threads/thread-program.js'
import { resultOf, type Outcome } from '../../../core/calls/errors.js'
import type { ExportChunk, ExportTask } from './task.js'

/** An export, and where the thread sends its chunks. */
export interface ExportOrder { readonly task: ExportTask, readonly chunks: MessagePort }

const HEAP_MEGABYTES = 512

/** A thread takes half a second to load its program, so it is available to further exports for a while. */
const IDLE_TIMEOUT_MS = 10_000

const PROGRAM = threadProgram(import.meta.url, 'export-program')

/** Runs exports in threads, each in one of its own, so that slow statements do not block other requests. */
export class ExportThreads {
  readonly #threads: ThreadPool<ExportOrder, Outcome<void>>

  /** @param file path of the database. @param most number of exports that run at once. */
  constructor (file: string, most: number) {
    this.#threads = new ThreadPool({
      program: PROGRAM, data: { file }, most, idleTimeout: IDLE_TIMEOUT_MS, heapMax: HEAP_MEGABYTES
    })
  }

  /**
   * Runs an export. The thread works one chunk ahead of the reader. If the reader stops before the end, the thread
   * ends, and the snapshot with it.
   * @param signal aborts at once.
   * @throws ApiError when the query is invalid; the signal's reason.
   */
  async * run (task: ExportTask, signal: AbortSignal): AsyncGenerator<ExportChunk> {
    signal.throwIfAborted()
    const { port1: reader, port2: chunks } = new MessageChannel()
    const ending = new AbortController()
    const outcome = this.#threads.run(
      { task, chunks }, { transfer: [chunks], signal: AbortSignal.any([signal, ending.signal]) }
    )
    // A thread that cannot start does not close the port.
    outcome.catch(() => { reader.close() })
    try {
      // The port is closed when the export ends, and also when the thread does.
      for await (const [chunk] of on(reader, 'message', { close: ['close'] })) {
        reader.postMessage('next')
        yield chunk as ExportChunk
      }
      signal.throwIfAborted()
      resultOf(await outcome)
    } finally {
      ending.abort()
      reader.close()
      await this.#threads.ended()
    }
  }

  /** Ends all threads. */
  async close (): Promise<void> {
    await this.#threads.end()
  }
}
