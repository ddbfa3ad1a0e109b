import type { Captured } from '../http/captured.js'
import type { ClientRequest } from '../http/client.js'

/** A kind of request that is measured under load. */
export interface Workload {
  /** Name for `--only`. */
  name: string
  /** Title in reports. */
  title: string
  /** The request with a number; most numbers give different requests. */
  request: (number: number) => ClientRequest
  /** The request that is measured, made from the answer to the one above. */
  then?: (answer: Captured) => ClientRequest
  /** Whether its latency on a server that has just started is measured, too. */
  isSearch?: true
  /** Expected status of every answer; 200 by default. */
  status?: number
  /** Background load. */
  beside?: 'changes' | 'searches'
}

/** Gives up after this many repeated requests in a row. */
const FRUITLESS_TRIES_MAX = 2000

/** Up to `count` different requests of a workload, numbered from `from`. */
export function differentRequests ({ request }: Workload, count: number, from = 0): ClientRequest[] {
  const found = new Map<string, ClientRequest>()
  for (let number = from, inVain = 0; found.size < count && inVain < FRUITLESS_TRIES_MAX; number++, inVain++) {
    const next = request(number)
    const identity = `${next.path} ${next.body ?? ''}`
    if (found.has(identity)) continue
    found.set(identity, next)
    inVain = 0
  }
  return [...found.values()]
}
