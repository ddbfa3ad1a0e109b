import { Client, type ClientRequest } from '../http/client.js'
import type { Load } from './load.js'

/**
 * Sends requests for some time, each connection the next one as soon as it has its answer.
 *
 * @param next gives each request; no list of them would be long enough.
 * @throws when an answer is an error.
 */
export async function sendEach (
  base: string,
  next: () => ClientRequest,
  connections: number,
  seconds: number
): Promise<Load> {
  const latencies: number[] = []
  const begin = performance.now()
  const until = begin + seconds * 1000
  await Promise.all(Array.from({ length: connections }, async () => {
    const client = new Client(base)
    try {
      while (performance.now() < until) latencies.push((await client.expect(next())).milliseconds)
    } finally {
      client.close()
    }
  }))
  return { requests: latencies.length, seconds: (performance.now() - begin) / 1000, latencies }
}
