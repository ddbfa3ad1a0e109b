import { PARALLEL_PICTURES, picturePool } from '../../../../files/thumbnails/pool.js'
import { BusyError } from '../../../core/calls/errors.js'

/** What a drawing costs beside its pixels, in pixels that are read in the same time. */
const COST_PER_DRAWING = 1_000_000

/**
 * Cost of the drawings that may wait, in pixels that are read. A core reads some 40 million a second, so the last of
 * them waits less than a minute. A viewer that opens asks for 50 tiles: some 300 million.
 */
const MAX_WAITING_COST = 2_000_000_000 * PARALLEL_PICTURES
const MAX_WAITING_COST_PER_CLIENT = MAX_WAITING_COST / 2

interface Waiting {
  readonly client: string
  readonly cost: number
  /** Its place in the order: smaller is earlier. */
  readonly place: number
  readonly begin: () => Promise<void>
}

/**
 * Those who wait for drawings. Clients share the time, however much each asks for: a drawing is due when as much has
 * been done since as it and the client's earlier ones cost. So one that costs little, or whose client has asked for
 * nothing else, is soon drawn.
 */
class DrawingTurns {
  readonly #waiting = new Set<Waiting>()
  /** The place of the drawing that began last. */
  #now = 0
  #workers = 0

  /** The drawings that wait, and what they cost. */
  get figures (): { waiting: number, cost: number } {
    return { waiting: this.#waiting.size, cost: costOf(this.#waiting) }
  }

  /**
   * @param pixels that are read, or could be read in the time that it takes. @param signal takes it out of the queue.
   * @throws BusyError at once when too much waits; the reason of the signal.
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

/** One for all collections of this process, whose pictures share its threads. */
export const drawingTurns = new DrawingTurns()
