import cluster from 'node:cluster'

/** Milliseconds within which the other workers of a server have to tell their metrics. */
const PATIENCE = 1000

interface Message { ask?: number, give?: number, given?: number, all?: number, text?: string, texts?: string[] }
type Wrapped = { metrics: Message } | string | { metrics?: undefined }

const inMessage = (message: Wrapped): Message | undefined => typeof message === 'object' ? message.metrics : undefined

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
  readonly #waiting = new Map<number, (texts: string[]) => void>()
  readonly #listener
  #last = 0

  /** @param read gives the metrics of this process. */
  constructor (private readonly read: () => Promise<string>) {
    this.#listener = (message: Wrapped): void => {
      const { give, all, texts } = inMessage(message) ?? {}
      if (all !== undefined) this.#waiting.get(all)?.(texts!)
      if (give !== undefined) read().then((text) => { process.send!({ metrics: { given: give, text } }) }, () => {})
    }
    process.on('message', this.#listener)
  }

  async readAll (): Promise<string> {
    const id = ++this.#last
    const texts = new Promise<string[]>((resolve) => {
      this.#waiting.set(id, resolve)
      setTimeout(resolve, 2 * PATIENCE, []).unref()
    })
    process.send!({ metrics: { ask: id } })
    const others = await texts
    this.#waiting.delete(id)
    return joined([await this.read(), ...others])
  }

  close (): void {
    process.off('message', this.#listener)
  }
}

/** Passes on what workers ask each other. */
export function passOnMetrics (): void {
  const waiting = new Map<number, (text: string) => void>()
  let last = 0
  cluster.on('message', (asker, message: Wrapped) => {
    const { ask, given, text } = inMessage(message) ?? {}
    if (given !== undefined) waiting.get(given)?.(text!)
    if (ask === undefined) return
    const others = Object.values(cluster.workers ?? {}).filter((worker) => worker!.id !== asker.id)
    Promise.all(others.map(async (worker) => await new Promise<string>((resolve) => {
      const id = ++last
      waiting.set(id, resolve)
      setTimeout(resolve, PATIENCE, '').unref()
      worker!.send({ metrics: { give: id } })
    }))).then((texts) => { asker.send({ metrics: { all: ask, texts } }) }, () => {})
  })
}
