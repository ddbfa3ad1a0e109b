import { createHash } from 'node:crypto'
import type { Taken, TokenBuckets } from '../../engine/token-buckets.js'
import type { Run } from '../connection/connections.js'

/** Names are stored as digests, because they may be long and reveal who has tried what. */
const digest = (name: string): string => createHash('sha256').update(name).digest('base64url')

/** Token buckets in a table. Taking tokens is a separate transaction, which waits for no other write. */
export class PostgresBuckets implements TokenBuckets {
  readonly #run: Run

  constructor (run: Run) {
    this.#run = run
  }

  async take (taken: readonly Taken[], isForced = false): Promise<number[]> {
    const { rows } = await this.#run('SELECT take_tokens($1::text[], $2, $3, $4, $5)', [
      taken.map(({ bucket }) => digest(bucket.name)),
      taken.map(({ bucket }) => bucket.burst),
      taken.map(({ bucket }) => bucket.every),
      taken.map(({ tokens }) => tokens),
      isForced
    ], 'take_tokens')
    return rows[0]![0] as number[]
  }
}
