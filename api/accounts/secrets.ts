import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Letters and digits from a secure source; 32 of them are 190 bits. */
export function randomText (length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** What is kept of a secret. It is random, so that a quick hash is as good as a slow one. */
export function digest (secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether a secret has this digest, in the same time whatever the answer. */
export function hasDigest (secret: string, kept: string): boolean {
  return timingSafeEqual(Buffer.from(digest(secret)), Buffer.from(kept))
}
