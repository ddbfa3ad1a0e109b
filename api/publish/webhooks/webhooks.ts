import { and, count, desc, eq } from 'drizzle-orm'
import { webhook, webhookDelivery } from '../../../db/tables/index.js'
import type { WebhookDelivery } from '../../../schemas/administration/webhooks.js'
import { checkType } from '../../access/access.js'
import type { Actor } from '../../core/calls/actor.js'
import { isoDate } from '../../core/answers/dates.js'
import { NotFoundError, ValidationError, type Operation } from '../../core/calls/errors.js'
import type { Services } from '../../resources/definition/services.js'
import type { Settings } from '../../runtime/settings/settings.js'
import { Courier } from './courier.js'
import type { DeliveryRow, WebhookRow } from './message.js'
import { enqueueTest } from './queue.js'

const DELIVERY = 'WebhookDelivery'

/** Past and pending deliveries of webhooks, for administrators. The webhooks themselves are resources. */
export class Webhooks {
  readonly #courier: Courier

  constructor (private readonly services: Services, settings: Settings) {
    const { store, files, mount, claims } = services
    // The URL at which the user saved the webhook is the installation's, unless the setting baseUrl names another.
    const baseOf = ({ base }: WebhookRow): string => settings.baseUrl === '' && base !== '' ? base : mount.base
    this.#courier = new Courier(store, claims, files.posts, settings, baseOf)
  }

  /** Starts delivering, unless another process of the collection does. */
  watch (): void {
    this.#courier.watch()
  }

  /** The deliveries of a webhook, latest first, without the first `offset`. @throws PermissionError, NotFoundError */
  async deliveries (
    webhookId: number, { offset, limit }: { offset: number, limit: number }, actor: Actor
  ): Promise<{ total: number, deliveries: WebhookDelivery[] }> {
    await this.#find(webhookId, actor, 'read')
    const { read } = this.services.store
    const ofWebhook = eq(webhookDelivery.webhookId, webhookId)
    const [{ total } = { total: 0 }] = await read.select({ total: count() }).from(webhookDelivery).where(ofWebhook)
    const rows = await read.select().from(webhookDelivery).where(ofWebhook)
      .orderBy(desc(webhookDelivery.id)).limit(limit).offset(offset)
    return { total, deliveries: rows.map(asDelivery) }
  }

  /**
   * Sends a test once, even if the webhook is off.
   * @returns the pending delivery.
   * @throws PermissionError, NotFoundError
   */
  async test (webhookId: number, actor: Actor): Promise<WebhookDelivery> {
    await this.#find(webhookId, actor, 'update')
    const { store } = this.services
    return this.#queued(await store.write(async (database) => await enqueueTest(database, webhookId)))
  }

  /**
   * Sends a delivery again with the same message; a pending one is sent now.
   * @throws PermissionError, NotFoundError; ValidationError when the webhook is off.
   */
  async sendAgain (webhookId: number, deliveryId: number, actor: Actor): Promise<WebhookDelivery> {
    const { isActive } = await this.#find(webhookId, actor, 'update')
    const { store } = this.services
    const isMeant = and(eq(webhookDelivery.id, deliveryId), eq(webhookDelivery.webhookId, webhookId))
    const [row] = await store.read.select().from(webhookDelivery).where(isMeant)
    if (row === undefined) throw NotFoundError.entity(DELIVERY, deliveryId)
    if (!isActive && row.op !== 'test') {
      throw ValidationError.of('o:is_active', 'The webhook is off. Turn it on to send this again.')
    }
    const queued = await store.write(async (database) => {
      const restarted = row.state === 'pending' ? {} : { state: 'pending', tries: 0, ended: null }
      await database.update(webhook).set({ pausedUntil: null }).where(eq(webhook.id, webhookId))
      return await database.update(webhookDelivery).set({ ...restarted, due: Date.now() }).where(isMeant).returning()
    })
    if (queued[0] === undefined) throw NotFoundError.entity(DELIVERY, deliveryId)
    return this.#queued(queued[0])
  }

  async close (): Promise<void> {
    await this.#courier.close()
  }

  /** @param row as it was queued: a round that is under way may have sent it by now. */
  #queued (row: DeliveryRow): WebhookDelivery {
    this.#courier.wake()
    return asDelivery(row)
  }

  async #find (id: number, actor: Actor, operation: Operation): Promise<{ isActive: boolean }> {
    checkType(actor, operation, this.services.types.named('webhooks'))
    const [row] = await this.services.store.read.select({ isActive: webhook.isActive }).from(webhook)
      .where(eq(webhook.id, id))
    if (row === undefined) throw NotFoundError.entity('Webhook', id)
    return row
  }
}

function asDelivery (row: DeliveryRow): WebhookDelivery {
  const { id, message, op, resource, resourceId, position, state, tries, status, duration, error } = row
  const isPending = state === 'pending'
  return {
    id,
    delivery: message,
    op: op as WebhookDelivery['op'],
    resource,
    'o:id': resourceId,
    position,
    state: state as WebhookDelivery['state'],
    tries,
    status,
    duration,
    error,
    created: isoDate(row.created),
    due: isPending ? isoDate(Math.floor(row.due / 1000)) : null,
    ended: row.ended === null ? null : isoDate(row.ended)
  }
}
