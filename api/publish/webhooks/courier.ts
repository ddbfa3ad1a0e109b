import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { Claim, Claims } from '../../../db/engine/engine.js'
import { LOGGED_KINDS, readLogState, readResourceChanges } from '../../../db/query/statements/resource-change-feed.js'
import type { Store } from '../../../db/open/store.js'
import { webhook } from '../../../db/tables/index.js'
import type { RemotePost } from '../../../files/remote/remote-post.js'
import { viewerOf } from '../../access/access.js'
import { TYPE_OF_KIND } from '../../core/answers/addresses.js'
import { ANONYMOUS, OPERATOR } from '../../core/calls/actor.js'
import { now as seconds } from '../../core/answers/dates.js'
import type { Settings } from '../../runtime/settings/settings.js'
import { messageOf, type DeliveryRow, type WebhookRow } from './message.js'
import { dueOf, enqueue, nextDue, pendingOf, prune, settle } from './queue.js'
import { longestWait, verdictOn } from './verdict.js'

/** The queue is also polled at this interval, because other processes write, too. */
const POLL_INTERVAL_MS = 5000

/** Milliseconds between a change and the next round: one round serves all changes of that time. */
const ROUND_DELAY_MS = 50

/** Concurrent deliveries to one webhook. */
const PARALLEL_PER_WEBHOOK = 4

/**
 * Pending deliveries of one webhook in the database. Further changes wait in the change log, where one entry stands
 * for all changes of a resource.
 */
const PENDING_MAX_PER_WEBHOOK = 500

const CHANGES_PER_TRANSACTION = 100

/**
 * Delivers changes to webhooks: at least once, and for each resource in order. All state that must outlive the process
 * is in the database. Of the processes that share a collection, the one with the claim delivers.
 */
export class Courier {
  /** Deliveries that are being sent, by their id. */
  readonly #inFlight = new Map<number, { hookId: number, end: Promise<void> }>()
  readonly #ending = new AbortController()
  #rounds: Promise<void> | undefined
  /** Aborted when something may be due before the next round. */
  #news = new AbortController()
  #claim: Claim | undefined
  /** The webhook with which the next round begins: it rotates, so that no webhook is always the last. */
  #turn = 0

  /** @param baseOf prefix of the URLs in a webhook's messages. */
  constructor (
    private readonly store: Store,
    private readonly claims: Claims,
    private readonly posts: RemotePost,
    private readonly settings: Settings,
    private readonly baseOf: (hook: WebhookRow) => string
  ) {}

  /** Starts delivering. */
  watch (): void {
    this.#rounds ??= this.#deliverAll()
  }

  /** Call it when a delivery may be due. */
  wake (): void {
    this.#news.abort()
  }

