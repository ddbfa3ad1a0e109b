import cluster from 'node:cluster'
import { PeerCalls, type Peer } from '../../api/access/throttles/peer-calls.js'

/** Milliseconds within which the other workers of a server have to tell their metrics. */
const PATIENCE = 1000

/** A worker asks for the metrics of the others; the process that has started it asks each of them for its own. */
type Question = 'others' | 'own'

/** Metrics in the text format with those of others: samples of one metric have to stand together. */
export function joined (texts: readonly string[]): string {
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

/** Whichever worker of a server is asked tells the metrics of all, each labelled `worker`. */
export class Siblings {
  readonly #calls: PeerCalls<Question, string[]>

  /** @param read gives the metrics of this process. */
  constructor (private readonly read: () => Promise<string>) {
    this.#calls = new PeerCalls('metrics', async () => [await read()])
  }

  async readAll (): Promise<string> {
    const others = await this.#calls.ask(process as Peer, 'others', 2 * PATIENCE) ?? []
    return joined([await this.read(), ...others])
  }

  close (): void {
    this.#calls.close()
  }
}

/** Passes on what workers ask each other. */
export function passOnMetrics (): void {
  const calls: PeerCalls<Question, string[]> = new PeerCalls('metrics', async (_question, asker) => {
    const others = Object.values(cluster.workers ?? {}).filter((worker) => worker !== asker)
    return (await Promise.all(others.map(async (worker) => await calls.ask(worker as Peer, 'own', PATIENCE) ?? []))).flat()
  })
}
