import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection } from '../collection/collection.js'
import { Client } from '../http/client.js'
import type { VitrineServer } from '../processes/server.js'
import type { LatencyResult } from '../report/results.js'
import { differentRequests, type Workload } from '../workloads/workload.js'
import { changeTitle } from '../workloads/writes.js'
import { Latencies } from './latencies.js'

/** Requests that are sent in turn, each after another write. */
const DIFFERENT = 20
const REQUESTS = 60
const REQUESTS_MIN = 10
/** Milliseconds after an answer, so that a write does not meet what the request before it left to do. */
const PAUSE_MS = 15
/** First number of titles, beyond those of other measurements. */
const FROM = 3_000_000
/** Numbers from those of one workload to those of the next: what has a title already would not be changed. */
const STEP = 1000

/**
 * Changes the title of an item, and asks as soon as that is done; again and again, for what was asked before. Stops
 * early when that takes longer than `seconds`.
 *
 * @param at how many workloads were measured before on this data.
 */
export async function measureAfterWrites (
  workload: Workload,
  collection: Collection,
  at: number,
  vitrine: VitrineServer,
  seconds: number
): Promise<LatencyResult> {
  const client = new Client(vitrine.base)
  const end = performance.now() + seconds * 1000
  try {
    const requests = differentRequests(workload, DIFFERENT)
    for (const request of requests) await client.expect(request)
    const latencies = new Latencies(vitrine.pid)
    while (latencies.count < REQUESTS && (latencies.count < REQUESTS_MIN || performance.now() < end)) {
      await client.expect(changeTitle(collection, FROM + at * STEP + latencies.count))
      latencies.add((await client.expect(requests[latencies.count % requests.length]!)).milliseconds)
      await sleep(PAUSE_MS)
    }
    return latencies.result(workload)
  } finally {
    client.close()
  }
}
