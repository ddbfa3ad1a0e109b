import { networkOf, networksOf, Throttle } from '../../access/throttles/throttle.js'

/** A client's recent entries are counted up to this number; clients above it rank equally. */
const COUNTED_ENTRIES_MAX = 100

/** Interval after which one counted entry of a client expires. */
const FORGIVEN_AFTER_SECONDS = 5

/** Recent entries of all clients of a network around them (/24, or /48 of IPv6): as many expire as people make. */
const NEIGHBORS = { burst: 100, every: 0.25 }

/** Number of recent entries of its neighbors that count like one of the client's own. */
const NEIGHBORS_PER_ENTRY = 10

interface Waiting<T> { readonly client: string, readonly entry: T, readonly rank: number }

/**
 * A queue that serves the client with the fewest recent entries first, so that a client with many entries does not
 * delay others and a new client hardly waits. Addresses of one IPv6 network (/64) are one client. A client from a
 * network of which many clients have recent entries is served after others, because crawlers have many addresses, most
 * of them side by side.
 */
export class FairQueue<T> {
  /** Sorted by rank: the first is next. */
  readonly #waiting: Array<Waiting<T>> = []
  /** What waits, of all clients, in its order. */
  readonly waiting: ReadonlyArray<Waiting<T>> = this.#waiting
  readonly #left = new Throttle({ burst: COUNTED_ENTRIES_MAX, every: FORGIVEN_AFTER_SECONDS })
  readonly #neighborsLeft = new Throttle(NEIGHBORS)

  /** Number of waiting entries of a client. */
  lengthOf (client: string): number {
    const network = networkOf(client)
    return this.#waiting.filter((waiting) => waiting.client === network).length
  }

  /**
   * @param place `handicap` is added to the client's number of recent entries. With `isFirst` the entry comes before,
   * not after, entries of equal rank. `isCounted` makes it one of the client's recent entries.
   */
  add (client: string, entry: T, { handicap = 0, isFirst = false, isCounted = true } = {}): void {
    const [network, around] = networksOf(client)
    const rank = this.#recentOf(network, around, isCounted) + handicap
    let at = this.#waiting.length
    while (at > 0 && this.#waiting[at - 1]!.rank >= rank + (isFirst ? 0 : 1)) at--
    this.#waiting.splice(at, 0, { client: network, entry, rank })
  }

  /**
   * Recent entries of a client and, with less weight, of its neighbors.
   *
   * @param around the network of the neighbors. @param isCounted whether to count one more.
   */
  #recentOf (network: string, around: string, isCounted: boolean): number {
    const left = Math.floor(this.#left.left(network))
    const neighborsLeft = Math.floor(this.#neighborsLeft.left(around))
    if (isCounted) {
      if (left > 0) this.#left.take(network)
      if (neighborsLeft > 0) this.#neighborsLeft.take(around)
    }
    return COUNTED_ENTRIES_MAX - left + Math.floor((NEIGHBORS.burst - neighborsLeft) / NEIGHBORS_PER_ENTRY)
  }

  /**
   * Removes and returns the next entry for which `fits` is true. It gets the rank, too: the number of recent entries
   * of the client and, with less weight, of its neighbors.
   */
  take (fits: (entry: T, rank: number) => boolean = () => true): T | undefined {
    return this.#removeAt(this.#waiting.findIndex(({ entry, rank }) => fits(entry, rank)))
  }

  /** Removes and returns the last entry for which `fits` is true, to make room. */
  evict (fits: (entry: T) => boolean = () => true): T | undefined {
    return this.#removeAt(this.#waiting.findLastIndex(({ entry }) => fits(entry)))
  }

  /** Removes an entry before its turn. @returns whether it was still in the queue. */
  remove (client: string, entry: T): boolean {
    const network = networkOf(client)
    const at = this.#waiting.findIndex((waiting) => waiting.entry === entry && waiting.client === network)
    return this.#removeAt(at) !== undefined
  }

  #removeAt (at: number): T | undefined {
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0]!.entry
  }
}
