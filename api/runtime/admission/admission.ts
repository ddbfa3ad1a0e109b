import { FairQueue } from './fair-queue.js'

/**
 * Milliseconds of work after which requests wait for the next turn of the event loop. Node.js accepts a single new
 * connection in each turn: if a turn answers every request that has arrived, new connections wait for all of them.
 */
const TURN_MS = 5

/** Requests of one kind that are at work at once. More would wait elsewhere, in no order. */
const AT_WORK_MAX = 16

/** Milliseconds for which work may have to wait, as far as can be foreseen; what would wait longer is refused. */
const WAIT_MAX_MS = 2000

/** Milliseconds between two looks at what has waited for too long. */
const LATE_EVERY_MS = 100

/** Entries of the queue, whatever their kinds. */
const WAITING_MAX = 1000

/** Milliseconds between two beginnings that are expected of a kind of work until they are measured. */
const FIRST_PACE_MS = 10

/** Share of the latest measurement in the pace of a kind. */
const PACE_WEIGHT = 1 / 8

/** While new connections come in every turn, they get so many times as long as the work between. */
const REST = 3

/** Milliseconds in one turn in which cheap work begins while other work waits. */
const CHEAP_WORK_MS = 2

/** Milliseconds for which a connection is not read after a refusal, and how many are read again in one turn. */
const PAUSE_MS = 1000
const RESUMED_PER_TURN = 32

/** What is alike in how long it takes, such as the requests of one route. */
export class WorkKind {
  atWork = 0
  waiting = 0
  /** Milliseconds between two beginnings while others wait, on average. */
  pace = FIRST_PACE_MS
  /** When work of this kind began, or began to wait. */
  since = 0

  /**
   * @param atWorkMax Infinity where something else bounds what is at work. @param waitMax milliseconds for which it may
   *   have to wait, else it is refused; Infinity: never.
   */
  constructor (readonly atWorkMax = AT_WORK_MAX, readonly waitMax = WAIT_MAX_MS) {}

  get isFull (): boolean {
    return this.atWork >= this.atWorkMax
  }

  get isRefusable (): boolean {
    return this.waitMax < Infinity
  }

  /** Whether the last one waits for too long, as far as can be foreseen. */
  get waitsTooLong (): boolean {
    return (this.waiting - 1) * this.pace > this.waitMax
  }
}

/** Work that waits until it may begin. */
export interface WaitingWork {
  readonly kind: WorkKind
  /** Whether it takes less than what else may wait, such as an answer that is cached. */
  readonly isCheap: boolean
  begin (): void
  /** Called instead of `begin`, when there is too much work or the client is gone. */
  refuse (): void
  /** Whether nobody waits for it any more. */
  isGone (): boolean
}

interface Waiting { readonly work: WaitingWork, readonly since: number }

/** A connection that can be left unread for a while. */
interface Pausable { pause (): unknown, resume (): unknown }

/**
 * Decides what the main thread does next. As long as there is little to do, work begins at once. When a turn of the
 * event loop has taken long, or many requests of a kind are at work, others wait in a fair queue, and one begins in
 * each turn: between them new connections are accepted and cheap requests answered. What would have to wait for too
 * long is refused at once, beginning with the clients that have sent most requests recently.
 */
export class Admission {
  readonly #queue = new FairQueue<Waiting>()
  readonly #pieces = new WorkKind(Infinity, Infinity)
  /** Connections whose last request was refused, in the order in which they are read again. */
  readonly #paused: Array<{ connection: Pausable, until: number }> = []
  /** When the turn has begun; undefined while nothing has begun in it. */
  #turnSince: number | undefined
  /** When the last work from the queue has begun. */
  #begunAt = 0
  /** Until when no work begins as long as new connections come. */
  #restUntil = 0
  #hasAccepted = false
  #refused = 0
  /** When was last looked for what has waited for too long. */
  #lookedAt = 0
  /** What is at work, of all kinds. */
  #atWork = 0
  /** Begins a turn when nothing else does, as long as anything waits. */
  #timer: NodeJS.Timeout | undefined

