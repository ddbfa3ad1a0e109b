import { Client } from '../http/client.js'
import { VitrineServer } from '../processes/server.js'
import type { LatencyResult } from '../report/results.js'
import { differentRequests, type Workload } from '../workloads/workload.js'
import { latencyResult } from './latencies.js'

const QUERIES = 200
const AT_LEAST = 20

/**
 * Starts a server and sends it different requests, one after the other, with nothing cached. Stops early
 * when that takes longer than `seconds`.
 */
export async function measureCold (
  workload: Workload,
  data: string,
  program: string,
  seconds: number
): Promise<LatencyResult> {
  const server = await VitrineServer.start(data, program)
  const client = new Client(server.base)
  const latencies: number[] = []
  const end = performance.now() + seconds * 1000
  try {
    for (const request of differentRequests(workload, QUERIES)) {
      if (latencies.length >= AT_LEAST && performance.now() > end) break
      latencies.push((await client.expect(request)).milliseconds)
    }
  } finally {
    client.close()
    await server.stop()
  }
  return latencyResult(workload, latencies)
}
