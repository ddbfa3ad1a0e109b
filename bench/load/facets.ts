import type { Collection } from '../collection/collection.js'
import { Client } from '../http/client.js'
import type { VitrineServer } from '../processes/server.js'
import type { LatencyResult } from '../report/results.js'
import type { FacetWorkload } from '../workloads/facets.js'
import { changeTitle } from '../workloads/writes.js'
import { Latencies } from './latencies.js'

const ROUNDS = 4
/** First number of titles, beyond those of other measurements. */
const FROM = 4_000_000

/**
 * Starts a server and counts one property after the other, several times. The first counts, for which the server may
 * have to read all values, are measured by themselves. Stops early when that takes longer than `seconds`, but not
 * before all properties were counted once more.
 */
export async function measureFacets (
  workload: FacetWorkload,
  collection: Collection,
  start: () => Promise<VitrineServer>,
  seconds: number
): Promise<LatencyResult> {
  const server = await start()
  const client = new Client(server.base)
  const latencies = new Latencies(server.pid)
  let slowest = { property: '', milliseconds: 0 }
  let longestFirst = 0
  const end = performance.now() + seconds * 1000
  try {
    for (let number = 0; number < workload.round; number++) {
      const { property: _, ...request } = workload.request(number)
      longestFirst = Math.max(longestFirst, (await client.expect(request)).milliseconds)
    }
    for (let number = workload.round; number < (1 + ROUNDS) * workload.round; number++) {
      if (number >= 2 * workload.round && performance.now() > end) break
      const { property, ...request } = workload.request(number)
      if (workload.isAfterWrites === true) await client.expect(changeTitle(collection, FROM + number))
      const { milliseconds } = await client.expect(request)
      latencies.add(milliseconds)
      if (milliseconds > slowest.milliseconds) slowest = { property, milliseconds }
    }
    return { ...latencies.result(workload), note: `the slowest: ${slowest.property}; the first ones: up to ${Math.round(longestFirst)} ms` }
  } finally {
    client.close()
    await server.stop()
  }
}
