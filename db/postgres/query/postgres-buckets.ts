import { digest } from '../../keys/digest.js'
import type { TokenBuckets } from '../../engine/token-buckets.js'
import type { Run } from '../connection/connections.js'

/** Token buckets in a table. Taking tokens is a separate transaction, which waits for no other write. */
export const bucketsOver = (run: Run): TokenBuckets => ({
  async take (taken, isForced = false) {
    const { rows } = await run('SELECT take_tokens($1::text[], $2, $3, $4, $5)', [
      // Digests, because names may be long and reveal who has tried what.
      taken.map(({ bucket }) => digest('sha256', bucket.name, 'base64url')),
      taken.map(({ bucket }) => bucket.burst),
      taken.map(({ bucket }) => bucket.every),
      taken.map(({ tokens }) => tokens),
      isForced
    ], 'take_tokens')
    return rows[0]![0] as number[]
  }
})
