import { randomBytes } from 'node:crypto'
import type { ReadContext } from '../definition/read-context.js'
import type { WriteContext } from '../definition/write-context.js'

/** Bytes of a secret (https://www.standardwebhooks.com: 24 to 64). */
const BYTES = 32
const FEWEST = 24
const MOST = 64

const PREFIX = 'whsec_'

/** The secrets of the webhooks that a write has created, by their ids. Only its answer shows them. */
const made = new WeakMap<ReadContext, Map<number, string>>()

/** A new secret: `whsec_` and random bytes in Base64. */
export function newSecret (): string {
  return PREFIX + randomBytes(BYTES).toString('base64')
}

/** The key of a secret; undefined when it is malformed, too short or too long. */
export function keyOf (secret: string): Buffer | undefined {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return undefined
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return key.length >= FEWEST && key.length <= MOST ? key : undefined
}

/** Has the answer of a write show the secret of a webhook that it has created. */
export function showOnce (context: WriteContext, id: number, secret: string): void {
  const secrets = made.get(context) ?? new Map<number, string>()
  made.set(context, secrets.set(id, secret))
}

/** The secret of a webhook, if this write has created it. */
export function secretMadeBy (context: ReadContext, id: number): string | undefined {
  return made.get(context)?.get(id)
}
