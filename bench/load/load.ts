import autocannon from 'autocannon'
import type { ClientRequest } from '../http/client.js'

export const CONNECTIONS = 4

/** Interval in milliseconds at which the end of the time is checked. */
const SAMPLE = 20

const TIMEOUT_SECONDS = 60

/** Result of a period of load. */
export interface Load {
  requests: number
  seconds: number
  /** Latency of each request, in milliseconds. */
  latencies: number[]
}

/**
 * Sends the requests repeatedly for some time. Each connection begins elsewhere in the list, so that they do not
 * ask for the same at the same moment.
 *
 * @param status that every answer must have.
 * @throws when an answer has another status, or none arrives.
 */
export async function load (
  base: string,
  requests: readonly ClientRequest[],
  seconds: number,
  status: number
): Promise<Load> {
  const latencies: number[] = []
  const others = new Map<number, number>()
  let connection = 0
  let begin = 0
  let end = 0
  const run = autocannon({
    url: base,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: SAMPLE,
    timeout: TIMEOUT_SECONDS,
    setupClient: (client) => {
      const from = Math.floor((connection++ * requests.length) / CONNECTIONS)
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)].map((request) => ({ ...request })))
      begin = performance.now()
    }
  })
  run.on('response', (_client, got, _bytes, milliseconds) => {
    latencies.push(milliseconds)
    end = performance.now()
    if (got !== status) others.set(got, (others.get(got) ?? 0) + 1)
  })
  const { errors } = await run
  if (errors > 0) throw new Error(`${errors} requests like ${requests[0]!.path} were not answered`)
  if (others.size > 0) {
    const answers = [...others].map(([got, count]) => `${got} (${count} times)`).join(', ')
    throw new Error(`Requests like ${requests[0]!.path} were answered ${answers} instead of ${status}`)
  }
  return { requests: latencies.length, seconds: Math.max(end - begin, 1) / 1000, latencies }
}
