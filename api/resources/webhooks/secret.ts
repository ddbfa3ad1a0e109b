import { randomBytes } from 'node:crypto'
import type { ReadContext, WriteContext } from '../definition/read-context.js'

/** Number of bytes of a new secret, and the allowed minimum and maximum (https://www.standardwebhooks.com). */
const NEW_SECRET_BYTES = 32
const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64

const PREFIX = 'whsec_'

/** The secrets of webhooks created by a write, by id. Only the response to that write contains them. */
const made = new WeakMap<ReadContext, Map<number, string>>()

/** A new secret: `whsec_` and random bytes in Base64. */
export function newSecret (): string {
  return PREFIX + randomBytes(NEW_SECRET_BYTES).toString('base64')
}

/** The key of a secret; undefined if it is malformed, too short or too long. */
export function keyOf (secret: string): Buffer | undefined {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return undefined
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return key.length >= MIN_SECRET_BYTES && key.length <= MAX_SECRET_BYTES ? key : undefined
}

/** Makes the response to a write contain the secret of a webhook that it has created. */
export function showOnce (context: WriteContext, id: number, secret: string): void {
  const secrets = made.get(context) ?? new Map<number, string>()
  made.set(context, secrets.set(id, secret))
}

/** The secret of a webhook, if this write has created it. */
export function secretMadeBy (context: ReadContext, id: number): string | undefined {
  return made.get(context)?.get(id)
}
