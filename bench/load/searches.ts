import type { Workload } from '../workloads/workload.js'
import { Beside } from './beside.js'

/** Beyond the numbers of all other queries, so that no answer is cached. */
const FROM = 100_000

/** Searches without a rest, for something else each time. */
export function searches (workload: Workload): Beside {
  return new Beside(
    `searches (${workload.title})`,
    async (client, number) => await client.expect(workload.request(FROM + number)),
    0
  )
}
