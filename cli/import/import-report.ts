import { SingleBar } from 'cli-progress'
import path from 'node:path'
import type { MoveProgress } from '../../api/move/pipeline/move-job.js'
import { problemText, type Problem } from '../../api/move/pipeline/problems.js'

const PROBLEMS_SHOWN = 20
const STEPS = 10

const PHASES = { check: 'Checking', write: 'Writing' } as const

/** Reports the progress of an import on stderr: as a bar on a terminal, otherwise with a line for every tenth. */
export class ImportReport {
  readonly #name: string
  readonly #counts = { error: 0, warning: 0 }
  #phase: MoveProgress['phase'] | undefined
  #begun = 0
  #step = 0
  #bar: SingleBar | undefined

  constructor (file: string) {
    this.#name = path.basename(file)
  }

  progress ({ phase, done, total }: MoveProgress): void {
    if (phase !== this.#phase) this.#begin(phase, total)
    if (this.#bar !== undefined) {
      const seconds = (performance.now() - this.#begun) / 1000
      this.#bar.update(done, { rate: seconds === 0 ? 0 : Math.round(done / seconds) })
      return
    }
    const step = Math.floor(done / total * STEPS)
    if (phase === 'write' && step > this.#step) {
      this.#step = step
      process.stderr.write(`${this.#name}: ${done} of ${total} records\n`)
    }
  }

  problem (problem: Problem): void {
    const { line, unit } = problem
    const severity = problem.severity === 'error' ? 'error' : 'warning'
    if (++this.#counts[severity] <= PROBLEMS_SHOWN) {
      // `file:line`, as compilers write it, so that editors can jump there; tables have rows instead of lines.
      const place = unit === 'line' ? `${this.#name}:${line}` : `${this.#name}, ${unit} ${line}`
      this.#print(`${place}: ${problemText({ ...problem, severity })}\n`)
    }
  }

  /** Removes the bar and counts hidden messages. Call it at the end, also after an error. */
  end (): void {
    this.#bar?.stop()
    for (const [severity, count] of Object.entries(this.#counts)) {
      if (count > PROBLEMS_SHOWN) {
        process.stderr.write(
          `${this.#name}: ${count - PROBLEMS_SHOWN} more ${severity}s are not shown\n`
        )
      }
    }
  }

  #begin (phase: MoveProgress['phase'], total: number): void {
    this.#bar?.stop()
    this.#phase = phase
    this.#begun = performance.now()
    if (!process.stderr.isTTY) return
    const details = phase === 'write' ? ', {value} of {total} records, {rate} a second, {eta_formatted} left' : ''
    this.#bar = new SingleBar({
      format: `${PHASES[phase].padEnd(8)} {bar} {percentage} %${details}`, hideCursor: true
    })
    this.#bar.start(total, 0, { rate: 0 })
  }

  /** Prints a line above the bar. */
  #print (text: string): void {
    if (this.#bar !== undefined) process.stderr.write('\r\u001B[K')
    process.stderr.write(text)
  }
}
