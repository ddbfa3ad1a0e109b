import { EVERYTHING, type ChangeLog } from '../../db/changes/change-log.js'
import type { Answer } from '../core/answers/answer.js'

/** Milliseconds before the next check begins, if no request is being answered then. */
const PAUSE_MS = 1000

/** Longer answers are not checked, because making them again takes too long. */
const ANSWER_MAX_BYTES = 1024 * 1024

/** Searches with more results are not checked: without cached sets they may exceed the time limit of a search. */
const TOTAL_MAX = 100_000

/** An answer that was served, and how to make it again. */
export interface Served {
  /** Identifies the answer in the log. */
  readonly key: string
  /** Gets the answer from the cache; undefined if it was evicted. */
  readonly cached: () => Promise<Answer | undefined>
  /** Makes the answer from the database; undefined if the resource no longer exists. */
  readonly made: () => Promise<Answer | undefined>
}

/**
 * Detects wrong cache entries: one in a thousand served answers is made again without the cache, while no request is
 * being answered, and compared. If the two differ at two checks in a row, the whole cache is invalidated.
 */
export class CacheCheck {
  /** Called with the key of an answer that was wrong. */
  onDifference: (key: string) => void = () => {}
  #checked = 0
  #different = 0
  #next: Served | undefined
  /** The answer that differed at the last check. It is checked twice: another process may just have written. */
  #suspect: Served | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  /** @param isIdle whether no request is being answered. */
  constructor (private readonly changes: ChangeLog, private readonly isIdle: () => boolean) {}

  /** Numbers of answers that were checked since the start, and of answers that differed. */
  get figures (): { checked: number, different: number } {
    return { checked: this.#checked, different: this.#different }
  }

  /** Checks an answer as soon as no request is being answered. */
  check (served: Served): void {
    this.#next = served
    this.#wait()
  }

  async close (): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #wait (): void {
    if (this.#timer !== undefined || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (!this.isIdle()) return this.#wait()
      // The database may be unreachable, or the search take too long: then the check has no result.
      this.#running = this.#run().catch(() => {})
    }, PAUSE_MS).unref()
  }

  async #run (): Promise<void> {
    const served = this.#suspect ?? this.#next
    if (served === undefined) return
    const isSuspect = served === this.#suspect
    this.#suspect = undefined
    if (!isSuspect) this.#next = undefined
    if (await this.#isRight(served)) return
    if (!isSuspect) {
      this.#suspect = served
      return this.#wait()
    }
    this.#different++
    this.changes.record(EVERYTHING)
    this.onDifference(served.key)
  }

  /** Whether cache and database agree. @returns true also when the check is not possible. */
  async #isRight (served: Served): Promise<boolean> {
    const { version } = this.changes
    const cached = await served.cached()
    if (cached === undefined || cached.length > ANSWER_MAX_BYTES || (cached.total ?? 0) > TOTAL_MAX) return true
    const made = await served.made()
    if (this.changes.version !== version) return true
    this.#checked++
    return made !== undefined && made.total === cached.total && made.template === cached.template
  }
}
