import cluster from 'node:cluster'
import { workerName } from './worker.js'
import { MemoryBuckets } from './memory-buckets.js'
import type { Taken, TokenBuckets } from '../../db/token-buckets.js'

/** Milliseconds within which the process that counts has to answer. */
const PATIENCE = 2000

interface Question { buckets: number, taken: Taken[], isForced: boolean }
interface Reply { buckets: number, levels: number[] }

/** Buckets that the worker processes of a server share; the process that has started them counts. */
class SiblingBuckets implements TokenBuckets {
  readonly #waiting = new Map<number, (levels: number[]) => void>()
  readonly #own = new MemoryBuckets()
  #last = 0

  constructor () {
    process.on('message', (message: Partial<Reply> | string) => {
      if (typeof message !== 'object' || message.buckets === undefined) return
      this.#waiting.get(message.buckets)?.(message.levels!)
      this.#waiting.delete(message.buckets)
    })
  }

  async take (taken: readonly Taken[], isForced = false): Promise<number[]> {
    const id = ++this.#last
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => { timer = setTimeout(() => { resolve(undefined) }, PATIENCE) })
    const answer = new Promise<number[]>((resolve) => { this.#waiting.set(id, resolve) })
    process.send!({ buckets: id, taken: [...taken], isForced } satisfies Question)
    try {
      // Counted here as well, so that nothing is unlimited when there is no answer.
      return await Promise.race([answer, late]) ?? await this.#own.take(taken, isForced)
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }
}

let shared: SiblingBuckets | undefined

/** Undefined in a process that is not one of several of a server. */
export function siblingBuckets (): TokenBuckets | undefined {
  if (workerName() !== undefined) shared ??= new SiblingBuckets()
  return shared
}

/** Counts for the worker processes of this one. */
export function keepBuckets (): void {
  const buckets = new MemoryBuckets()
  cluster.on('message', (worker, message: Partial<Question> | string) => {
    if (typeof message !== 'object' || message.buckets === undefined) return
    const { buckets: id, taken, isForced } = message as Question
    buckets.take(taken, isForced).then((levels) => { worker.send({ buckets: id, levels } satisfies Reply) }, () => {})
  })
}
