import autocannon from 'autocannon'
import type { ClientRequest } from '../http/client.js'
import { sum } from '../statistics.js'

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
 * Sends requests for some time.
 *
 * @param bases servers that share the connections.
 * @param requests a list that is sent repeatedly; each connection begins elsewhere in it, so that they do not ask for
 *   the same at the same moment. Or what gives the next request.
 * @param status that every answer must have.
 * @throws when an answer has another status, or none arrives.
 */
export async function load (
  bases: readonly string[],
  requests: readonly ClientRequest[] | (() => ClientRequest),
  seconds: number,
  status = 200,
  connections = CONNECTIONS
): Promise<Load> {
  const latencies: number[] = []
  const others = new Map<number, number>()
  const example = typeof requests === 'function' ? requests() : requests[0]!
  let connection = 0
  let begin = 0
  let end = 0
  const run = async (base: string, own: number): Promise<number> => {
    const running = autocannon({
      url: base,
      connections: own,
      duration: seconds,
      sampleInt: SAMPLE,
      timeout: TIMEOUT_SECONDS,
      setupClient: (client) => {
        client.setRequests(
          typeof requests === 'function'
            ? [{ setupRequest: (request) => ({ ...request, ...copyOf(requests()) }) }]
            : rotated(requests, connection++ / connections).map(copyOf)
        )
        begin = performance.now()
      }
    })
    running.on('response', (_client, got, _bytes, milliseconds) => {
      latencies.push(milliseconds)
      end = performance.now()
      if (got !== status) others.set(got, (others.get(got) ?? 0) + 1)
    })
    return (await running).errors
  }
  const shares = bases.slice(0, connections).map((base, at) =>
    [base, Math.floor((connections + bases.length - 1 - at) / bases.length)] as const)
  const errors = sum(await Promise.all(shares.map(async ([base, own]) => await run(base, own))))
  if (errors > 0) throw new Error(`${errors} requests like ${example.path} were not answered`)
  if (others.size > 0) {
    const answers = [...others].map(([got, count]) => `${got} (${count} times)`).join(', ')
    throw new Error(`Requests like ${example.path} were answered ${answers} instead of ${status}`)
  }
  return { requests: latencies.length, seconds: Math.max(end - begin, 1) / 1000, latencies }
}

/** Autocannon adds headers such as the length of the body, which must not go with other requests. */
function copyOf (request: ClientRequest): ClientRequest {
  return { ...request, headers: { ...request.headers } }
}

/** A list that begins at a share of its length. */
function rotated<T> (list: readonly T[], share: number): T[] {
  const from = Math.floor(list.length * share)
  return [...list.slice(from), ...list.slice(0, from)]
}
