import { Type, type Static } from '@sinclair/typebox'
import { CLOSED, Deleted, Input, Nullable, OneOf, Reference, Representation, TypedDate } from '../shared/common.js'

/** The resource types whose changes webhooks can report. */
export const WEBHOOK_TYPES = ['items', 'item_sets', 'media'] as const

/** The operations that webhooks can report. */
export const WEBHOOK_OPERATIONS = ['create', 'update', 'delete'] as const

const Resources = Type.Array(OneOf(WEBHOOK_TYPES), {
  description: 'Resource types whose changes are sent; empty: all'
})
const Operations = Type.Array(OneOf(WEBHOOK_OPERATIONS), {
  description: 'Which changes are sent; empty: all'
})
const Address = Type.String({ format: 'uri', description: 'Address, of http or https, to which deliveries are posted' })
const Secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]+=*$',
  description: '`whsec_` and 24 to 64 random bytes in Base64, with which deliveries are signed'
})
const IncludesPrivate = Type.Boolean({
  description: 'Send changes of private resources, too; otherwise a resource that becomes private counts as deleted'
})

/** An address that receives changes. Keys that Omeka S does not have are absolute IRIs of the scheme `vitrine:`. */
export const Webhook = Representation('vitrine:Webhook', {
  'o:label': Type.String(),
  'o:owner': Nullable(Reference),
  'vitrine:address': Address,
  'vitrine:secret': Type.Optional(Type.Unsafe<string>({ ...Secret, description: 'Shown once, when the webhook is created' })),
  'vitrine:resources': Resources,
  'vitrine:operations': Operations,
  'vitrine:includes_private': IncludesPrivate,
  'o:is_active': Type.Boolean(),
  'vitrine:problem': Nullable(OneOf(['gone', 'failing']), {
    description: 'Why it was turned off: its address answered 410, or nothing could be delivered for days'
  }),
  'vitrine:failing_since': Nullable(TypedDate),
  'vitrine:position': Type.Integer({ minimum: 0, description: 'Position in the log of changes up to which it has come' }),
  'o:created': TypedDate,
  'o:modified': Nullable(TypedDate)
})
export type Webhook = Static<typeof Webhook>

export const DeletedWebhook = Deleted(Webhook)
export type DeletedWebhook = Static<typeof DeletedWebhook>

export const WebhookInput = Input('WebhookInput', {
  'o:label': Type.String(),
  'vitrine:address': Address,
  'vitrine:secret': Type.Unsafe<string>({ ...Secret, description: `${Secret.description!}; by default one is made` }),
  'vitrine:resources': Resources,
  'vitrine:operations': Operations,
  'vitrine:includes_private': IncludesPrivate,
  'o:is_active': Type.Boolean({ default: true })
})
export type WebhookInput = Static<typeof WebhookInput>

/** A past or pending delivery. */
export const WebhookDelivery = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  delivery: Type.String({ description: 'The header `Webhook-Id` and the member `delivery` of what is sent' }),
  op: OneOf([...WEBHOOK_OPERATIONS, 'test']),
  resource: Nullable(Type.String()),
  'o:id': Nullable(Type.Integer()),
  position: Nullable(Type.Integer()),
  state: OneOf(['pending', 'delivered', 'failed']),
  tries: Type.Integer({ minimum: 0 }),
  status: Nullable(Type.Integer({ description: 'HTTP status of the last answer' })),
  duration: Nullable(Type.Integer({ description: 'Milliseconds that the last attempt took' })),
  error: Nullable(Type.String({ description: 'Why the last attempt failed' })),
  created: Type.String({ format: 'date-time' }),
  due: Nullable(Type.String({ format: 'date-time', description: 'When it is sent next' })),
  ended: Nullable(Type.String({ format: 'date-time' }))
}, { ...CLOSED, $id: 'WebhookDelivery' })
export type WebhookDelivery = Static<typeof WebhookDelivery>

/** A test, or the id of a delivery that is sent again. */
export const WebhookDeliveryInput = Type.Union([
  Type.Object({ op: Type.Literal('test') }), Type.Object({ id: Type.Integer({ minimum: 1 }) })
], { $id: 'WebhookDeliveryInput' })
export type WebhookDeliveryInput = Static<typeof WebhookDeliveryInput>

/** The deliveries of a webhook, the latest first. */
export const WebhookDeliveries = Type.Object({
  total: Type.Integer({ minimum: 0 }),
  deliveries: Type.Array(WebhookDelivery)
}, { ...CLOSED, $id: 'WebhookDeliveries' })
export type WebhookDeliveries = Static<typeof WebhookDeliveries>
