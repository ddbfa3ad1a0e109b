import { ApiError, BusyError, TooLargeError, type ErrorKind, type ErrorStore } from '../../core/calls/errors.js'
import { FairQueue } from '../../runtime/admission/fair-queue.js'
import { OrderedThread } from '../../../db/threads/ordered-thread.js'
import { threadProgram } from '../../../db/threads/thread-program.js'
import type { Description, Place, RdfDocument } from './description.js'
import type { Prefixes } from './contexts.js'

interface RdfTask {
  document: RdfDocument
  place: Place
  prefixes: Prefixes
  /** Maximum number of values of a resource. */
  most: number
}

/** An order to the thread: load its program, or read a document. */
export type RdfOrder = 'load' | RdfTask

export type RdfReply =
  | 'loaded'
  | { description: Description }
  | { refusal: { kind: ErrorKind, errors: ErrorStore | { error: string } } }
  | { failure: Error }

interface Entry {
  task: RdfTask
  resolve (description: Description): void
  reject (error: unknown): void
}

const HEAP_MEGABYTES = 256

/** A thread takes a second to load its program, so it is available to further documents for a while. */
const IDLE_TIMEOUT_MS = 10 * 60_000

/** Limits for waiting documents: in total, and per client. */
const WAITING_MAX = 100
const WAITING_PER_CLIENT_MAX = 10

/**
 * A thread that reads documents one by one, in turns between clients, so that no document blocks other requests. It is
 * started when first needed, and terminated when a document takes too much time or memory.
 */
export class RdfThread {
  readonly #timeout: number
  readonly #queue = new FairQueue<Entry>()
  readonly #thread = new OrderedThread<RdfOrder, RdfReply>({
    program: threadProgram(import.meta.url, 'rdf-program'),
    data: {},
    purpose: 'reads RDF',
    idleTimeout: IDLE_TIMEOUT_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES }
  })

  #isWorking = false
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
    for (let entry = this.#queue.take(); entry !== undefined; entry = this.#queue.take()) entry.reject(new BusyError())
    await this.#thread.terminate()
  }

  #next (): void {
    if (this.#isWorking) return
    const entry = this.#queue.take()
    if (entry === undefined) return
    this.#isWorking = true
    this.#describe(entry.task).then(entry.resolve, entry.reject).finally(() => {
      this.#isWorking = false
      this.#next()
    })
  }

  async #describe (task: RdfTask): Promise<Description> {
    let isLate = false
    let timer: NodeJS.Timeout | undefined
    try {
      // Loading the program does not count towards the time limit.
      await this.#thread.request('load')
      timer = setTimeout(() => {
        isLate = true
        this.#thread.terminate().catch(() => {})
      }, this.#timeout)
      const reply = await this.#thread.request(task)
      if (reply === 'loaded') throw new Error('The thread that reads RDF answered another order.')
      if ('description' in reply) return reply.description
      throw 'refusal' in reply ? new ApiError(reply.refusal.kind, reply.refusal.errors) : reply.failure
    } catch (error) {
      if (this.#isClosed) throw new BusyError()
      if (isLate) throw new TooLargeError('The document takes too long to read.')
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
      throw new TooLargeError('The document takes too much memory to read.')
    } finally {
      clearTimeout(timer)
    }
  }
}
