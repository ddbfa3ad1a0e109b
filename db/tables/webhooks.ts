import { flag, id, index, int, json, string, table, time } from './columns.js'
import { user } from './people.js'

/**
 * An address that is notified of changes (docs/webhooks.md). Deliveries have been created for the change log `epoch`
 * up to `position`. `base` is the prefix of resource URLs in deliveries. `problem` says why the program turned the
 * webhook off; `failing_since` and `paused_until` (milliseconds) describe its failed attempts.
 */
export const webhook = table('webhook', {
  id: id(),
  ownerId: int('owner_id').references(() => user.id, { onDelete: 'set null' }),
  label: string('label').notNull(),
  labelKey: string('label_key').notNull(),
  address: string('address').notNull(),
  secret: string('secret').notNull(),
  resources: json<string[]>('resources').notNull(),
  operations: json<string[]>('operations').notNull(),
  includesPrivate: flag('includes_private').notNull(),
  isActive: flag('is_active').notNull(),
  base: string('base').notNull(),
  epoch: string('epoch'),
  position: int('position').notNull(),
  problem: string('problem'),
  failingSince: time('failing_since'),
  pausedUntil: int('paused_until'),
  created: time('created').notNull(),
  modified: time('modified')
})

/**
 * A notification that is due to be sent to a webhook, or was sent. `message` identifies it to the receiver;
 * `position`, `resource`, `resource_id` and `changed` are null for a test. `due` is the time of the next attempt, in
 * milliseconds since 1970; `status`, `duration` (milliseconds) and `error` describe the last attempt.
 */
export const webhookDelivery = table('webhook_delivery', {
  id: id(),
  webhookId: int('webhook_id').notNull().references(() => webhook.id, { onDelete: 'cascade' }),
  message: string('message').notNull(),
  position: int('position'),
  op: string('op').notNull(),
  resource: string('resource'),
  resourceId: int('resource_id'),
  changed: time('changed'),
  state: string('state').notNull(),
  tries: int('tries').notNull().default(0),
  due: int('due').notNull(),
  status: int('status'),
  duration: int('duration'),
  error: string('error'),
  created: time('created').notNull(),
  ended: time('ended')
}, (t) => [index('webhook_delivery_of').on(t.webhookId, t.state, t.resourceId)])