  /** Aborts requests in progress, which the next process sends again, and releases the claim to it. */
  async close (): Promise<void> {
    this.#ending.abort()
    this.wake()
    await this.#rounds
    await Promise.all([...this.#inFlight.values()].map(async ({ end }) => { await end }))
    await this.#claim?.release()
  }

  async #deliverAll (): Promise<void> {
    let delayed: NodeJS.Timeout | undefined
    const stopListening = this.store.changes.listen(() => {
      delayed ??= setTimeout(() => {
        delayed = undefined
        this.wake()
      }, ROUND_DELAY_MS).unref()
    })
    while (!this.#ending.signal.aborted) {
      this.#news = new AbortController()
      // A failure, such as a write to a full disk, is retried later.
      const wait = await this.#round().catch(() => POLL_INTERVAL_MS)
      await pause(wait, undefined, { signal: this.#news.signal, ref: false }).catch(() => {})
    }
    stopListening()
    clearTimeout(delayed)
  }

  /** Ids of deliveries that are being sent. */
  get #sent (): number[] {
    return [...this.#inFlight.keys()]
  }

  /** @returns milliseconds until the next round, unless something happens before. */
  async #round (): Promise<number> {
    const hooks = await this.store.read.select().from(webhook)
    if (hooks.length === 0) return POLL_INTERVAL_MS
    if (this.#claim?.isHeld !== true) this.#claim = await this.claims.take('webhooks')
    if (this.#claim === undefined) return POLL_INTERVAL_MS
    this.#turn++
    for (let at = 0; at < hooks.length; at++) {
      const hook = hooks[(at + this.#turn) % hooks.length]!
      if (hook.isActive) await this.#collect(hook)
      await this.#send(hook)
      // Each webhook takes some milliseconds, and each delivery that ends starts a round of all of them.
      await nextTurn()
    }
    const now = Date.now()
    const due = await nextDue(this.store.read, now)
    return due === null ? POLL_INTERVAL_MS : Math.min(Math.max(due - now, 1), POLL_INTERVAL_MS)
  }

  /** Queues the changes since the last round. */
  async #collect ({ id, epoch, position, resources, operations, includesPrivate }: WebhookRow): Promise<void> {
    const end = await readLogState(this.store.read)
    const viewer = viewerOf(includesPrivate ? OPERATOR : ANONYMOUS)
    const kinds = LOGGED_KINDS.filter((kind) => resources.length === 0 || resources.includes(TYPE_OF_KIND[kind]))
    // After a change of epoch, for example when a whole collection was imported, only new changes are delivered.
    let since = epoch === end.epoch && position <= end.position ? position : end.position
    if (since !== position || epoch !== end.epoch) {
      await this.store.writeUnseen(async (database) => {
        await database.update(webhook).set({ epoch: end.epoch, position: since }).where(eq(webhook.id, id))
      })
    }
    while (since < end.position && !this.#ending.signal.aborted) {
      if (await pendingOf(this.store.read, id) >= PENDING_MAX_PER_WEBHOOK) return
      const batch = { since, limit: CHANGES_PER_TRANSACTION, kinds }
      const entries = await readResourceChanges(this.store.read, viewer, batch)
      // A power failure must not undo a change that was delivered.
      await this.store.engine.stored()
      const lastRead = entries.at(-1)?.position ?? since
      const last = entries.length < CHANGES_PER_TRANSACTION ? Math.max(end.position, lastRead) : lastRead
      const wanted = entries.filter(({ op }) => operations.length === 0 || operations.includes(op))
      await this.store.writeUnseen(async (database) => {
        const moved = await database.update(webhook).set({ position: last })
          .where(and(eq(webhook.id, id), eq(webhook.isActive, true))).returning({ id: webhook.id })
        if (moved.length === 0) return
        for (const entry of wanted) await enqueue(database, id, entry, this.#sent)
      })
      since = last
    }
  }

  async #send (hook: WebhookRow): Promise<void> {
    const here = [...this.#inFlight.values()].filter(({ hookId }) => hookId === hook.id).length
    const room = Math.min(PARALLEL_PER_WEBHOOK - here, this.settings.webhookConcurrency - this.#inFlight.size)
    if (room <= 0) return
    const clock = { now: Date.now(), longestWait: longestWait(this.settings) }
    for (const delivery of await dueOf(this.store.read, hook, clock, room, this.#sent)) {
      const end = this.#deliver(hook, delivery).catch(() => {}).finally(() => { this.#inFlight.delete(delivery.id) })
      this.#inFlight.set(delivery.id, { hookId: hook.id, end })
    }
  }

  async #deliver (hook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    const message = messageOf(hook, delivery, this.baseOf(hook), seconds())
    const { signal } = this.#ending
    const outcome = await this.posts.send(hook.address, { ...message, timeout: this.settings.webhookTimeout, signal })
    // Aborted: the receiver may not have got it, so it stays pending.
    if (signal.aborted && !('status' in outcome)) return
    const isTest = delivery.op === 'test'
    const settings = isTest ? { ...this.settings, webhookTries: 1 } : this.settings
    const verdict = verdictOn(outcome, delivery.tries + 1, settings, Date.now())
    await this.store.writeUnseen(async (database) => {
      await settle(database, delivery, verdict, outcome.duration)
      if (verdict.state !== 'pending') await prune(database, hook.id, this.settings.webhookLog)
    })
    if (!isTest && verdict.state !== 'delivered') await this.#turnOff(hook, verdict.isGone)
    // Not after an error: a delivery whose result cannot be stored must not be sent again and again.
    this.#inFlight.delete(delivery.id)
    this.wake()
  }

  /** Turns off a webhook whose receiver is gone, or that has failed for too long. */
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
