import { performance } from 'node:perf_hooks'
import { FairQueue } from './fair-queue.js'

/**
 * After this much work in one turn of the event loop, requests wait for the next turn. Node.js accepts a single new
 * connection per turn: if a turn answered every request that has arrived, new connections would wait for all of them.
 */
const TURN_MS = 5

/** Requests of one kind that run at once. More would only wait elsewhere, in no defined order. */
const AT_WORK_MAX = 16

/** Number of further requests of one kind that run at once: of clients with at most NEWCOMER_RANK_MAX recent ones. */
const NEWCOMERS_AT_WORK_MAX = 4
const NEWCOMER_RANK_MAX = 3

/** A request whose estimated waiting time is longer is refused. */
const WAIT_MAX_MS = 2000

/** Interval at which overdue requests are looked for. */
const LATE_EVERY_MS = 100

/** Capacity of the queue, for all kinds together. */
const WAITING_MAX = 1000

/** Assumed time between two starts of a kind of work until it has been measured. */
const FIRST_PACE_MS = 10

/** Weight of the latest measurement in the moving average of a kind's pace. */
const PACE_WEIGHT = 1 / 8

/**
 * While new connections arrive in every turn, the loop accepts connections for this multiple of the time that the last
 * work took.
 */
const REST_FACTOR = 3

/** Time per turn in which cheap requests may start while others wait. */
const CHEAP_WORK_MS = 2

/** How long a connection is not read after a refusal, and how many connections are resumed per turn. */
const PAUSE_MS = 2000
const RESUMED_PER_TURN_MAX = 32

/** Requests that take about equally long, such as those of one route, or those whose answers are cached. */
export class WorkKind {
  atWork = 0
  waiting = 0
  /** Average milliseconds between two starts while others wait. */
  pace = FIRST_PACE_MS
  /** When work of this kind last started or began to wait. */
  since = 0

  readonly isCheap: boolean
  readonly #atWorkMax: number
  readonly waitMaxMs: number

  /**
   * @param kind `isCheap`: it takes less time than other work, so it begins before it. `atWorkMax`: Infinity when
   * another mechanism limits concurrency. `waitMaxMs`: it is refused if it would have to wait for longer.
   */
  constructor ({ isCheap = false, atWorkMax = AT_WORK_MAX, waitMaxMs = WAIT_MAX_MS } = {}) {
    this.isCheap = isCheap
    this.#atWorkMax = atWorkMax
    this.waitMaxMs = waitMaxMs
  }

  /** @param rank number of recent requests of the client (`FairQueue`). */
  isFullFor (rank: number): boolean {
    return this.atWork >= this.#atWorkMax + (rank > NEWCOMER_RANK_MAX ? 0 : NEWCOMERS_AT_WORK_MAX)
  }

  get isRefusable (): boolean {
    return this.waitMaxMs < Infinity
  }

  /** Whether the last in the queue is estimated to wait too long. */
  get waitsTooLong (): boolean {
    return (this.waiting - 1) * this.pace > this.waitMaxMs
  }
}

/** Work in the queue. */
export interface WaitingWork {
  readonly kind: WorkKind
  begin (): void
  /** Called instead of `begin` when the server is overloaded or the client has disconnected. */
  refuse (): void
  /** Whether the client has disconnected. */
  isGone (): boolean
}

interface Waiting { readonly work: WaitingWork, readonly since: number }

/** A connection whose reading can be suspended. */
interface Pausable { pause (): unknown, resume (): unknown }

/**
 * Decides what the main thread does next. While the load is low, work starts at once. When a turn of the event loop
 * has taken long, or many requests of a kind are running, others wait in a fair queue and one starts per turn: between
 * turns, new connections are accepted and cheap requests answered. What would have to wait too long is refused at
 * once, beginning with the clients that have sent the most requests recently.
 */
export class Admission {
  readonly #queue = new FairQueue<Waiting>()
  readonly #pieces = new WorkKind({ atWorkMax: Infinity, waitMaxMs: Infinity })
  /** Connections whose last request was refused, in the order in which they are resumed. */
  readonly #paused: Array<{ connection: Pausable, until: number }> = []
  /** When the current turn started; undefined while nothing has started in it. */
  #turnSince: number | undefined
  /** When the last work from the queue started. */
  #begunAt = 0
  /** Until then no queued work starts as long as new connections arrive. */
  #restUntil = 0
  #hasAccepted = false
  #refused = 0
  /** When overdue work was last looked for. */
  #lookedAt = 0
  /** Number of requests at work, of all kinds. */
  #atWork = 0
  /** Begins a turn when nothing else does, as long as anything waits. */
  #timer: NodeJS.Timeout | undefined

