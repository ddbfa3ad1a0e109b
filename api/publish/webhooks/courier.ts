import { and, eq } from 'drizzle-orm'
import type { Claim, Claims } from '../../../db/engine/claims.js'
import { LOGGED_KINDS, readLogState, readResourceChanges } from '../../../db/query/statements/resource-change-feed.js'
import type { Store } from '../../../db/open/store.js'
import { webhook } from '../../../db/tables/index.js'
import type { RemotePost } from '../../../files/remote/remote-post.js'
import { viewerOf } from '../../access/access.js'
import { ANONYMOUS, OPERATOR } from '../../core/calls/actor.js'
import { now as seconds } from '../../core/answers/dates.js'
import type { Settings } from '../../runtime/settings/settings.js'
import { messageOf, type DeliveryRow, type WebhookRow } from './message.js'
import { dueOf, enqueue, nextDue, pendingOf, prune, settle, TYPE_OF } from './queue.js'
import { verdictOn, type RetrySettings } from './verdict.js'

/** Milliseconds after which the courier looks again by itself: other processes write, too. */
const POLL = 5000

/** Deliveries to one webhook that are on their way at once. */
const AT_ONCE = 4

/**
 * Deliveries of one webhook that wait in the database. What comes after them waits in the log of changes, where one
 * entry stands for all changes of a resource.
 */
const MOST_PENDING = 500

/** Changes that are queued in one transaction. */
const BATCH = 100

export type CourierSettings = RetrySettings &
  Pick<Settings, 'webhookTimeout' | 'webhookPatience' | 'webhookConcurrency' | 'webhookLog'>

/**
 * Tells webhooks of changes: at least once, and of one resource in order. Everything that has to outlive the process is
 * in the database. Of the processes that share a collection one delivers, which has the claim.
 */
export class Courier {
  readonly #inFlight = new Map<number, number>()
  readonly #ending = new AbortController()
  readonly #sending = new Set<Promise<void>>()
  #rounds: Promise<void> = Promise.resolve()
  #isWanted = false
  #isLooking = false
  #isWatching = false
  #stopListening = (): void => {}
  #timer: NodeJS.Timeout | undefined
  #claim: Claim | undefined
  readonly #firstHook
  /** Where the next round begins, so that no webhook is always the last. */
  #turn = 0

  /** @param baseOf the beginning of the addresses that a webhook is told. */
  constructor (
    private readonly store: Store,
    private readonly claims: Claims,
    private readonly posts: RemotePost,
    private readonly settings: CourierSettings,
    private readonly baseOf: (hook: WebhookRow) => string
  ) {
    this.#firstHook = store.read.select({ id: webhook.id }).from(webhook).limit(1).prepare()
  }

