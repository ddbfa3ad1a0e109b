import { picturePool } from '../../../files/thumbnails/pool.js'
import { BusyError } from '../../errors.js'
import { FairQueue } from '../../search/worker/fair-queue.js'

/** Drawings that may wait, of one client and of all. A viewer asks for some dozens at once. */
const MOST_OF_ONE = 200
const MOST = 1000

/** Who waits for drawings: clients take turns, and as many are made at once as thumbnails are. */
export class DrawingTurns {
  readonly #waiting = new FairQueue<() => Promise<void>>()

  /** @throws BusyError when too many wait. */
  async run<T> (client: string, draw: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= MOST || this.#waiting.lengthOf(client) >= MOST_OF_ONE) throw new BusyError()
    return await new Promise<T>((resolve, reject) => {
      this.#waiting.add(client, async () => { await draw().then(resolve, reject) })
      picturePool(async () => { await this.#waiting.take()?.() }).catch(reject)
    })
  }
}
