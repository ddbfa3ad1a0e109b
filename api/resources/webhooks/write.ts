import { and, count, eq } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import { readLogState } from '../../../db/query/statements/resource-change-feed.js'
import { webhook, webhookDelivery } from '../../../db/tables/index.js'
import type { PostRefusal } from '../../../files/remote/remote-post.js'
import { WEBHOOK_OPERATIONS, WEBHOOK_TYPES } from '../../../schemas/administration/webhooks.js'
import { now } from '../../core/answers/dates.js'
import { ValidationError } from '../../core/calls/errors.js'
import { toFlag } from '../../core/calls/given.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import { Fields, MAX_CHARACTERS } from '../shared/writing/fields.js'
import { deletionFrom, insertRow, storedRow } from '../shared/writing/table-rows.js'
import { keyOf, newSecret, showOnce } from './secret.js'

type Row = typeof webhook.$inferSelect

/** Limited, because each webhook reads the change log after every write. */
const MAX_WEBHOOKS = 100

const ADDRESS_MAX_CHARACTERS = 2000

const NO_LABEL = 'A webhook must have a label.'
const NO_ADDRESS = 'A webhook needs the address to which it is sent: one of http or https, without name and password.'
const PRIVATE = 'This address is private. The setting webhookHosts names hosts that webhooks may be sent to all the same.'
const NO_SECRET = 'A secret is whsec_ followed by 24 to 64 bytes in Base64.'

/** Webhooks. Whether an address is public is checked before the transaction. */
export const webhookWriter: ResourceWriter<PostRefusal | undefined> = {
  async prepare ({ files }, payload) {
    const address = payload['vitrine:address']
    return { prepared: typeof address === 'string' ? await files.posts.refusal(address.trim()) : undefined }
  },

  async create (context, payload, refusal) {
    const { database, actor, call } = context
    const columns = columnsOf(new Fields(payload), undefined, refusal)
    const [{ total } = { total: 0 }] = await database.select({ total: count() }).from(webhook)
    if (total >= MAX_WEBHOOKS) throw ValidationError.of('o:label', `There are ${MAX_WEBHOOKS} webhooks already.`)
    const secret = columns.secret ?? newSecret()
    // Starts before the end of this transaction: its own changes may be delivered, but no later one is missed.
    const { epoch, position } = await readLogState(database)
    const id = await insertRow(context, webhook, {
      ...columns, secret, ownerId: actor.id, base: call.base ?? '', epoch, position, created: now()
    })
    showOnce(context, id, secret)
    return id
  },

  async update (context, id, payload, call, refusal) {
    const { database } = context
    const current = await storedRow(context, webhook, 'Webhook', id)
    const { secret = current.secret, ...columns } = columnsOf(new Fields(payload, call), current, refusal)
    // Turning the webhook on or changing its address resets its failures and retries.
    const isFresh = columns.isActive && (!current.isActive || columns.address !== current.address)
    await database.update(webhook).set({
      ...columns,
      secret,
      ...(call.base !== undefined && { base: call.base }),
      ...(isFresh && { problem: null, failingSince: null, pausedUntil: null }),
      modified: now()
    }).where(eq(webhook.id, id))
    if (isFresh) {
      await database.update(webhookDelivery).set({ due: Date.now() })
        .where(and(eq(webhookDelivery.webhookId, id), eq(webhookDelivery.state, 'pending')))
    }
    return {}
  },

  delete: deletionFrom(webhook)
}

function columnsOf (fields: Fields, current: Row | undefined, refusal: PostRefusal | undefined) {
  const { payload, errors } = fields
  const label = fields.required('o:label', NO_LABEL, {
    max: MAX_CHARACTERS.label, trimmed: true, stored: current?.label
  })
  const address = fields.required('vitrine:address', NO_ADDRESS, {
    max: ADDRESS_MAX_CHARACTERS, trimmed: true, stored: current?.address
  })
  if (address !== '' && refusal !== undefined) {
    errors.add('vitrine:address', refusal === 'private' ? PRIVATE : NO_ADDRESS, { is: refusal })
  }
  const secret = payload['vitrine:secret'] ?? undefined
  if (secret !== undefined && (typeof secret !== 'string' || keyOf(secret) === undefined)) {
    errors.add('vitrine:secret', NO_SECRET, { is: 'malformed' })
  }
  const columns = {
    label,
    labelKey: sortKey(label),
    address,
    secret: secret as string | undefined,
    resources: chosen(fields, 'vitrine:resources', WEBHOOK_TYPES, current?.resources),
    operations: chosen(fields, 'vitrine:operations', WEBHOOK_OPERATIONS, current?.operations),
    includesPrivate: flag(fields, 'vitrine:includes_private', false, current?.includesPrivate),
    isActive: flag(fields, 'o:is_active', true, current?.isActive)
  }
  fields.refuse()
  return columns
}

/**
 * The chosen names in the order of `names`. Choosing all of them, or none, gives the empty list, which stands for all.
 */
function chosen (fields: Fields, key: string, names: readonly string[], current: string[] | undefined): string[] {
  if (current !== undefined && !fields.isGiven(key)) return current
  const given = fields.list(key, `A list is expected, of ${names.join(', ')}.`) ?? []
  const unknown = given.find((name) => !names.includes(name as string))
  if (unknown !== undefined) {
    fields.errors.add(key, `There is no ${JSON.stringify(unknown)}; there are ${names.join(', ')}.`)
  }
  const found = names.filter((name) => given.includes(name))
  return found.length === names.length ? [] : found
}

function flag ({ payload }: Fields, key: string, initial: boolean, current: boolean | undefined): boolean {
  if (payload[key] !== undefined && payload[key] !== null) return toFlag(payload[key])
  return current ?? initial
}
