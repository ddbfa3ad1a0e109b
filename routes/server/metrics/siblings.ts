import cluster from 'node:cluster'
import { PeerCalls, type Peer } from '../../../api/access/throttles/peer-calls.js'

/** Milliseconds within which another worker has to answer with its metrics. */
const METRICS_TIMEOUT_MS = 1000

/** A worker requests the metrics of the others from the primary, which requests each worker's own. */
type Question = 'others' | 'own'

/** Merges metrics in the text format: all samples of one metric have to follow each other. */
function mergeMetrics (texts: readonly string[]): string {
  const metrics = new Map<string, { head: string[], samples: string[] }>()
  for (const text of texts) {
    let current: { head: string[], samples: string[] } | undefined
    for (const line of text.split('\n')) {
      const [, name] = /^# HELP (\S+)/.exec(line) ?? []
      if (name !== undefined) {
        current = metrics.get(name)
        if (current === undefined) metrics.set(name, current = { head: [], samples: [] })
        if (current.head.length < 2) current.head.push(line)
      } else if (line.startsWith('# TYPE')) {
        if (current!.head.length < 2) current!.head.push(line)
      } else if (line !== '') current?.samples.push(line)
    }
  }
  return [...metrics.values()].map(({ head, samples }) => [...head, ...samples, ''].join('\n')).join('\n')
}

/** Collects the metrics of all workers of a server, so that any worker can answer; each sample has a label `worker`. */
export class Siblings {
  readonly #calls: PeerCalls<Question, string[]>

  /** @param read returns the metrics of this process. */
  constructor (private readonly read: () => Promise<string>) {
    this.#calls = new PeerCalls('metrics', async () => [await read()])
  }

  async readAll (): Promise<string> {
    const others = await this.#calls.ask(process as Peer, 'others', 2 * METRICS_TIMEOUT_MS) ?? []
    return mergeMetrics([await this.read(), ...others])
  }

  close (): void {
    this.#calls.close()
  }
}

/** Forwards requests for metrics between workers. Call it in the primary process. */
export function passOnMetrics (): void {
  const calls: PeerCalls<Question, string[]> = new PeerCalls('metrics', async (_question, asker) => {
    const others = Object.values(cluster.workers ?? {}).filter((worker) => worker !== asker)
    return (await Promise.all(others.map(async (worker) => await calls.ask(worker as Peer, 'own', METRICS_TIMEOUT_MS) ?? []))).flat()
  })
}
