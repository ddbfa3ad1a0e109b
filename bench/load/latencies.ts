import type { LatencyResult } from '../report/results.js'
import { median, percentile } from '../statistics.js'

/** The figures of a report for requests that were sent one after the other. */
export function latencyResult (
  { name, title }: { name: string, title: string },
  latencies: readonly number[]
): LatencyResult {
  return {
    name,
    title,
    queries: latencies.length,
    median: median(latencies),
    p95: percentile(latencies, 0.95),
    worst: percentile(latencies, 1)
  }
}
