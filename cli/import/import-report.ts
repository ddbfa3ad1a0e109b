import path from 'node:path'
import type { MoveProgress } from '../../api/move/pipeline/move-job.js'
import { problemText, type Problem } from '../../api/move/pipeline/problems.js'
import { FirstMessages } from '../terminal/first-messages.js'
import { Progress } from '../terminal/progress.js'

/** Maximum number of errors, and of warnings, that are printed. */
const PROBLEMS_SHOWN = 20

/** Reports on stderr the progress of an import and its problems. */
export class ImportReport {
  readonly #name: string
  readonly #bar = new Progress({ check: 'Checking', write: 'Writing' }, 'records')
  readonly #problems = new FirstMessages(PROBLEMS_SHOWN, (line) => { this.#bar.print(line) })

  constructor (file: string) {
    this.#name = path.basename(file)
  }

  progress (progress: MoveProgress): void {
    this.#bar.update(progress)
  }

  problem (problem: Problem): void {
    const { line, unit } = problem
    const severity = problem.severity === 'error' ? 'error' : 'warning'
    // `file:line`, as compilers write it, so that editors can jump there; tables have rows instead of lines.
    const place = unit === 'line' ? `${this.#name}:${line}` : `${this.#name}, ${unit} ${line}`
    this.#problems.add(severity, `${place}: ${problemText({ ...problem, severity })}`)
  }

  /** Removes the bar and counts hidden messages. Call it at the end, also after an error. */
  end (): void {
    this.#bar.end()
    this.#problems.end((severity, hidden) => `${this.#name}: ${hidden} more ${severity}s are not shown`)
  }
}
