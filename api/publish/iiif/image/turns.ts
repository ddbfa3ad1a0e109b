import { PARALLEL_PICTURES, picturePool } from '../../../../files/thumbnails/pool.js'
import { BusyError } from '../../../core/calls/errors.js'

/** Fixed cost of a drawing, in pixels that can be decoded in the same time. */
const COST_PER_DRAWING = 1_000_000

/**
 * Limit for the total cost of waiting drawings, in decoded pixels. A core decodes some 40 million pixels a second, so
 * no drawing waits longer than a minute. A viewer that opens a picture requests about 50 tiles, which cost some 300
 * million.
 */
const MAX_WAITING_COST = 2_000_000_000 * PARALLEL_PICTURES
const MAX_WAITING_COST_PER_CLIENT = MAX_WAITING_COST / 2

interface Waiting {
  readonly client: string
  readonly cost: number
  /** Virtual finishing time: the smallest is next. */
  readonly place: number
  readonly begin: () => Promise<void>
}

/**
 * A fair queue of drawings. Clients share the time equally, however many drawings each requests: a drawing is due when
 * as much work has been done as it and the client's earlier waiting drawings cost. So a cheap drawing, or the only one
 * of a client, is drawn soon.
 */
class DrawingTurns {
  readonly #waiting = new Set<Waiting>()
  /** Virtual time: the place of the drawing that started last. */
  #now = 0
  #workers = 0

  /** Number and total cost of waiting drawings. */
  get figures (): { waiting: number, cost: number } {
    return { waiting: this.#waiting.size, cost: costOf(this.#waiting) }
  }

  /**
   * @param pixels pixels to decode, or that could be decoded in the time that the drawing takes.
   * @param signal removes it from the queue.
   * @throws BusyError at once when too many drawings wait; the reason of the signal.
   */
  async run<T> (client: string, pixels: number, signal: AbortSignal, draw: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const own = [...this.#waiting].filter((one) => one.client === client)
    if (costOf(this.#waiting) >= MAX_WAITING_COST || costOf(own) >= MAX_WAITING_COST_PER_CLIENT) throw new BusyError()
    const cost = COST_PER_DRAWING + pixels
    const place = own.reduce((latest, one) => Math.max(latest, one.place), this.#now) + cost
    return await new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(entry)
        reject(signal.reason)
      }
      const entry: Waiting = {
        client,
        cost,
        place,
        begin: async () => {
          signal.removeEventListener('abort', leave)
          await draw().then(resolve, reject)
        }
      }
      signal.addEventListener('abort', leave)
      this.#waiting.add(entry)
      if (this.#workers < PARALLEL_PICTURES) this.#work().catch(reject)
    })
  }

  async #work (): Promise<void> {
    this.#workers++
    while (this.#waiting.size > 0) await picturePool.run('drawings', async () => { await this.#take()?.begin() })
    this.#workers--
  }

  #take (): Waiting | undefined {
    let next: Waiting | undefined
    for (const one of this.#waiting) if (next === undefined || one.place < next.place) next = one
    if (next === undefined) return undefined
    this.#now = next.place
    this.#waiting.delete(next)
    return next
  }
}

function costOf (some: Iterable<Waiting>): number {
  let sum = 0
  for (const { cost } of some) sum += cost
  return sum
}

/** One queue per process, because its collections share the picture pool. */
export const drawingTurns = new DrawingTurns()
