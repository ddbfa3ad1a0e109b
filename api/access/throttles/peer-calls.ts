import cluster from 'node:cluster'

/** A process at the other end of a channel: a worker, or for workers the one that has started them. */
export interface Peer { send? (message: object): unknown }

interface Message<Question, Answer> { calls?: string, id?: number, question?: Question, answer?: Answer }

/** Questions and answers between the processes of a server (cli/serve/workers.ts). */
export class PeerCalls<Question, Answer> {
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>()
  #last = 0

  /**
   * @param name tells these calls from others.
   * @param answer answers what a peer asks; what it rejects is not answered.
   */
  constructor (
    private readonly name: string, private readonly answer: (question: Question, asker: Peer) => Promise<Answer>
  ) {
    if (cluster.isPrimary) cluster.on('message', this.#hearWorker)
    else process.on('message', this.#hearParent)
  }

  /** @param patience milliseconds. @returns undefined: there was no answer in time. */
  async ask (peer: Peer, question: Question, patience: number): Promise<Answer | undefined> {
    const id = ++this.#last
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve) => {
        this.#waiting.set(id, resolve)
        timer = setTimeout(resolve, patience, undefined).unref()
        this.#send(peer, { id, question })
      })
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }

  close (): void {
    cluster.off('message', this.#hearWorker)
    process.off('message', this.#hearParent)
  }

  readonly #hearWorker = (worker: Peer, message: unknown): void => { this.#hear(worker, message) }
  readonly #hearParent = (message: unknown): void => { this.#hear(process as Peer, message) }

  #hear (peer: Peer, message: unknown): void {
    const { calls, id, question, answer } = (message ?? {}) as Message<Question, Answer>
    if (calls !== this.name || id === undefined) return
    if (question === undefined) this.#waiting.get(id)?.(answer)
    else this.answer(question, peer).then((answer) => { this.#send(peer, { id, answer }) }, () => {})
  }

  #send (peer: Peer, message: Message<Question, Answer>): void {
    peer.send!({ calls: this.name, ...message })
  }
}
