import cluster from 'node:cluster'

/** A process at the other end of an IPC channel: a worker or, for workers, the primary process. */
export interface Peer { send? (message: object): unknown }

interface Message<Question, Answer> { calls?: string, id?: number, question?: Question, answer?: Answer }

/** Request and response messages between the processes of a server (cli/serve/workers.ts). */
export class PeerCalls<Question, Answer> {
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>()
  #last = 0

  /**
   * @param name distinguishes these calls from others on the same channel.
   * @param answer responds to a peer's question; when it rejects, no response is sent.
   */
  constructor (
    private readonly name: string, private readonly answer: (question: Question, peer: Peer) => Promise<Answer>
  ) {
    if (cluster.isPrimary) cluster.on('message', this.#hearWorker)
    else process.on('message', this.#hearParent)
  }

  /** @param timeout milliseconds. @returns undefined when no response arrived in time. */
  async ask (peer: Peer, question: Question, timeout: number): Promise<Answer | undefined> {
    const id = ++this.#last
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve) => {
        this.#waiting.set(id, resolve)
        timer = setTimeout(resolve, timeout, undefined).unref()
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
