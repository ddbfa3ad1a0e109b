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
 * Starts a server and counts one property after the other, several times. Stops early when that takes longer than
 * `seconds`, but not before all properties were counted once.
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
  const end = performance.now() + seconds * 1000
  try {
    for (let number = 0; number < ROUNDS * workload.round; number++) {
      if (number >= workload.round && performance.now() > end) break
      const { property, ...request } = workload.request(number)
      if (workload.isAfterWrites === true) await client.expect(changeTitle(collection, FROM + number))
      const { milliseconds } = await client.expect(request)
      latencies.add(milliseconds)
      if (milliseconds > slowest.milliseconds) slowest = { property, milliseconds }
    }
    return { ...latencies.result(workload), note: `the slowest: ${slowest.property}` }
  } finally {
    client.close()
    await server.stop()
  }
}
