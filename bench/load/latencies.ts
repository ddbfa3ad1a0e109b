import { cpuTimeOf } from '../processes/usage.js'
import type { LatencyResult } from '../report/results.js'
import { median, percentile } from '../statistics.js'

/** Latencies of requests that are sent one after the other. */
export class Latencies {
  readonly #milliseconds: number[] = []
  readonly #cpuBefore: number

  /** @param pid the server's process, which has nothing else to do. */
  constructor (private readonly pid: number) {
    this.#cpuBefore = cpuTimeOf(pid) ?? NaN
  }

  add (milliseconds: number): void {
    this.#milliseconds.push(milliseconds)
  }

  get count (): number {
    return this.#milliseconds.length
  }

  /** The figures of a report. */
  result ({ name, title }: { name: string, title: string }): LatencyResult {
    const cpu = ((cpuTimeOf(this.pid) ?? NaN) - this.#cpuBefore) / this.count * 1e6
    return {
      name,
      title,
      queries: this.count,
      median: median(this.#milliseconds),
      p95: percentile(this.#milliseconds, 0.95),
      worst: percentile(this.#milliseconds, 1),
      cpu: Number.isFinite(cpu) ? cpu : undefined
    }
  }
}
