import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Query } from '../call.js'
import { ApiError, type ErrorKind, type ErrorStore } from '../errors.js'
import type { Finding } from './finding.js'
import type { SearchContext } from './search-context.js'

/** A search, as it is told to a thread. */
export interface Search {
  /** Name of a built-in resource type. */
  readonly type: string
  readonly query: Query
  readonly pageSize: number
  readonly context: Pick<SearchContext, 'viewer' | 'cursorSecret' | 'hidesPrivateText'>
}

/** What became of the search that a thread was told. Before the first it says that it is ready, in whatever words. */
export type Outcome =
  | { finding: Finding }
  | { refusal: { kind: ErrorKind, errors: ErrorStore | { error: string } } }
  | { failure: Error }

/** Megabytes that JavaScript may use in a thread, besides ids and what the database keeps. */
const HEAP = 256

const EXTENSION = path.extname(import.meta.url)
const BESIDE = new URL(`./search-program${EXTENSION}`, import.meta.url)
/** Lies beside this file, compiled or not. Source code needs its loader in every thread anew. */
const PROGRAM = EXTENSION === '.js'
  ? BESIDE
  : new URL(`data:text/javascript,import { register } from '${import.meta.resolve('tsx/esm/api')}'; register(); await import('${BESIDE.href}')`)

/** A thread that does one search at a time, on a connection of its own. */
export class SearchThread {
  readonly #worker: Worker
  /** Settled when it can be told the first search; or has ended before. */
  readonly ready: Promise<void>
  #isReady = false
  #current: { resolve: (finding: Finding | undefined) => void, reject: (error: Error) => void } | undefined

  /**
   * @param file the database.
   * @param onEnd called when it has ended, for whatever reason; `wasReady`: not before it was ready.
   */
  constructor (file: string, onEnd: (wasReady: boolean) => void) {
    this.#worker = new Worker(PROGRAM, { workerData: { file }, resourceLimits: { maxOldGenerationSizeMb: HEAP } })
    this.ready = new Promise((resolve) => {
      this.#worker.once('message', () => {
        this.#isReady = true
        // A thread that has nothing to do keeps no process from ending.
        this.#worker.unref()
        this.#worker.on('message', (outcome: Outcome) => { this.#settle(outcome) })
        resolve()
      })
      this.#worker.once('exit', () => { resolve() })
    })
    // What it says of its end does not help: the search is done elsewhere.
    this.#worker.on('error', () => {})
    this.#worker.on('exit', () => {
      const wasReady = this.#isReady
      this.#isReady = false
      this.#current?.resolve(undefined)
      onEnd(wasReady)
    })
  }

  get isReady (): boolean {
    return this.#isReady
  }

  get isIdle (): boolean {
    return this.#isReady && this.#current === undefined
  }

  /** For an idle thread. @returns undefined when it ends before the search does. */
  async find (search: Search): Promise<Finding | undefined> {
    return await new Promise((resolve, reject) => {
      this.#current = { resolve, reject }
      this.#worker.ref()
      this.#worker.postMessage(search)
    })
  }

  async end (): Promise<void> {
    // While it loads its program, what loads that may not hear that it is to end.
    await this.ready
    this.#worker.ref()
    await this.#worker.terminate()
  }

  #settle (told: Outcome): void {
    const { resolve, reject } = this.#current!
    this.#current = undefined
    this.#worker.unref()
    if ('finding' in told) resolve(told.finding)
    else reject('refusal' in told ? new ApiError(told.refusal.kind, told.refusal.errors) : told.failure)
  }
}
