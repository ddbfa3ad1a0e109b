import { Worker } from 'node:worker_threads'
import { threadProgram } from '../../threads/thread-program.js'
import type { PackedRows } from './packed-rows.js'

const PROGRAM = threadProgram(import.meta.url, 'fill-program')

/** Maximum number of parts that wait for the thread, including the one being written, before `write` waits. */
const MAX_WAITING_PARTS = 3

/** Size of the young generation in megabytes: all rows are short-lived. */
const YOUNG_GENERATION_MB = 8

/** Page cache of the thread in bytes: it mostly appends to tables. */
const PAGE_CACHE_BYTES = 8 * 1024 * 1024

/** Rows to insert, or to update by the value in their first column. */
export interface PackedChange { readonly how: 'insert' | 'update', readonly rows: PackedRows }

/**
 * A part of a transaction. `after`: the highest resource id used before it. `filled`: ids of placeholders that became
 * resources. `isLast`: commit after this part.
 */
export interface FillPart {
  readonly after: number
  readonly changes: readonly PackedChange[]
  readonly filled: readonly number[]
  readonly isLast: boolean
}

/**
 * Result of a commit. `position`: position of the change log; NaN if other connections have written to resources, too.
 * `showing`: resources whose text shows the title of a filled placeholder.
 */
interface Commit { readonly position: number, readonly showing: readonly number[] }

/**
 * `isAnswer`: responds to a message; absent if an idle transaction was committed. `isOvertaken`: other connections
 * have used up ids or changed referenced rows, so nothing of the transaction was written.
 */
export interface FillOutcome {
  readonly isAnswer?: true
  readonly commit?: Commit
  readonly isOvertaken?: true
  readonly failure?: { readonly message: string, readonly code: string | undefined }
}

/** Other connections have written during a bulk import, so that the prepared rows cannot be written. */
export class OvertakenError extends Error {}

type OnCommit = (showing: readonly number[]) => void

interface Waiting {
  readonly onCommit: OnCommit
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  readonly done: Promise<void>
}

/**
 * Writes to a database file in a worker thread, one transaction after the other, while the main thread prepares the
 * next ones.
 */
export class FillThread {
  readonly #worker: Worker
  readonly #ended: Promise<void>
  /** Messages without a response so far. */
  readonly #waiting: Waiting[] = []
  /** Callbacks for the next commit. */
  #written: OnCommit[] = []
  #failure: unknown
  #position: number | undefined

  /** @param file path of the database. */
  constructor (file: string) {
    this.#worker = new Worker(PROGRAM, {
      workerData: { file, pageCache: PAGE_CACHE_BYTES },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }
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

  /**
   * Position of the change log after the last commit; NaN if other connections have changed resources since the first.
   */
  get position (): number | undefined {
    return this.#position
  }

  /**
   * Writes a part of a transaction after the earlier ones. Waits only if too many are waiting already.
   *
   * @param onCommit called after its commit, with the resources that show a new title. @throws the error of an earlier
   * part; OvertakenError.
   */
  async write (part: FillPart, onCommit: OnCommit): Promise<void> {
    // Before a transaction is completed, wait until the earlier ones are committed, so that progress reports them.
    const most = part.isLast ? 1 : MAX_WAITING_PARTS
    while (this.#waiting.length >= most) await this.#waiting[0]!.done
    if (this.#failure !== undefined) throw this.#failure
    this.#send(part, onCommit)
  }

  /** Waits until everything is committed. @throws as `write`. */
  async settled (): Promise<void> {
    if (this.#waiting.length + this.#written.length > 0) this.#send('commit', () => {})
    await Promise.all(this.#waiting.map(async ({ done }) => { await done }))
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Resolves when everything is committed. */
  async close (): Promise<void> {
    this.#worker.postMessage('end')
    await this.#ended
  }

  #send (message: FillPart | 'commit', onCommit: OnCommit): void {
    const waiting: Partial<{ -readonly [key in keyof Waiting]: Waiting[key] }> = { onCommit }
    waiting.done = new Promise<void>((resolve, reject) => { Object.assign(waiting, { resolve, reject }) })
    // The error is thrown by a waiting call, or by the next one.
    waiting.done.catch(() => {})
    this.#waiting.push(waiting as Waiting)
    this.#worker.postMessage(message)
  }

  #take ({ isAnswer, commit, isOvertaken, failure }: FillOutcome): void {
    if (isOvertaken === true) return this.#fail(new OvertakenError('Others have written meanwhile.'))
    if (failure !== undefined) return this.#fail(Object.assign(new Error(failure.message), { code: failure.code }))
    const answered = isAnswer === true ? this.#waiting.shift() : undefined
    if (answered !== undefined) this.#written.push(answered.onCommit)
    if (commit !== undefined) {
      this.#position = commit.position
      const written = this.#written
      this.#written = []
      for (const [at, onCommit] of written.entries()) onCommit(at === 0 ? commit.showing : [])
    }
    answered?.resolve()
  }

  #fail (error: unknown): void {
    this.#failure ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
  }
}
