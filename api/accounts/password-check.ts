import { isPassword } from './passwords.js'
import { networkOf } from './network.js'
import { Throttle, type Pace } from './throttle.js'

/** Guesses for one account from one network. */
const ACCOUNT_AND_NETWORK: Pace = { burst: 10, every: 60 }
/** Guesses from one network, for whatever accounts. */
const NETWORK: Pace = { burst: 50, every: 10 }
/** Guesses for one account from all networks together: a limit for those who have thousands of addresses. */
const ACCOUNT: Pace = { burst: 200, every: 5 }
/** Wrong passwords from one known browser, until it counts as unknown. */
const BROWSER: Pace = { burst: 10, every: 60 * 60 }

export interface Attempt {
  /** The account as it was named, whether it exists or not. */
  account: string
  /** Null where there is no such account, or none that may sign in. */
  passwordHash: string | null
  password: string
  /** IP address from which the attempt comes. */
  address: string
  /** Identifies a browser in which this account was signed in before; undefined for any other. */
  browser?: string | undefined
}

/** `wait` is in seconds. */
export type Verdict = { is: 'right' } | { is: 'wrong' } | { is: 'too-often', wait: number }

/**
 * Compares passwords, at a pace that makes guessing hopeless. Neither the verdict nor the time that it takes shows
 * whether an account exists.
 *
 * Attempts from a browser in which the account was signed in before are counted by themselves, so that nobody else's
 * guesses can keep its owner out.
 *
 * Counted in memory, by each process for itself: a guess must not cost a write.
 */
export class PasswordCheck {
  readonly #pairs = new Throttle(ACCOUNT_AND_NETWORK)
  readonly #networks = new Throttle(NETWORK)
  readonly #accounts = new Throttle(ACCOUNT)
  readonly #browsers = new Throttle(BROWSER)

  async check ({ account, passwordHash, password, address, browser }: Attempt): Promise<Verdict> {
    if (browser !== undefined && this.#browsers.wait(browser) === 0) {
      this.#browsers.take(browser)
      if (!await isPassword(password, passwordHash)) return { is: 'wrong' }
      this.#browsers.forget(browser)
      return { is: 'right' }
    }
    const network = networkOf(address)
    const counted = [
      [this.#pairs, `${network} ${account}`], [this.#networks, network], [this.#accounts, account]
    ] as const
    const wait = Math.max(...counted.map(([throttle, name]) => throttle.wait(name)))
    if (wait > 0) return { is: 'too-often', wait }
    for (const [throttle, name] of counted) throttle.take(name)
    if (!await isPassword(password, passwordHash)) return { is: 'wrong' }
    const [[pairs, pair], ...others] = counted
    pairs.forget(pair)
    for (const [throttle, name] of others) throttle.giveBack(name)
    return { is: 'right' }
  }
}
