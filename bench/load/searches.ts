import type { Workload } from '../workloads/workload.js'
import { Beside } from './beside.js'

/** Far from the queries that are asked otherwise, so that no answer is remembered. */
const FROM = 100_000

/** Searches without a rest, for something else each time. */
export function searches (workload: Workload): Beside {
  return new Beside(
    `searches (${workload.title})`,
    async (client, number) => await client.expect(workload.request(FROM + number)),
    0
  )
}
