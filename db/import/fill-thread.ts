import { Worker } from 'node:worker_threads'
import { threadProgram } from '../thread-program.js'
import type { PackedRows } from './packed-rows.js'

const PROGRAM = threadProgram(import.meta.url, 'fill-program')

/** Transactions that wait for the thread, the one that it writes included, before more are prepared. */
const MOST_WAITING = 1

/** Megabytes for what the thread has just made: rows, none of which is kept. */
const YOUNG = 8

/** Bytes of the database that the thread keeps: it mostly adds at the end of tables. */
const PAGE_CACHE = 8 * 1024 * 1024

/** Rows that are inserted, or written over those with the same value in their first column. */
export interface PackedChange { readonly how: 'insert' | 'update', readonly rows: PackedRows }

/**
 * `after`: the highest id that resources have been given before. `filled`: ids of resources that were placeholders.
 */
export interface FillTransaction {
  readonly after: number
  readonly changes: readonly PackedChange[]
  readonly filled: readonly number[]
}

/**
 * What a commit has brought. `position`: that of the log of changes; NaN: others have written to resources, too.
 * `showing`: resources whose text shows the title of placeholders that were filled.
 */
interface Commit { readonly position: number, readonly showing: readonly number[] }

/** `isOvertaken`: others have given out ids, or changed what is referred to, so that nothing was written. */
export interface FillOutcome {
  readonly commit?: Commit
  readonly isOvertaken?: true
  readonly failure?: { readonly message: string, readonly code: string | undefined }
}

/** Others have written while an import filled the collection, so that what it has prepared cannot be written. */
export class OvertakenError extends Error {}

interface Waiting { resolve: (commit: Commit) => void, reject: (error: unknown) => void, done: Promise<void> }

/** Writes to a file in a thread, one transaction after the other, while this one prepares what comes next. */
export class FillThread {
  readonly #worker: Worker
  readonly #ended: Promise<void>
  readonly #waiting: Waiting[] = []
  #failure: unknown
  #position: number | undefined

  /** @param file path of the database. */
  constructor (file: string) {
    this.#worker = new Worker(PROGRAM, {
      workerData: { file, pageCache: PAGE_CACHE }, resourceLimits: { maxYoungGenerationSizeMb: YOUNG }
    })
    this.#worker.on('message', (outcome: FillOutcome) => { this.#take(outcome) })
      .on('error', (error) => { this.#fail(error) })
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#fail(new Error('The thread that writes has ended.'))
        resolve()
      })
    })
  }

  /** Position of the log of changes after the last commit; NaN if others have changed resources since the first. */
  get position (): number | undefined {
    return this.#position
  }

  /**
   * Has a transaction written after those before; waits only when too many wait already.
   *
   * @param onCommit called after its commit, with the resources that show a title that was not there before.
   * @throws what one of those before has thrown; OvertakenError.
   */
  async write (transaction: FillTransaction, onCommit: (showing: readonly number[]) => void): Promise<void> {
    while (this.#waiting.length >= MOST_WAITING) await this.#waiting[0]!.done
    if (this.#failure !== undefined) throw this.#failure
    const waiting: Partial<Waiting> = {}
    waiting.done = new Promise<Commit>((resolve, reject) => { Object.assign(waiting, { resolve, reject }) })
      .then(({ showing }) => { onCommit(showing) })
    // A failure is told to whoever waits, or writes next.
    waiting.done.catch(() => {})
    this.#waiting.push(waiting as Waiting)
    this.#worker.postMessage(transaction)
  }

  /** Waits until everything is committed. @throws as `write`. */
  async settled (): Promise<void> {
    await Promise.all(this.#waiting.map(async ({ done }) => { await done }))
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Ends when everything is written. */
  async close (): Promise<void> {
    this.#worker.postMessage('end')
    await this.#ended
  }

  #take ({ commit, isOvertaken, failure }: FillOutcome): void {
    if (isOvertaken === true) return this.#fail(new OvertakenError('Others have written meanwhile.'))
    if (failure !== undefined) return this.#fail(Object.assign(new Error(failure.message), { code: failure.code }))
    this.#position = commit!.position
    this.#waiting.shift()!.resolve(commit!)
  }

  #fail (error: unknown): void {
    this.#failure ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
  }
}