  /** Numbers of requests that wait, and that have been refused so far. */
  get figures (): { waiting: number, refused: number } {
    return { waiting: this.#queue.waiting.length, refused: this.#refused }
  }

  /** Whether nothing is at work or waits. */
  get isIdle (): boolean {
    return this.#atWork === 0 && this.#queue.waiting.length === 0
  }

  /** Whether work may start now; if so, call `ended` after it, otherwise `wait`. */
  mayBegin (kind: WorkKind): boolean {
    const now = performance.now()
    if (this.#turnSince === undefined) this.#beginTurn(now)
    const elapsed = now - this.#turnSince!
    if (kind.isFullFor(Infinity) || elapsed > TURN_MS) return false
    if (this.#queue.waiting.length > 0 && (elapsed > CHEAP_WORK_MS || !kind.isCheap)) return false
    kind.atWork++
    this.#atWork++
    return true
  }

  /**
   * Queues work until its turn, or refuses it. Among clients with equally many recent requests the latest comes first:
   * under overload, clients that have waited long may have given up.
   * @param client the client whose recent requests count.
   * @param handicap see `FairQueue`.
   */
  wait (client: string, work: WaitingWork, handicap = 0): void {
    const { kind } = work
    const since = performance.now()
    if (kind.waiting++ === 0) kind.since = since
    // What begins to wait now is not late yet.
    if (this.#queue.waiting.length === 0) this.#lookedAt = since
    this.#queue.add(client, { work, since }, { handicap, isFirst: kind.isRefusable, isCounted: !kind.isCheap })
    if (kind.waitsTooLong) this.#refuseLast((other) => other.work.kind === kind)
    else if (this.#queue.waiting.length > WAITING_MAX) this.#refuseLast((other) => other.work.kind.isRefusable)
    if (this.#turnSince === undefined) this.#beginTurn(since)
  }

  /** Resolves at the client's turn. For steps of long-running work, which is never refused. */
  async turn (client: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.wait(client, { kind: this.#pieces, begin: resolve, refuse: resolve, isGone: () => false })
    })
    this.ended(this.#pieces)
  }

  /** Call it when work that has started ends. */
  ended (kind: WorkKind): void {
    kind.atWork--
    this.#atWork--
    if (kind.waiting > 0 && this.#turnSince === undefined) this.#beginTurn(performance.now())
  }

  /** Call it when a new connection has to wait. */
  accepted (): void {
    this.#hasAccepted = true
  }

  /**
   * Stops reading a connection whose request was refused, for a while or until the queue is empty: clients that retry
   * at once would otherwise use up the server's time.
   */
  pause (connection: Pausable): void {
    connection.pause()
    const now = performance.now()
    this.#paused.push({ connection, until: now + PAUSE_MS })
    if (this.#turnSince === undefined) this.#beginTurn(now)
  }

  #beginTurn (now: number): void {
    this.#turnSince = now
    setImmediate(this.#endTurn)
  }

  readonly #endTurn = (): void => {
    this.#turnSince = undefined
    const now = performance.now()
    this.#resume(now)
    if (this.#begunAt > 0) {
      this.#restUntil = now + REST_FACTOR * (now - this.#begunAt)
      this.#begunAt = 0
    }
    this.#refuseLate(now)
    while (this.#begin(isCheap, now) && performance.now() - now < CHEAP_WORK_MS);
    const isResting = this.#hasAccepted && now < this.#restUntil
    this.#hasAccepted = false
    const hasMore = isResting || this.#begin(isAny, now) ||
      (this.#paused.length > 0 && this.#queue.waiting.length === 0)
    // `setImmediate` ends this turn even if nothing arrives.
    if (hasMore) this.#beginTurn(now)
    else if (this.#queue.waiting.length > 0 || this.#paused.length > 0) {
      this.#timer ??= setTimeout(this.#wake, LATE_EVERY_MS).unref()
    }
  }

  readonly #wake = (): void => {
    this.#timer = undefined
    if (this.#turnSince === undefined) this.#beginTurn(performance.now())
  }

  /** Resumes paused connections; while new connections arrive, only one per turn. */
  #resume (now: number): void {
    let left = this.#hasAccepted ? 1 : RESUMED_PER_TURN_MAX
    const due = this.#queue.waiting.length === 0 ? Infinity : now
    while (left-- > 0 && this.#paused.length > 0 && this.#paused[0]!.until <= due) {
      this.#paused.shift()!.connection.resume()
    }
  }

  /** @returns whether anything was taken from the queue. */
  #begin (fits: (waiting: Waiting) => boolean, now: number): boolean {
    if (this.#queue.waiting.length === 0) return false
    const next = this.#queue.take((waiting, rank) => fits(waiting) && !waiting.work.kind.isFullFor(rank))
    if (next === undefined) return false
    const { work, work: { kind } } = next
    kind.waiting--
    if (work.isGone()) {
      work.refuse()
      return true
    }
    kind.atWork++
    this.#atWork++
    kind.pace += (now - kind.since - kind.pace) * PACE_WEIGHT
    kind.since = now
    if (!kind.isCheap) this.#begunAt = now
    work.begin()
    return true
  }

  /** Refuses the last fitting entry, preferably one that is not cheap. */
  #refuseLast (fits: (waiting: Waiting) => boolean): void {
    this.#refuse(this.#queue.evict((waiting) => fits(waiting) && !isCheap(waiting)) ?? this.#queue.evict(fits))
  }

  /** Refuses overdue work, whose client may have given up. */
  #refuseLate (now: number): void {
    if (this.#queue.waiting.length === 0 || now - this.#lookedAt < LATE_EVERY_MS) return
    this.#lookedAt = now
    const isLate = ({ work: { kind }, since }: Waiting): boolean => now - since > kind.waitMaxMs
    for (let late = this.#queue.evict(isLate); late !== undefined; late = this.#queue.evict(isLate)) this.#refuse(late)
  }

  #refuse (waiting: Waiting | undefined): void {
    if (waiting === undefined) return
    const { work } = waiting
    work.kind.waiting--
    this.#refused++
    work.refuse()
  }
}

function isCheap ({ work }: Waiting): boolean {
  return work.kind.isCheap
}

function isAny (): boolean {
  return true
}