  /** Requests that wait, and that have been refused so far. */
  get figures (): { waiting: number, refused: number } {
    return { waiting: this.#queue.length, refused: this.#refused }
  }

  /** Whether nothing is at work or waits. */
  get isIdle (): boolean {
    return this.#atWork === 0 && this.#queue.length === 0
  }

  /**
   * Whether work may begin now; then `ended` has to be called after it. Otherwise it has to `wait`.
   *
   * @param isCheap called only where it matters.
   */
  mayBegin (kind: WorkKind, isCheap: () => boolean): boolean {
    const now = performance.now()
    if (this.#turnSince === undefined) this.#beginTurn(now)
    const elapsed = now - this.#turnSince!
    if (kind.isFull || elapsed > TURN_MS) return false
    if (this.#queue.length > 0 && (elapsed > CHEAP_WORK_MS || !isCheap())) return false
    kind.atWork++
    this.#atWork++
    return true
  }

  /**
   * Has work begin in its turn, or refuses it. Of clients with the same number of recent requests the latest is next:
   * while more comes than can be answered, those who have waited for long may have given up.
   *
   * @param client whose recent use counts. @param handicap see `FairQueue`.
   */
  wait (client: string, work: WaitingWork, handicap = 0): void {
    const { kind } = work
    const since = performance.now()
    if (kind.waiting++ === 0) kind.since = since
    this.#queue.add(client, { work, since }, { handicap, isFirst: kind.isRefusable, isCounted: !work.isCheap })
    if (kind.waitsTooLong) this.#refuseLast((other) => other.work.kind === kind)
    else if (this.#queue.length > WAITING_MAX) this.#refuseLast((other) => other.work.kind.isRefusable)
    if (this.#turnSince === undefined) this.#beginTurn(since)
  }

  /** Resolves in the client's turn, for a piece of work that goes on for long: it is never refused. */
  async turn (client: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.wait(client, { kind: this.#pieces, isCheap: false, begin: resolve, refuse: resolve, isGone: () => false })
    })
    this.ended(this.#pieces)
  }

  /** Call it when work has ended that had begun. */
  ended (kind: WorkKind): void {
    kind.atWork--
    this.#atWork--
    if (kind.waiting > 0 && this.#turnSince === undefined) this.#beginTurn(performance.now())
  }

  /** Call it when something has to wait on a connection that is new. */
  accepted (): void {
    this.#hasAccepted = true
  }

  /**
   * Leaves a connection unread for a while whose request was refused, or until nothing waits: clients that ask again at
   * once would otherwise take all of the time.
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
      this.#restUntil = now + REST * (now - this.#begunAt)
      this.#begunAt = 0
    }
    this.#refuseLate(now)
    while (this.#begin(isCheap, now) && performance.now() - now < CHEAP_WORK_MS);
    const isResting = this.#hasAccepted && now < this.#restUntil
    this.#hasAccepted = false
    const hasMore = isResting || this.#begin(isAny, now) || (this.#paused.length > 0 && this.#queue.length === 0)
    // A turn that is begun here ends even if nothing comes in.
    if (hasMore) this.#beginTurn(now)
    else if (this.#queue.length > 0 || this.#paused.length > 0) {
      this.#timer ??= setTimeout(this.#wake, LATE_EVERY_MS).unref()
    }
  }

  readonly #wake = (): void => {
    this.#timer = undefined
    if (this.#turnSince === undefined) this.#beginTurn(performance.now())
  }

  /** Has connections read again: as many as new ones come, as long as these come. */
  #resume (now: number): void {
    let left = this.#hasAccepted ? 1 : RESUMED_PER_TURN
    while (left-- > 0 && this.#paused.length > 0 && (this.#queue.length === 0 || this.#paused[0]!.until <= now)) {
      this.#paused.shift()!.connection.resume()
    }
  }

  /** @returns whether anything was taken from the queue. */
  #begin (fits: (waiting: Waiting) => boolean, now: number): boolean {
    const next = this.#queue.take((waiting) => fits(waiting) && !waiting.work.kind.isFull)
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
    if (!work.isCheap) this.#begunAt = now
    work.begin()
    return true
  }

  /** Refuses the last that fits, cheap work only if there is no other. */
  #refuseLast (fits: (waiting: Waiting) => boolean): void {
    this.#refuse(this.#queue.evict((waiting) => fits(waiting) && !isCheap(waiting)) ?? this.#queue.evict(fits))
  }

  /** Refuses what has been overtaken for so long that its client may have given up. */
  #refuseLate (now: number): void {
    if (now - this.#lookedAt < LATE_EVERY_MS) return
    this.#lookedAt = now
    const isLate = ({ work: { kind }, since }: Waiting): boolean => now - since > kind.waitMax
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
  return work.isCheap
}

function isAny (): boolean {
  return true
}
