import type { Random } from './random.js'
import type { Report } from './report.js'

export interface Context {
  report: Report
  random: Random
  /** The seed of the run, for libraries with their own random generator. */
  seed: number
  isShort: boolean
  /** An empty folder of its own; removed afterwards. */
  folder: string
  /** `short` or `long`, by how long the run may take. */
  scaled (short: number, long: number): number
}

/** One kind of attack. It is bounded in count and time, talks to 127.0.0.1 only, and ends what it started. */
export interface Torture {
  readonly name: string
  readonly description: string
  run (context: Context): Promise<void>
}
