import { Worker } from 'node:worker_threads'
import { LEAST_YOUNG } from './thread-program.js'

export interface OrderedThreadOptions {
  program: URL
  /** What the program finds as `workerData`. */
  data: object
  /** What the thread does, for the error when it ends: "copies the log". */
  purpose: string
  /** Milliseconds after which a thread that has nothing to do ends. */
  patience: number
}

/**
 * A thread that does what it is told, one order after the other, and answers each with one message. It is started when
 * it is needed, ends when it has had nothing to do for a while, or on the message `end`, and keeps the process alive
 * only while it is at work.
 */
export class OrderedThread<Order, Reply> {
  readonly #options: OrderedThreadOptions
  #worker: Worker | undefined
  /** Set while the thread has nothing to do. */
  #idle: NodeJS.Timeout | undefined
  /** Resolves when the thread that was told to end last has done so. */
  #ended: Promise<unknown> = Promise.resolve()
  #users = 0
  #lastReply: Promise<unknown> = Promise.resolve()

  constructor (options: OrderedThreadOptions) {
    this.#options = options
  }

  /** Whether there is a thread, which has not been told to end. */
  get isRunning (): boolean {
    return this.#worker !== undefined
  }

  /** Whether somebody uses it. */
  get isInUse (): boolean {
    return this.#users > 0
  }

  /** Keeps the thread from ending between several orders. */
  async use<T> (work: () => Promise<T>): Promise<T> {
    this.#users++
    clearTimeout(this.#idle)
    try {
      return await work()
    } finally {
      if (--this.#users === 0) {
        this.#idle = setTimeout(() => { this.end().catch(() => {}) }, this.#options.patience).unref()
      }
    }
  }

  /** @throws when the thread ends instead of answering. */
  async ask (order: Order): Promise<Reply> {
    return await this.use(async () => {
      const reply = this.#lastReply.then(async () => await this.#answer(order))
      this.#lastReply = reply.catch(() => {})
      return await reply
    })
  }

  /** Ends the thread, if there is one, once it has done what it was told. */
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
    const { program, data } = this.#options
    const worker = new Worker(program, {
      workerData: data, resourceLimits: { maxYoungGenerationSizeMb: LEAST_YOUNG }
    })
    const forget = (): void => { if (this.#worker === worker) this.#worker = undefined }
    return worker.once('error', forget).once('exit', forget)
  }
}
