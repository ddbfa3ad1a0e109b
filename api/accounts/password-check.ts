import { isPassword } from './passwords.js'
import { networkOf } from './network.js'
import { Throttle, type Pace } from './throttle.js'

/** Attempts on one account from one network. */
const ACCOUNT_AND_NETWORK: Pace = { burst: 10, every: 60 }
/** Attempts from one network, on any accounts. */
const NETWORK: Pace = { burst: 50, every: 10 }
/** Attempts on one account from all networks together: limits attackers who have thousands of addresses. */
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
  /** Identifies a browser that has signed in to this account before; undefined for any other. */
  browser?: string | undefined
}

/** `wait`: seconds until the next attempt is allowed. */
export type Verdict = { is: 'right' } | { is: 'wrong' } | { is: 'too-often', wait: number }

/**
 * Compares passwords, and throttles attempts so that guessing is hopeless. Neither the verdict nor the time it takes
 * reveals whether an account exists.
 *
 * A browser that has signed in to the account before has a limit of its own, so that nobody can lock the owner out by
 * guessing.
 *
 * Each process counts in memory, because an attempt must not cost a write.
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
