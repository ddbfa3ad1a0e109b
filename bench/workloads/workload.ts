import type { Captured } from '../http/captured.js'
import type { ClientRequest } from '../http/client.js'

/** Something that clients do, over and over. */
export interface Workload {
  /** For `--only`. */
  name: string
  /** For people. */
  title: string
  /** One of endlessly many requests; most of them differ. */
  request: (number: number) => ClientRequest
  /** The request that is measured, made from the answer to the one above. */
  then?: (answer: Captured) => ClientRequest
  /** Whether it is also measured how long such a query takes the first time. */
  isSearch?: true
  /** Of every answer; 200 unless told otherwise. */
  status?: number
  /** What goes on at the same time. */
  beside?: 'changes' | 'searches'
}

/** Gives up after so many requests in a row that have been there before. */
const PATIENCE = 2000

/** Up to `count` different requests of a workload, after those of which the numbers are below `from`. */
export function differentRequests ({ request }: Workload, count: number, from = 0): ClientRequest[] {
  const found = new Map<string, ClientRequest>()
  for (let number = from, inVain = 0; found.size < count && inVain < PATIENCE; number++, inVain++) {
    const next = request(number)
    const identity = `${next.path} ${next.body ?? ''}`
    if (found.has(identity)) continue
    found.set(identity, next)
    inVain = 0
  }
  return [...found.values()]
}
