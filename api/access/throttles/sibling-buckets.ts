import type { Taken, TokenBuckets } from '../../../db/engine/token-buckets.js'
import { MemoryBuckets } from './memory-buckets.js'
import { PeerCalls, type Peer } from './peer-calls.js'
import { workerName } from './worker.js'

/** Milliseconds within which the process that counts has to answer. */
const PATIENCE = 2000

type Calls = PeerCalls<Parameters<TokenBuckets['take']>, number[]>

function callsOf (counting: TokenBuckets): Calls {
  return new PeerCalls('buckets', async (question) => await counting.take(...question))
}

/** Buckets that the worker processes of a server share; the process that has started them counts. */
class SiblingBuckets implements TokenBuckets {
  readonly #own = new MemoryBuckets()
  readonly #calls = callsOf(this.#own)

  async take (taken: readonly Taken[], isForced = false): Promise<number[]> {
    // Counted here as well, so that nothing is unlimited when there is no answer.
    return await this.#calls.ask(process as Peer, [[...taken], isForced], PATIENCE) ??
      await this.#own.take(taken, isForced)
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
  callsOf(new MemoryBuckets())
}
