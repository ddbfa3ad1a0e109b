import type { ChangeSignal } from '../../../db/changes/change-signal.js'

/**
 * Interval between two polls of the log per follower: the more followers, the longer it is, so that they see several
 * commits at once.
 */
const INTERVAL_PER_FOLLOWER_MS = 2
const INTERVAL_MIN_MS = 20

/** Waits until the change log may have new entries. */
export class ChangeWatch {
  readonly #stop: () => void
  readonly #ending: readonly AbortSignal[]
  #hasCommit = false
  #wake: (() => void) | undefined
  /** Whether the last wait ended without a commit. */
  wasIdle = false

  /** @param ending signals that end the watch. */
  constructor (signal: ChangeSignal, ...ending: Array<AbortSignal | undefined>) {
    this.#ending = ending.filter((each) => each !== undefined)
    this.#stop = signal.listen(() => {
      this.#hasCommit = true
      this.#wake?.()
    })
    for (const each of this.#ending) each.addEventListener('abort', this.#end)
  }

  readonly #end = (): void => { this.#wake?.() }

  get isEnded (): boolean {
    return this.#ending.some(({ aborted }) => aborted)
  }

  /**
   * Call it before reading the log: a commit during the read may not be in its result, and makes `next` return at
   * once.
   */
  begin (): void {
    this.#hasCommit = false
  }

  /**
   * Waits until a commit since `begin`, the end of the watch, or `idle` milliseconds without a commit.
   * @param watches number of followers: the more there are, the less often each polls.
   */
  async next (idle: number, watches: number): Promise<void> {
    await this.#sleep(Math.max(INTERVAL_MIN_MS, watches * INTERVAL_PER_FOLLOWER_MS), () => false)
    this.wasIdle = !(await this.#sleep(idle, () => this.#hasCommit))
  }

  close (): void {
    this.#stop()
    for (const each of this.#ending) each.removeEventListener('abort', this.#end)
  }

  /** @returns true when `isOver` or a signal ended it, false when the time did. */
  async #sleep (milliseconds: number, isOver: () => boolean): Promise<boolean> {
    const isDone = (): boolean => this.isEnded || isOver()
    if (isDone()) return true
    await new Promise<void>((resolve) => {
      const timer = milliseconds === Infinity ? undefined : setTimeout(resolve, milliseconds)
      this.#wake = () => {
        if (!isDone()) return
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = undefined
    return isDone()
  }
}
