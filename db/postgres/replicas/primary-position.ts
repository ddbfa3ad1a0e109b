import type { Announcements } from '../connection/announcements.js'

/** Number of positions stored with their time; beyond it, every other one is dropped. */
const MAX_SAMPLES = 1024

/** The end of the primary's write-ahead log, as it is read together with the commit notices. */
export class PrimaryPosition {
  #required: number | undefined
  /** `performance.now()` when `outdate` was last called. */
  #outdatedAt = -Infinity
  #samples: Array<{ position: number, at: number }> = []

  /** @param whenKnown called when `required` becomes known. */
  constructor (private readonly writes: Announcements, whenKnown: () => void) {
    writes.whenRead = () => {
      this.#remember(writes.logEnd)
      if (this.#required !== undefined || writes.certainSince <= this.#outdatedAt) return
      this.#required = writes.logEnd
      whenKnown()
    }
  }

  /**
   * Position that a replica must have replayed to contain every commit that this process may know; undefined: not read
   * from the primary yet.
   */
  get required (): number | undefined {
    return this.#required
  }

  get isAnswered (): boolean {
    return this.writes.isHearing
  }

  /** Call it after each commit of this process, and before commits of others are processed. */
  outdate (): void {
    this.#required = undefined
    this.#outdatedAt = performance.now()
    this.writes.catchUp().catch(() => {})
  }

  /**
   * For how many seconds the primary has been ahead of a position; counted from its last answer if it does not answer.
   */
  lagOf (position: number): number {
    let at = this.#samples.length
    while (at > 0 && this.#samples[at - 1]!.position > position) at--
    const since = this.#samples[at]?.at ?? (this.isAnswered ? undefined : this.writes.certainSince)
    return since === undefined ? 0 : (performance.now() - since) / 1000
  }

  #remember (position: number): void {
    const last = this.#samples.at(-1)
    if (last?.position === position) return
    // A replica has become the primary before it had received everything.
    if (last !== undefined && last.position > position) this.#samples = []
    this.#samples.push({ position, at: performance.now() })
    if (this.#samples.length > MAX_SAMPLES) this.#samples = this.#samples.filter((_, at) => at % 2 === 0)
  }
}