  /** Begins to deliver. */
  watch (): void {
    if (this.#isWatching || this.#ending.signal.aborted) return
    this.#isWatching = true
    this.#stopListening = this.store.changeSignal.listen(() => { this.#wakeIfAnybodyIsToTell() })
    this.wake()
  }

  /** Something may be due. */
  wake (): void {
    if (!this.#isWatching || this.#isWanted) return
    this.#isWanted = true
    this.#rounds = this.#rounds.then(async () => {
      this.#isWanted = false
      if (this.#ending.signal.aborted) return
      // What fails here, such as a write to a full disk, is tried again later.
      const wait = await this.#round().catch(() => POLL)
      clearTimeout(this.#timer)
      if (!this.#ending.signal.aborted) this.#timer = setTimeout(() => { this.wake() }, wait).unref()
    })
  }

  /** Ends what is on its way, which is sent again by the next process, and lets that deliver. */
  async close (): Promise<void> {
    this.#ending.abort()
    this.#stopListening()
    clearTimeout(this.#timer)
    await this.#rounds
    await Promise.all(this.#sending)
    await this.#claim?.release()
  }

  /** After every write a round would cost more than to see that there is none to make. */
  #wakeIfAnybodyIsToTell (): void {
    if (this.#isLooking) return
    this.#isLooking = true
    this.#firstHook.execute().then(
      ([hook]) => { if (hook !== undefined) this.wake() },
      // The round fails in the same way, and is tried again.
      () => { this.wake() }
    ).finally(() => { this.#isLooking = false })
  }

  /** Ids of deliveries that are being sent. */
  get #sent (): number[] {
    return [...this.#inFlight.keys()]
  }

  /** @returns milliseconds until the next round, unless something happens before. */
  async #round (): Promise<number> {
    const hooks = await this.store.read.select().from(webhook)
    if (hooks.length === 0) return POLL
    if (this.#claim?.isHeld !== true) this.#claim = await this.claims.take('webhooks')
    if (this.#claim === undefined) return POLL
    for (const hook of hooks) if (hook.isActive) await this.#collect(hook)
    this.#turn++
    for (let at = 0; at < hooks.length; at++) await this.#send(hooks[(at + this.#turn) % hooks.length]!)
    const now = Date.now()
    const due = await nextDue(this.store.read, now)
    return due === null ? POLL : Math.min(Math.max(due - now, 1), POLL)
  }

  /** Queues what has changed since the last time. */
  async #collect ({ id, epoch, position, resources, operations, includesPrivate }: WebhookRow): Promise<void> {
    const end = await readLogState(this.store.read)
    const viewer = viewerOf(includesPrivate ? OPERATOR : ANONYMOUS)
    const kinds = LOGGED_KINDS.filter((kind) => resources.length === 0 || resources.includes(TYPE_OF[kind]))
    // Of another log, such as that of a collection brought in whole, only what comes now is told.
    let since = epoch === end.epoch && position <= end.position ? position : end.position
    if (since !== position || epoch !== end.epoch) {
      await this.store.writeUnseen(async (database) => {
        await database.update(webhook).set({ epoch: end.epoch, position: since }).where(eq(webhook.id, id))
      })
    }
    while (since < end.position && !this.#ending.signal.aborted) {
      if (await pendingOf(this.store.read, id) >= MOST_PENDING) return
      const entries = await readResourceChanges(this.store.read, viewer, { since, limit: BATCH, kinds })
      // What is told must not be taken back by a power failure.
      await this.store.stored()
      const lastTold = entries.at(-1)?.position ?? since
      const last = entries.length < BATCH ? Math.max(end.position, lastTold) : lastTold
      const told = entries.filter(({ op }) => operations.length === 0 || operations.includes(op))
      await this.store.writeUnseen(async (database) => {
        const moved = await database.update(webhook).set({ position: last })
          .where(and(eq(webhook.id, id), eq(webhook.isActive, true))).returning({ id: webhook.id })
        if (moved.length === 0) return
        for (const entry of told) await enqueue(database, id, entry, this.#sent)
      })
      since = last
    }
  }

  async #send (hook: WebhookRow): Promise<void> {
    const here = [...this.#inFlight.values()].filter((id) => id === hook.id).length
    const room = Math.min(AT_ONCE - here, this.settings.webhookConcurrency - this.#inFlight.size)
    if (room <= 0) return
    for (const delivery of await dueOf(this.store.read, hook, Date.now(), room, this.#sent)) {
      this.#inFlight.set(delivery.id, hook.id)
      const sending = this.#deliver(hook, delivery).catch(() => {}).finally(() => {
        this.#inFlight.delete(delivery.id)
        this.#sending.delete(sending)
      })
      this.#sending.add(sending)
    }
  }

  async #deliver (hook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    const message = messageOf(hook, delivery, this.baseOf(hook), seconds())
    const { signal } = this.#ending
    const outcome = await this.posts.send(hook.address, { ...message, timeout: this.settings.webhookTimeout, signal })
    // It may not have arrived.
    if (signal.aborted && !('status' in outcome)) return
    const isTest = delivery.op === 'test'
    const settings = isTest ? { ...this.settings, webhookTries: 1 } : this.settings
    const verdict = verdictOn(outcome, delivery.tries + 1, settings, Date.now())
    await this.store.writeUnseen(async (database) => {
      await settle(database, delivery, verdict, outcome.duration)
      if (verdict.state !== 'pending') await prune(database, hook.id, this.settings.webhookLog)
    })
    if (!isTest && verdict.state !== 'delivered') await this.#turnOff(hook, verdict.isGone)
    // Not after an error: what cannot be noted must not be sent again and again.
    this.#inFlight.delete(delivery.id)
    this.wake()
  }

  /** Turns a webhook off that is gone, or at which nothing has arrived for long. */
  async #turnOff ({ id, address }: WebhookRow, isGone: boolean): Promise<void> {
    const isAsSent = and(eq(webhook.id, id), eq(webhook.address, address), eq(webhook.isActive, true))
    const [current] = await this.store.read.select({ since: webhook.failingSince }).from(webhook).where(isAsSent)
    const since = current?.since ?? null
    const isHopeless = since !== null && (seconds() - since) * 1000 > this.settings.webhookPatience
    if (current === undefined || !(isGone || isHopeless)) return
    await this.store.write(async (database) => {
      await database.update(webhook).set({ isActive: false, problem: isGone ? 'gone' : 'failing' }).where(isAsSent)
    })
  }
}
