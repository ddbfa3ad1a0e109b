import type { Taken, TokenBuckets } from '../../../db/engine/token-buckets.js'
import { MemoryBuckets } from './throttle.js'
import { PeerCalls, type Peer } from './peer-calls.js'
import { workerName } from './worker.js'

/** How long a worker waits for the primary process, which counts. */
const ANSWER_TIMEOUT_MS = 2000

type Calls = PeerCalls<Parameters<TokenBuckets['take']>, number[]>

function callsOf (counting: TokenBuckets): Calls {
  return new PeerCalls('buckets', async (question) => await counting.take(...question))
}

/** Token buckets that the worker processes of a server share. The primary process counts. */
class SiblingBuckets implements TokenBuckets {
  readonly #own = new MemoryBuckets()
  readonly #calls = callsOf(this.#own)

  async take (taken: readonly Taken[], isForced = false): Promise<number[]> {
    // If there is no response, count in this process, so that nothing is unlimited.
    return await this.#calls.ask(process as Peer, [[...taken], isForced], ANSWER_TIMEOUT_MS) ??
      await this.#own.take(taken, isForced)
  }
}

let shared: SiblingBuckets | undefined

/** The shared buckets; undefined in a process that is not a worker. */
export function siblingBuckets (): TokenBuckets | undefined {
  if (workerName() !== undefined) shared ??= new SiblingBuckets()
  return shared
}

/** Makes this process count for its workers. */
export function countForWorkers (): void {
  callsOf(new MemoryBuckets())
}
