import path from 'node:path'
import type { MoveProgress } from '../../api/move/pipeline/move-job.js'
import { problemText, type Problem } from '../../api/move/pipeline/problems.js'
import { inFlags } from '../terminal/explain.js'
import { FirstMessages } from '../terminal/first-messages.js'
import { Progress } from '../terminal/progress.js'
import { stopSignal } from '../terminal/stop-signal.js'

/** Maximum number of errors, and of warnings, that are printed. */
const PROBLEMS_SHOWN = 20

/** What an import reports to, and what stops it. */
interface Observer {
  readonly signal: AbortSignal
  onProgress (progress: MoveProgress): void
  onProblem (problem: Problem): void
}

/** Runs an import that reports its progress and problems on stderr. */
export async function reporting<T> (file: string, work: (observer: Observer) => Promise<T>): Promise<T> {
  const name = path.basename(file)
  const bar = new Progress({ check: 'Checking', write: 'Writing' }, 'records')
  const problems = new FirstMessages(PROBLEMS_SHOWN, (line) => { bar.print(line) })
  try {
    return await work({
      signal: stopSignal(),
      onProgress (progress) { bar.update(progress) },
      onProblem (problem) {
        const { line, unit } = problem
        const severity = problem.severity === 'error' ? 'error' : 'warning'
        // `file:line`, as compilers write it, so that editors can jump there; tables have rows instead of lines.
        const place = unit === 'line' ? `${name}:${line}` : `${name}, ${unit} ${line}`
        problems.add(severity, `${place}: ${inFlags(problemText({ ...problem, severity }))}`)
      }
    })
  } finally {
    bar.end()
    problems.end((severity, hidden) => `${name}: ${hidden} more ${severity}s are not shown`)
  }
}
