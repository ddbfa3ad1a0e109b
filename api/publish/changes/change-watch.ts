import { setTimeout } from 'node:timers/promises'
import type { ChangeLog } from '../../../db/changes/change-log.js'

/**
 * Interval between two polls of the log per follower: the more followers, the longer it is, so that they see several
 * commits at once.
 */
const INTERVAL_PER_FOLLOWER_MS = 2
const INTERVAL_MIN_MS = 20

/** Node.js has no longer timers. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Waits until the change log may have new entries. */
export class ChangeWatch {
  readonly #stop: () => void
  readonly #ending: readonly AbortSignal[]
  readonly #ended = new AbortController()
  /** Aborted by a commit since `begin`, and by the end. */
  #news = new AbortController()
  /** Whether the last wait ended without a commit. */
  wasIdle = false

  /** @param ending signals that end the watch. */
  constructor (changes: ChangeLog, ...ending: Array<AbortSignal | undefined>) {
    this.#ending = ending.filter((each) => each !== undefined)
    this.#stop = changes.listen(() => { this.#news.abort() })
    for (const each of this.#ending) {
      if (each.aborted) this.#end()
      else each.addEventListener('abort', this.#end)
    }
  }

  readonly #end = (): void => {
    this.#ended.abort()
    this.#news.abort()
  }

  get isEnded (): boolean {
    return this.#ended.signal.aborted
  }

  /**
   * Call it before reading the log: a commit during the read may not be in its result, and makes `next` return at
   * once.
   */
  begin (): void {
    if (!this.isEnded) this.#news = new AbortController()
  }

  /**
   * Waits until a commit since `begin`, the end of the watch, or `idle` milliseconds without a commit.
   * @param watches number of followers: the more there are, the less often each polls.
   */
  async next (idle: number, watches: number): Promise<void> {
    await isOver(Math.max(INTERVAL_MIN_MS, watches * INTERVAL_PER_FOLLOWER_MS), this.#ended.signal)
    this.wasIdle = await isOver(Math.min(idle, TIMER_MAX_MS), this.#news.signal)
  }

  close (): void {
    this.#stop()
    for (const each of this.#ending) each.removeEventListener('abort', this.#end)
  }
}

/** Resolves to true after a time, or to false when the signal aborts before. */
async function isOver (milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return await setTimeout(milliseconds, true, { signal }).catch(() => false)
}
