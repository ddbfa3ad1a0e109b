import type { Workload } from '../workloads/workload.js'
import { Beside } from './beside.js'

/** First query number; beyond those of all workloads, so that no answer is cached. */
const FROM = 100_000

/** Searches without pause, with a different query each time. */
export function searches (workload: Workload): Beside {
  return new Beside(
    `searches (${workload.title})`,
    async (client, number) => await client.expect(workload.request(FROM + number)),
    0
  )
}
