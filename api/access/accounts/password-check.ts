import type { Bucket, TokenBuckets } from '../../../db/engine/token-buckets.js'
import { MemoryBuckets, networkOf, waitFor, type Pace } from '../throttles/throttle.js'
import { isPassword } from './passwords.js'

/** Attempts on one account from one network. */
const ACCOUNT_AND_NETWORK: Pace = { burst: 10, every: 60 }
/** Attempts from one network, on any accounts. */
const NETWORK: Pace = { burst: 50, every: 10 }
/** Attempts on one account from all networks together. Limits attackers who have thousands of addresses. */
const ACCOUNT: Pace = { burst: 200, every: 5 }
/** Wrong passwords from one known browser before it is treated as unknown. */
const BROWSER: Pace = { burst: 10, every: 60 * 60 }

export interface Attempt {
  /** Name of the account, whether it exists or not. */
  account: string
  /** Null when the account does not exist or may not sign in. */
  passwordHash: string | null
  password: string
  /** IP address of the client. */
  address: string
  /** Identifies a browser that has signed in to this account before; undefined for other browsers. */
  browser?: string | undefined
}

/** `wait`: seconds until the next attempt is allowed. */
export type Verdict = { is: 'right' } | { is: 'wrong' } | { is: 'too-often', wait: number }

/**
 * Compares passwords and throttles attempts, so that guessing is hopeless. Neither the verdict nor its duration
 * reveals whether an account exists. A browser that has signed in to the account before has a limit of its own, so
 * that an attacker cannot lock out the owner. All processes that share a database server count together; otherwise
 * each process counts in memory, because an attempt must not cost a write.
 */
export class PasswordCheck {
  constructor (private readonly buckets: TokenBuckets = new MemoryBuckets()) {}

  async check ({ account, passwordHash, password, address, browser }: Attempt): Promise<Verdict> {
    if (browser !== undefined) {
      const bucket = { ...BROWSER, name: `browser ${browser}` }
      if (await this.#take([bucket]) === 0) {
        if (!await isPassword(password, passwordHash)) return { is: 'wrong' }
        await this.buckets.take([{ bucket, tokens: -bucket.burst }], true)
        return { is: 'right' }
      }
    }
    const network = networkOf(address)
    const pair = { ...ACCOUNT_AND_NETWORK, name: `pair ${network} ${account}` }
    const others = [{ ...NETWORK, name: `network ${network}` }, { ...ACCOUNT, name: `account ${account}` }]
    const wait = await this.#take([pair, ...others])
    if (wait > 0) return { is: 'too-often', wait }
    if (!await isPassword(password, passwordHash)) return { is: 'wrong' }
    const back = others.map((bucket) => ({ bucket, tokens: -1 }))
    await this.buckets.take([{ bucket: pair, tokens: -pair.burst }, ...back], true)
    return { is: 'right' }
  }

  /**
   * Takes a token from each bucket before the password is compared, so that parallel attempts count like successive
   * ones.
   * @returns seconds to wait until every bucket has a token; 0 when the tokens have been taken.
   */
  async #take (buckets: readonly Bucket[]): Promise<number> {
    const levels = await this.buckets.take(buckets.map((bucket) => ({ bucket, tokens: 1 })))
    return Math.max(...buckets.map((bucket, at) => waitFor(1, levels[at]!, bucket)))
  }
}
