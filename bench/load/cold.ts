import { Client } from '../http/client.js'
import type { VitrineServer } from '../processes/server.js'
import type { LatencyResult } from '../report/results.js'
import { differentRequests, type Workload } from '../workloads/workload.js'
import { Latencies } from './latencies.js'

const QUERIES = 200
const QUERIES_MIN = 20

/**
 * Starts a server and sends it different requests, one after the other, with nothing cached. Stops early
 * when that takes longer than `seconds`.
 */
export async function measureCold (
  workload: Workload,
  start: () => Promise<VitrineServer>,
  seconds: number
): Promise<LatencyResult> {
  const server = await start()
  const client = new Client(server.base)
  const latencies = new Latencies(server.pid)
  const end = performance.now() + seconds * 1000
  try {
    for (const request of differentRequests(workload, QUERIES)) {
      if (latencies.count >= QUERIES_MIN && performance.now() > end) break
      latencies.add((await client.expect(request)).milliseconds)
    }
    return latencies.result(workload)
  } finally {
    client.close()
    await server.stop()
  }
}
