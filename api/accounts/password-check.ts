import { isPassword } from './passwords.js'
import { networkOf } from './network.js'
import { Throttle, type Pace } from './throttle.js'

/** Guesses for one account, from wherever they come. */
const ACCOUNT: Pace = { burst: 10, every: 60 }
/** Guesses from one place, for whatever account. */
const PLACE: Pace = { burst: 50, every: 10 }

export interface Attempt {
  /** The account as it was named, whether there is one or not. */
  account: string
  /** Null where there is no such account, or none that may sign in. */
  passwordHash: string | null
  password: string
  /** Where the attempt comes from. */
  address: string
}

export type Verdict = { is: 'right' } | { is: 'wrong' } | { is: 'too-often', wait: number }

/**
 * Compares passwords, at a pace that leaves no room for guessing. What it answers, and how long that takes, says
 * nothing about which accounts there are.
 *
 * Counted in memory, in each process by itself: a guess must not cost a write.
 */
export class PasswordCheck {
  readonly #accounts = new Throttle(ACCOUNT)
  readonly #places = new Throttle(PLACE)

  async check ({ account, passwordHash, password, address }: Attempt): Promise<Verdict> {
    const place = networkOf(address)
    const wait = Math.max(this.#accounts.wait(account), this.#places.wait(place))
    if (wait > 0) return { is: 'too-often', wait }
    this.#accounts.take(account)
    this.#places.take(place)
    if (!await isPassword(password, passwordHash)) return { is: 'wrong' }
    this.#accounts.forget(account)
    this.#places.giveBack(place)
    return { is: 'right' }
  }
}
