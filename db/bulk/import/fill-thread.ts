import { Worker } from 'node:worker_threads'
import { threadProgram } from '../../threads/thread-program.js'
import type { PackedRows } from './packed-rows.js'

const PROGRAM = threadProgram(import.meta.url, 'fill-program')

/** Parts that wait for the thread, the one that it writes included, before more are prepared. */
const MOST_WAITING = 3

/** Megabytes for what the thread has just made: rows, none of which is kept. */
const YOUNG = 8

/** Bytes of the database that the thread keeps: it mostly adds at the end of tables. */
const PAGE_CACHE = 8 * 1024 * 1024

/** Rows that are inserted, or written over those with the same value in their first column. */
export interface PackedChange { readonly how: 'insert' | 'update', readonly rows: PackedRows }

/**
 * A part of a transaction. `after`: the highest id that resources have been given before. `filled`: ids of resources
 * that were placeholders. `isLast`: the transaction is committed with it.
 */
export interface FillPart {
  readonly after: number
  readonly changes: readonly PackedChange[]
  readonly filled: readonly number[]
  readonly isLast: boolean
}

/**
 * What a commit has brought. `position`: that of the log of changes; NaN: others have written to resources, too.
 * `showing`: resources whose text shows the title of placeholders that were filled.
 */
interface Commit { readonly position: number, readonly showing: readonly number[] }

/**
 * `isAnswer`: to a message; without, a transaction that was left open was committed. `isOvertaken`: others have given
 * out ids, or changed what is referred to, so that nothing of the transaction was written.
 */
export interface FillOutcome {
  readonly isAnswer?: true
  readonly commit?: Commit
  readonly isOvertaken?: true
  readonly failure?: { readonly message: string, readonly code: string | undefined }
}

/** Others have written while an import filled the collection, so that what it has prepared cannot be written. */
export class OvertakenError extends Error {}

type OnCommit = (showing: readonly number[]) => void

interface Waiting {
  readonly onCommit: OnCommit
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  readonly done: Promise<void>
}

/** Writes to a file in a thread, one transaction after the other, while this one prepares what comes next. */
export class FillThread {
  readonly #worker: Worker
  readonly #ended: Promise<void>
  /** What the thread has not answered. */
  readonly #waiting: Waiting[] = []
  /** To be called with the next commit. */
  #written: OnCommit[] = []
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
   * Has a part of a transaction written after those before; waits only when too many wait already.
   *
   * @param onCommit called after its commit, with resources that show a title that was not there before.
   * @throws what one of those before has thrown; OvertakenError.
   */
  async write (part: FillPart, onCommit: OnCommit): Promise<void> {
    // When a transaction is complete, those before it are committed, and progress tells of them.
    const most = part.isLast ? 1 : MOST_WAITING
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

  /** Ends when everything is committed. */
  async close (): Promise<void> {
    this.#worker.postMessage('end')
    await this.#ended
  }

  #send (message: FillPart | 'commit', onCommit: OnCommit): void {
    const waiting: Partial<{ -readonly [key in keyof Waiting]: Waiting[key] }> = { onCommit }
    waiting.done = new Promise<void>((resolve, reject) => { Object.assign(waiting, { resolve, reject }) })
    // A failure is told to whoever waits, or writes next.
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
