import type { RecordFault } from '../../api/move/check/check-records.js'

/** Maximum number of faults of each kind that are printed. */
const FAULTS_SHOWN_MAX = 1000

/** Prints faults on stdout, and, if stderr is a terminal, the current step on stderr. */
export class CheckReport {
  readonly #counts = new Map<string, number>()

  step (name: string): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[KChecking ${name} …`)
  }

  fault ({ kind, subject, message, isRepairable, isRepaired }: RecordFault): void {
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    if (count > FAULTS_SHOWN_MAX) return
    const advice = isRepaired
      ? 'Repaired.'
      : isRepairable ? '--repair repairs it.' : 'Restore it from a backup, or enter it again.'
    this.#clear()
    process.stdout.write(`${kind.padEnd(11)}  ${subject}  ${message} ${advice}\n`)
  }

  /** Call it at the end, also after an error. */
  end (): void {
    this.#clear()
    for (const [kind, count] of this.#counts) {
      if (count > FAULTS_SHOWN_MAX) process.stdout.write(`${kind.padEnd(11)}  ${count - FAULTS_SHOWN_MAX} more are not shown.\n`)
    }
  }

  #clear (): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  }
}
