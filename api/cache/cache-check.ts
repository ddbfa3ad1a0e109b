import { EVERYTHING, type ChangeLog } from '../../db/changes/change-log.js'
import type { Answer } from '../core/answers/answer.js'

/** One of so many answers is checked. */
const CHECK_EVERY = 1000

/** Milliseconds after which the next check begins, if there is time. */
const PAUSE_MS = 1000

/** Longer answers are not checked: to make one takes too long. */
const ANSWER_MAX_BYTES = 1024 * 1024

/** Searches that find more are not checked: without sets, to find so many may take longer than a search may. */
const TOTAL_MAX = 100_000

/** An answer that was served, and how to make it again. */
export interface Served {
  /** Names it in the log. */
  readonly key: string
  /** The answer as the cache gives it; undefined: it has none by now. */
  readonly cached: () => Promise<Answer | undefined>
  /** The answer as the database gives it; undefined: there is none. */
  readonly made: () => Promise<Answer | undefined>
}

/**
 * Finds out whether the cache is wrong: one of a thousand answers that were served is made again without it, while no
 * request is at work, and compared. If they differ, everything that is cached is dropped.
 */
export class CacheCheck {
  /** Called with the key of an answer that was wrong. */
  onDifference: (key: string) => void = () => {}
  readonly #changes: () => ChangeLog
  readonly #isIdle: () => boolean
  #served = 0
  #checked = 0
  #different = 0
  #next: Served | undefined
  /** The answer that differed at the last check: a write may have come in between that is not known here yet. */
  #suspect: Served | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  /** @param isIdle whether no request is at work. */
  constructor (changes: () => ChangeLog, isIdle: () => boolean) {
    this.#changes = changes
    this.#isIdle = isIdle
  }

  /** Answers that were made again since the start, and those of them that differed. */
  get figures (): { checked: number, different: number } {
    return { checked: this.#checked, different: this.#different }
  }

  /** Call it for every answer that may come from the cache. @param describe called for those that are checked. */
  served (describe: () => Served): void {
    if (++this.#served % CHECK_EVERY !== 0) return
    this.#next = describe()
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
      if (!this.#isIdle()) return this.#wait()
      // The database may be away, or the search take too long: then nothing is known.
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
    this.#changes().record(EVERYTHING)
    this.onDifference(served.key)
  }

  /** Whether the cache gives what the database gives. @returns true if that cannot be told, too. */
  async #isRight (served: Served): Promise<boolean> {
    const { version } = this.#changes()
    const cached = await served.cached()
    if (cached === undefined || cached.length > ANSWER_MAX_BYTES || (cached.total ?? 0) > TOTAL_MAX) return true
    const made = await served.made()
    if (this.#changes().version !== version) return true
    this.#checked++
    return made !== undefined && made.total === cached.total && made.template === cached.template
  }
}
