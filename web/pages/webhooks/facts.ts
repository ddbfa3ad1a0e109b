import type { Webhook } from '../../../schemas/administration/webhooks.js'
import type { Words } from '../../languages/languages.js'

/** Address of the pages of webhooks, relative to the installation. */
export const WEBHOOKS = '/admin/webhooks'

/** Whether a webhook is on, or why not. */
export function stateOf (webhook: Webhook): 'on' | 'off' | 'gone' | 'failing' {
  return webhook['o:is_active'] ? 'on' : webhook['vitrine:problem'] ?? 'off'
}

export function stateName ({ webhooks: { states } }: Words, webhook: Webhook): string {
  return states[stateOf(webhook)]
}

/** Seconds since 1970. */
export function secondsOf (date: string): number {
  return Date.parse(date) / 1000
}
