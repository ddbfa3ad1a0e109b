import { createHmac } from 'node:crypto'
import type { webhook, webhookDelivery } from '../../../db/tables/index.js'
import { isoDate } from '../../core/answers/dates.js'
import { keyOf } from '../../resources/webhooks/secret.js'

export type WebhookRow = typeof webhook.$inferSelect
export type DeliveryRow = typeof webhookDelivery.$inferSelect

/**
 * Builds the request, signed by the Standard Webhooks specification (https://www.standardwebhooks.com). It contains no
 * values: the receiver reads them with its own rights.
 * @param base prefix of URLs, without a trailing slash.
 * @param seconds time of this attempt, since 1970.
 */
export function messageOf (
  { id: webhookId, secret }: Pick<WebhookRow, 'id' | 'secret'>, delivery: DeliveryRow, base: string, seconds: number
): { body: string, headers: Record<string, string> } {
  const { message, position, op, resource, resourceId, changed } = delivery
  const body = JSON.stringify({
    webhook: webhookId,
    delivery: message,
    position,
    op,
    resource,
    'o:id': resourceId,
    '@id': resource === null ? null : `${base}/api/${resource}/${resourceId!}`,
    modified: changed === null ? null : isoDate(changed)
  })
  const signature = createHmac('sha256', keyOf(secret) ?? '').update(`${message}.${seconds}.${body}`).digest('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Vitrine',
      'webhook-id': message,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${signature}`
    }
  }
}
