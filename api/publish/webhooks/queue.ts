import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, gt, isNotNull, lte, min, ne, notInArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ResourceChange } from '../../../db/query/statements/resource-change-feed.js'
import type { Database } from '../../../db/query/statements/database.js'
import { webhook, webhookDelivery as delivery } from '../../../db/tables/index.js'
import { TYPE_OF_KIND } from '../../core/answers/addresses.js'
import { now as seconds } from '../../core/answers/dates.js'
import type { DeliveryRow, WebhookRow } from './message.js'
import type { Verdict } from './verdict.js'

/** The queue of deliveries in the database, and the log of past ones. Every function takes only a few milliseconds. */

function newMessage (): string {
  return `msg_${randomUUID().replaceAll('-', '')}`
}

export async function pendingOf (database: Database, webhookId: number): Promise<number> {
  const [row] = await database.select({ pending: count() }).from(delivery)
    .where(and(eq(delivery.webhookId, webhookId), eq(delivery.state, 'pending')))
  return row!.pending
}

/**
 * Queues a change. It replaces a pending, unsent delivery for the same resource, because a delivery says that a
 * resource has changed, not how.
 * @param inFlight ids of deliveries that are being sent.
 */
export async function enqueue (
  database: Database, webhookId: number, entry: ResourceChange, inFlight: readonly number[]
): Promise<void> {
  const { position, op, kind, id, time } = entry
  const [waiting] = await database.select({ id: delivery.id, op: delivery.op }).from(delivery).where(and(
    eq(delivery.webhookId, webhookId), eq(delivery.state, 'pending'), eq(delivery.resourceId, id),
    eq(delivery.tries, 0), notInArray(delivery.id, [...inFlight])
  )).limit(1)
  const columns = { message: newMessage(), position, changed: time, due: Date.now() }
  if (waiting !== undefined) {
    // The receiver does not know of the creation yet.
    const newOp = waiting.op === 'create' && op === 'update' ? 'create' : op
    await database.update(delivery).set({ ...columns, op: newOp }).where(eq(delivery.id, waiting.id))
    return
  }
  await database.insert(delivery).values({
    ...columns, webhookId, op, resource: TYPE_OF_KIND[kind], resourceId: id, state: 'pending', created: seconds()
  })
}

export async function enqueueTest (database: Database, webhookId: number): Promise<DeliveryRow> {
  const [row] = await database.insert(delivery).values({
    webhookId, message: newMessage(), op: 'test', state: 'pending', due: Date.now(), created: seconds()
  }).returning()
  return row!
}

/** In milliseconds: the time since 1970, and the longest time between two attempts. */
interface Clock { readonly now: number, readonly longestWait: number }

/** The condition that a time has come. One beyond the longest wait was set before the clock was set back. */
const hasCome = (time: SQLWrapper, { now, longestWait }: Clock): SQL =>
  sql`(${time} <= ${now} OR ${time} > ${now + longestWait})`

/**
 * The condition that a delivery may be sent: its webhook is active and not paused (it may have been paused a moment
 * ago), or it is a test.
 */
const sendable = (database: Database, { id }: WebhookRow, clock: Clock): SQL => sql`(${delivery.op} = 'test' OR EXISTS ${
  database.select({ one: sql`1` }).from(webhook)
    .where(and(eq(webhook.id, id), eq(webhook.isActive, true), hasCome(sql`coalesce(${webhook.pausedUntil}, 0)`, clock)))
})`

/** Deliveries that can be sent now, oldest first; for each resource only its first pending one. */
export async function dueOf (
  database: Database, hook: WebhookRow, clock: Clock, limit: number, inFlight: readonly number[]
): Promise<DeliveryRow[]> {
  const earlier = alias(delivery, 'earlier')
  const blocked = sql`EXISTS ${database.select({ one: sql`1` }).from(earlier).where(and(
    eq(earlier.webhookId, delivery.webhookId), eq(earlier.state, 'pending'),
    eq(earlier.resourceId, delivery.resourceId), sql`${earlier.id} < ${delivery.id}`
  ))}`
  return await database.select().from(delivery).where(and(
    eq(delivery.webhookId, hook.id), eq(delivery.state, 'pending'), hasCome(delivery.due, clock),
    notInArray(delivery.id, [...inFlight]), sendable(database, hook, clock), sql`NOT ${blocked}`
  )).orderBy(delivery.id).limit(limit)
}

/** When the next delivery is due, in milliseconds since 1970; null when none is pending. */
export async function nextDue (database: Database, now: number): Promise<number | null> {
  const [row] = await database.select({ due: min(delivery.due) }).from(delivery)
    .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
    .where(and(eq(delivery.state, 'pending'), gt(delivery.due, now), or(webhook.isActive, eq(delivery.op, 'test'))))
  return row!.due
}

/** Stores the result of an attempt. If the delivery has been deleted meanwhile, it is not created again. */
export async function settle (
  database: Database, { id, webhookId, op, tries }: DeliveryRow, verdict: Verdict, duration: number
): Promise<void> {
  const { state, error, status, due, pausedUntil } = verdict
  await database.update(delivery).set({
    state, error, status, due, duration, tries: tries + 1, ended: state === 'pending' ? null : seconds()
  }).where(eq(delivery.id, id))
  if (op === 'test') return
  if (state === 'delivered') {
    await database.update(webhook).set({ failingSince: null, pausedUntil: null })
      .where(and(eq(webhook.id, webhookId), or(isNotNull(webhook.failingSince), isNotNull(webhook.pausedUntil))))
  } else {
    await database.update(webhook)
      .set({ failingSince: sql`coalesce(${webhook.failingSince}, ${seconds()})`, ...(pausedUntil !== null && { pausedUntil }) })
      .where(eq(webhook.id, webhookId))
  }
}

/** Deletes all past deliveries of a webhook but the latest `retained`. */
export async function prune (database: Database, webhookId: number, retained: number): Promise<void> {
  const isPast = and(eq(delivery.webhookId, webhookId), ne(delivery.state, 'pending'))
  const [last] = await database.select({ id: delivery.id }).from(delivery).where(isPast)
    .orderBy(desc(delivery.id)).limit(1).offset(retained)
  if (last !== undefined) await database.delete(delivery).where(and(isPast, lte(delivery.id, last.id)))
}
