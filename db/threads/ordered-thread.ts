import { Worker, type ResourceLimits } from 'node:worker_threads'
import { MIN_YOUNG_GENERATION_MB } from './thread-program.js'

interface OrderedThreadOptions {
  program: URL
  /** The `workerData` of the program. */
  data: object
  /** What the thread does, for the error message if it ends: "copies the log". */
  purpose: string
  /** Milliseconds after which an idle thread ends. */
  idleTimeout: number
  /** Default: the smallest young generation. */
  resourceLimits?: ResourceLimits
}

/**
 * A worker thread that executes orders one after the other and replies to each with one message. It starts on first
 * use and ends when it has been idle for a while, or on the message `end`. It keeps the process alive only while it
 * works.
 */
export class OrderedThread<Order, Reply> {
  readonly #options: OrderedThreadOptions
  #worker: Worker | undefined
  /** Timer that ends the thread; set while it is idle. */
  #idle: NodeJS.Timeout | undefined
  /** Resolves when the thread that was ended last has exited. */
  #ended: Promise<unknown> = Promise.resolve()
  #users = 0
  #lastReply: Promise<unknown> = Promise.resolve()

  constructor (options: OrderedThreadOptions) {
    this.#options = options
  }

  /** Whether there is a thread to which `end` was not sent. */
  get isRunning (): boolean {
    return this.#worker !== undefined
  }

  /** Whether `use` is running. */
  get isInUse (): boolean {
    return this.#users > 0
  }

  /** Prevents the thread from ending between several orders. */
  async use<T> (work: () => Promise<T>): Promise<T> {
    this.#users++
    clearTimeout(this.#idle)
    try {
      return await work()
    } finally {
      if (--this.#users === 0) {
        this.#idle = setTimeout(() => { this.end().catch(() => {}) }, this.#options.idleTimeout).unref()
      }
    }
  }

  /** Sends an order. @throws if the thread ends instead of replying. */
  async request (order: Order): Promise<Reply> {
    return await this.use(async () => {
      const reply = this.#lastReply.then(async () => await this.#answer(order))
      this.#lastReply = reply.catch(() => {})
      return await reply
    })
  }

  /** Ends the thread, if there is one, after the orders that it has received. */
  async end (): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    if (worker !== undefined) {
      this.#ended = new Promise((resolve) => {
        worker.ref()
        worker.once('exit', resolve)
        worker.postMessage('end')
      })
    }
    await this.#ended
  }

  /** Ends the thread, if there is one, whatever it does; a request that it has not answered is rejected. */
  async terminate (): Promise<void> {
    const worker = this.#worker
    // A thread that is still loading may ignore `terminate`, but not the message.
    const ended = this.end()
    await worker?.terminate()
    await ended
  }

  async #answer (order: Order): Promise<Reply> {
    const worker = this.#worker ??= this.#start()
    worker.ref()
    return await new Promise<Reply>((resolve, reject) => {
      const ended = (error: unknown): void => {
        reject(error instanceof Error ? error : new Error(`The thread that ${this.#options.purpose} ended.`))
      }
      worker.once('error', ended).once('exit', ended).once('message', (reply: Reply) => {
        worker.off('error', ended).off('exit', ended)
        worker.unref()
        resolve(reply)
      })
      worker.postMessage(order)
    })
  }

  #start (): Worker {
    const { program, data, resourceLimits = { maxYoungGenerationSizeMb: MIN_YOUNG_GENERATION_MB } } = this.#options
    const worker = new Worker(program, { workerData: data, resourceLimits })
    const forget = (): void => { if (this.#worker === worker) this.#worker = undefined }
    return worker.once('error', forget).once('exit', forget)
  }
}
