/** How an attempt ended: it was done; refused with 503 or 507; there was no answer; or it was answered wrongly. */
export type Ending = 'done' | 'refused' | 'full' | 'unanswered' | 'wrong'

export const ENDINGS: readonly Ending[] = ['done', 'refused', 'full', 'unanswered', 'wrong']

/** Counts how requests end while one thing is broken. */
export class Tally {
  readonly counts: Record<Ending, number> = { done: 0, refused: 0, full: 0, unanswered: 0, wrong: 0 }
  /** `performance.now()` when the last attempt ended that was not done. */
  lastFailure: number | undefined
  /** Longest that an attempt took, in milliseconds. */
  longest = 0
  /** Answers that no client should ever get, with how often they came. */
  readonly strange = new Map<string, number>()

  count (ending: Ending, milliseconds: number): void {
    this.counts[ending]++
    this.longest = Math.max(this.longest, milliseconds)
    if (ending !== 'done') this.lastFailure = performance.now()
  }

  note (answer: string): void {
    this.strange.set(answer, (this.strange.get(answer) ?? 0) + 1)
  }
}
