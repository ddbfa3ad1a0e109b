import { Worker } from 'node:worker_threads'
import { ApiError, BusyError, TooLargeError, type ErrorKind, type ErrorStore } from '../../core/calls/errors.js'
import { FairQueue } from '../../runtime/admission/fair-queue.js'
import { threadProgram } from '../../../db/threads/thread-program.js'
import type { Description, Place, RdfDocument } from './description.js'
import type { Prefixes } from './contexts.js'

export interface RdfTask {
  document: RdfDocument
  place: Place
  prefixes: Prefixes
  /** Maximum number of values of a resource. */
  most: number
}

/** The thread's reply to a task. Its very first message only means that it has loaded. */
export type RdfReply =
  | { description: Description }
  | { refusal: { kind: ErrorKind, errors: ErrorStore | { error: string } } }
  | { failure: Error }

interface Entry {
  task: RdfTask
  resolve (description: Description): void
  reject (error: Error): void
}

const HEAP_MEGABYTES = 256

/** Limits for waiting documents: in total, and per client. */
const WAITING_MAX = 100
const WAITING_PER_CLIENT_MAX = 10

const PROGRAM = threadProgram(import.meta.url, 'rdf-program')

/**
 * A thread that reads documents one by one, in turns between clients, so that no document blocks other requests. It is
 * started when first needed, and terminated when a document takes too much time or memory.
 */
export class RdfThread {
  readonly #timeout: number
  readonly #queue = new FairQueue<Entry>()
  #worker: { thread: Worker, isReady: boolean } | undefined
  #current: Entry | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param timeout time limit per document in milliseconds. */
  constructor (timeout: number) {
    this.#timeout = timeout
  }

  /**
   * Reads the description of the resource in a document.
   * @param client clients take turns.
   * @throws BusyError when too many documents wait; TooLargeError when it takes too much time or memory; errors of
   * `describe` and `quadsIn`.
   */
  async read (task: RdfTask, client: string): Promise<Description> {
    const isFull = this.#queue.length >= WAITING_MAX || this.#queue.lengthOf(client) >= WAITING_PER_CLIENT_MAX
    if (isFull || this.#isClosed) throw new BusyError()
    return await new Promise<Description>((resolve, reject) => {
      this.#queue.add(client, { task, resolve, reject })
      this.#next()
    })
  }

  /** Terminates the thread. Waiting documents are refused. */
  async close (): Promise<void> {
    this.#isClosed = true
    this.#refuseWaiting(new BusyError())
    this.#settle((entry) => { entry.reject(new BusyError()) })
    const worker = this.#worker
    if (worker === undefined) return
    // A thread that is still loading may ignore `terminate`.
    if (!worker.isReady) await new Promise((resolve) => { worker.thread.once('message', resolve).once('exit', resolve) })
    await worker.thread.terminate()
  }

  #next (): void {
    if (this.#current !== undefined || this.#isClosed) return
    const worker = this.#worker ??= this.#start()
    if (!worker.isReady) return
    this.#current = this.#queue.take()
    if (this.#current === undefined) return
    // `ref` while working; an idle thread must not keep the process alive.
    worker.thread.ref()
    worker.thread.postMessage(this.#current.task)
    this.#timer = setTimeout(() => {
      this.#abandon()
      this.#settle(({ reject }) => { reject(new TooLargeError('The document takes too long to understand.')) })
    }, this.#timeout)
  }

  #start (): { thread: Worker, isReady: boolean } {
    const thread = new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES } })
    const worker = { thread, isReady: false }
    let failure: Error | undefined
    thread.once('message', () => {
      worker.isReady = true
      thread.on('message', (reply: RdfReply) => {
        if (this.#worker === worker) this.#settle((entry) => { answer(entry, reply) })
      })
      if (this.#queue.length === 0) thread.unref()
      this.#next()
    })
    thread.on('error', (error) => { failure = error })
    thread.once('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      const isFull = (failure as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
      const error = isFull ? new TooLargeError('The document takes too much memory to understand.') : failure
      if (worker.isReady) this.#settle((entry) => { entry.reject(error ?? new BusyError()) })
      else this.#refuseWaiting(error ?? new BusyError())
    })
    return worker
  }

  #refuseWaiting (error: Error): void {
    for (let entry = this.#queue.take(); entry !== undefined; entry = this.#queue.take()) entry.reject(error)
  }

  #abandon (): void {
    const { thread } = this.#worker!
    this.#worker = undefined
    thread.unref()
    thread.terminate().catch(() => {})
  }

  /** Ends the current task and starts the next. */
  #settle (end: (entry: Entry) => void): void {
    const entry = this.#current
    if (entry === undefined) return
    this.#current = undefined
    clearTimeout(this.#timer)
    this.#worker?.thread.unref()
    end(entry)
    if (this.#queue.length > 0) this.#next()
  }
}

function answer ({ resolve, reject }: Entry, reply: RdfReply): void {
  if ('description' in reply) resolve(reply.description)
  else if ('refusal' in reply) reject(new ApiError(reply.refusal.kind, reply.refusal.errors))
  else reject(reply.failure)
}
