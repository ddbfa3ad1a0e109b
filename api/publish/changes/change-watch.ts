import type { ChangeSignal } from '../../../db/changes/change-signal.js'

/** Milliseconds between two looks at the log, for each of those who follow: many commits are told together. */
const PACE = 2
const LEAST_PACE = 20

/** Waits until there may be more in the log of changes. */
export class ChangeWatch {
  readonly #stop: () => void
  readonly #ending: readonly AbortSignal[]
  #isTold = false
  #wake: (() => void) | undefined
  /** The last waiting ended because nothing happened. */
  wasIdle = false

  /** @param ending signals that end it. */
  constructor (signal: ChangeSignal, ...ending: Array<AbortSignal | undefined>) {
    this.#ending = ending.filter((each) => each !== undefined)
    this.#stop = signal.listen(() => {
      this.#isTold = true
      this.#wake?.()
    })
    for (const each of this.#ending) each.addEventListener('abort', this.#end)
  }

  readonly #end = (): void => { this.#wake?.() }

  get isEnded (): boolean {
    return this.#ending.some(({ aborted }) => aborted)
  }

  /** Call it before the log is read: what is told from now on may not be in what is read. */
  begin (): void {
    this.#isTold = false
  }

  /**
   * Waits until something was told since `begin`, it is ended, or nothing happens for `idle` milliseconds.
   *
   * @param watches how many follow: the more, the less often each of them looks.
   */
  async next (idle: number, watches: number): Promise<void> {
    await this.#sleep(Math.max(LEAST_PACE, watches * PACE), () => false)
    this.wasIdle = !(await this.#sleep(idle, () => this.#isTold))
  }

  close (): void {
    this.#stop()
    for (const each of this.#ending) each.removeEventListener('abort', this.#end)
  }

  /** @returns whether it ended because of `isOver`, or of a signal; false: because of the time. */
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
