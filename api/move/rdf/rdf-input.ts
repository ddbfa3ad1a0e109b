import { ThreadPool } from '../../../db/threads/thread-pool.js'
import { threadProgram } from '../../../db/threads/thread-program.js'
import type { Answer } from '../../core/answers/answer.js'
import { BusyError, TooLargeError, resultOf, type Outcome } from '../../core/calls/errors.js'
import type { Services } from '../../resources/definition/services.js'
import type { Description, Place, RdfDocument } from './description.js'
import type { ContextDocument, Prefixes } from '../../core/rdf/context.js'
import { FairTurns } from '../../runtime/admission/fair-turns.js'
import type { ReadDocument } from './payload.js'

interface RdfTask {
  document: RdfDocument
  place: Place
  prefixes: Prefixes
  /** Maximum number of values of a resource. */
  most: number
}

/** An order to the thread: load its program, or read a document. */
export type RdfOrder = { task?: RdfTask }

/** Undefined when the order was only to load the program. */
export type RdfReply = Outcome<Description | undefined>

const HEAP_MEGABYTES = 256

/** A thread takes a second to load its program, so it is available to further documents for a while. */
const IDLE_TIMEOUT_MS = 10 * 60_000

/** Limits for waiting documents: in total, and per client. */
const WAITING_MAX = 100
const WAITING_PER_CLIENT_MAX = 10

/**
 * Reads RDF documents in a thread, one by one, in turns between clients, so that no document blocks other requests. The
 * thread is started when first needed, and terminated when a document takes too much time or memory.
 */
export class RdfInput {
  readonly #turns = new FairTurns({ atOnce: () => 1, waiting: WAITING_MAX, waitingPerClient: WAITING_PER_CLIENT_MAX })
  readonly #thread = new ThreadPool<RdfOrder, RdfReply>({
    program: threadProgram(import.meta.url, 'rdf-program'), idleTimeout: IDLE_TIMEOUT_MS, heapMax: HEAP_MEGABYTES
  })

  #isClosed = false

  /**
   * @param context returns the service's own context.
   * @param limits time per document in milliseconds, and maximum number of values.
   */
  constructor (
    private readonly services: Services, private readonly context: () => Promise<Answer<ContextDocument>>,
    private readonly limits: { rdfTimeout: number, valueLimit: number }
  ) {}

  /**
   * Reads a document. Access must have been checked before.
   * @param client clients take turns.
   * @throws BadRequestError, ValidationError; BusyError when too many documents wait; TooLargeError when it takes too
   * much time or memory.
   */
  async read (document: RdfDocument, place: Place, client: string): Promise<ReadDocument> {
    const { '@context': prefixes } = (await this.context()).json()
    if (this.#isClosed) throw new BusyError()
    const task = { document, place, prefixes, most: this.limits.valueLimit }
    const description = await this.#turns.run(client, async () => resultOf(await this.#answer(task))!)
    return { description, place, prefixes, terms: await this.services.store.terms() }
  }

  /** Terminates the thread. Waiting documents are refused. */
  async close (): Promise<void> {
    this.#isClosed = true
    this.#turns.refuseAll()
    await this.#thread.end()
  }

  async #answer (task: RdfTask): Promise<RdfReply> {
    const late = new AbortController()
    let timer: NodeJS.Timeout | undefined
    try {
      // Loading the program does not count towards the time limit.
      await this.#thread.run({})
      timer = setTimeout(() => { late.abort() }, this.limits.rdfTimeout)
      return await this.#thread.run({ task }, { signal: late.signal })
    } catch (error) {
      if (this.#isClosed) throw new BusyError()
      if (late.signal.aborted) throw new TooLargeError('The document takes too long to read.')
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
      throw new TooLargeError('The document takes too much memory to read.')
    } finally {
      clearTimeout(timer)
    }
  }
}
