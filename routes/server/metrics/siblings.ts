import cluster from 'node:cluster'
import { PeerCalls, type Peer } from '../../../api/access/throttles/peer-calls.js'
import type { Metric } from './own-metrics.js'

/** Milliseconds within which another worker has to answer with its metrics. */
const METRICS_TIMEOUT_MS = 1000

/** A worker requests the metrics of the others from the primary, which requests each worker's own. */
type Question = 'others' | 'own'

/** All metrics of one process. */
type Metrics = Metric[]

/** Collects the metrics of all workers of a server, so that any worker can answer; each sample has a label `worker`. */
export class Siblings {
  readonly #calls: PeerCalls<Question, Metrics[]>

  /** @param read returns the metrics of this process. */
  constructor (read: () => Promise<Metrics>) {
    this.#calls = new PeerCalls('metrics', async () => [await read()])
  }

  async readOthers (): Promise<Metrics[]> {
    return await this.#calls.ask(process as Peer, 'others', 2 * METRICS_TIMEOUT_MS) ?? []
  }

  close (): void {
    this.#calls.close()
  }
}

/** Forwards requests for metrics between workers. Call it in the primary process. */
export function passOnMetrics (): void {
  const calls: PeerCalls<Question, Metrics[]> = new PeerCalls('metrics', async (_question, asker) => {
    const others = Object.values(cluster.workers ?? {}).filter((worker) => worker !== asker)
    return (await Promise.all(others.map(async (worker) => await calls.ask(worker as Peer, 'own', METRICS_TIMEOUT_MS) ?? []))).flat()
  })
}
