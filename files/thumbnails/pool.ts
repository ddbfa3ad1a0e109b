import { availableParallelism } from 'node:os'
import { awaitTurn } from '../../db/threads/await-turn.js'

/** libuv's default number of threads, which decode pictures, read files and hash. */
const LIBUV_THREADS = 4

/**
 * Pictures that are decoded in parallel. Each takes a libuv thread and a core: one core stays free for requests, and
 * two threads for files.
 */
export const PARALLEL_PICTURES = Math.max(1, Math.min(
  availableParallelism() - 1,
  (Number(process.env.UV_THREADPOOL_SIZE) || LIBUV_THREADS) - 2
))

/** Fixed cost of a drawing, in pixels that can be decoded in the same time. */
const COST_PER_DRAWING = 1_000_000

/**
 * Limit for the total cost of waiting drawings, in decoded pixels. A core decodes some 40 million pixels a second, so
 * no drawing waits longer than a minute. A viewer that opens a picture requests about 50 tiles, which cost some 300
 * million.
 */
const WAITING_MAX_COST = 2_000_000_000 * PARALLEL_PICTURES
const WAITING_MAX_COST_PER_CLIENT = WAITING_MAX_COST / 2

interface Drawing {
  readonly client: string
  readonly cost: number
  /** Virtual finishing time: the smallest is next. */
  readonly place: number
  readonly begin: () => void
}

/**
 * Runs picture work. Thumbnails, for which an editor's upload waits, take precedence over drawings for viewers. Clients
 * share the time for drawings equally (fair queueing): a drawing is due when as much work has been done as it costs,
 * together with the drawings of the same client that wait before it. So a cheap drawing, or the only one of a client,
 * is drawn soon.
 */
class PicturePool {
  readonly #thumbnails: Array<() => void> = []
  readonly #drawings = new Set<Drawing>()
  #running = 0
  /** Virtual time: the place of the drawing that started last. */
  #now = 0

  get waitingThumbnails (): number {
    return this.#thumbnails.length
  }

  /** Number and total cost of waiting drawings. */
  get drawings (): { waiting: number, cost: number } {
    return { waiting: this.#drawings.size, cost: costOf(this.#drawings) }
  }

  async thumbnails<T> (work: () => Promise<T>): Promise<T> {
    return await this.#run(new Promise((resolve) => { this.#thumbnails.push(resolve) }), work)
  }

  /** Whether another drawing of this client may wait. */
  hasRoomFor (client: string): boolean {
    return costOf(this.#drawings) < WAITING_MAX_COST && costOf(this.#of(client)) < WAITING_MAX_COST_PER_CLIENT
  }

  /**
   * @param pixels pixels to decode, or that could be decoded in the time that the drawing takes.
   * @param signal removes it from the queue.
   * @throws the reason of the signal.
   */
  async draw<T> (client: string, pixels: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const cost = COST_PER_DRAWING + pixels
    const place = this.#of(client).reduce((latest, one) => Math.max(latest, one.place), this.#now) + cost
    let drawing: Drawing
    const turn = awaitTurn(signal,
      ({ begin }) => { this.#drawings.add(drawing = { client, cost, place, begin }) },
      () => this.#drawings.delete(drawing))
    return await this.#run(turn, work)
  }

  /** @param turn resolves when the work, which has just been queued, may begin. */
  async #run<T> (turn: Promise<void>, work: () => Promise<T>): Promise<T> {
    this.#next()
    await turn
    try {
      return await work()
    } finally {
      this.#running--
      this.#next()
    }
  }

  #next (): void {
    while (this.#running < PARALLEL_PICTURES) {
      const begin = this.#thumbnails.shift() ?? this.#takeDrawing()
      if (begin === undefined) return
      this.#running++
      begin()
    }
  }

  #takeDrawing (): (() => void) | undefined {
    let next: Drawing | undefined
    for (const one of this.#drawings) if (next === undefined || one.place < next.place) next = one
    if (next === undefined) return undefined
    this.#now = next.place
    this.#drawings.delete(next)
    return next.begin
  }

  #of (client: string): Drawing[] {
    return [...this.#drawings].filter((one) => one.client === client)
  }
}

function costOf (drawings: Iterable<Drawing>): number {
  let sum = 0
  for (const { cost } of drawings) sum += cost
  return sum
}

/** One pool per process, because all servers in it share libuv's threads. */
export const picturePool = new PicturePool()
