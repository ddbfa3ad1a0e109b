import { Client } from '../http/client.js'
import { VitrineServer } from '../processes/server.js'
import type { ColdResult } from '../report/results.js'
import { percentile, median } from '../statistics.js'
import { differentRequests, type Workload } from '../workloads/workload.js'

const QUERIES = 200
const AT_LEAST = 10

/**
 * Starts a server and sends it different requests, one after the other, with nothing cached. Stops early
 * when that takes longer than `seconds`.
 */
export async function measureCold (workload: Workload, data: string, seconds: number): Promise<ColdResult> {
  const server = await VitrineServer.start(data)
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
  return {
    name: workload.name,
    title: workload.title,
    queries: latencies.length,
    median: median(latencies),
    worst: percentile(latencies, 1)
  }
}
