import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Letters and digits from a cryptographic random source; 32 of them are 190 bits. */
export function randomText (length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** SHA-256 in hexadecimal, stored instead of the secret. Secrets are random, so no slow hash is needed. */
export function digest (secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether a secret has this digest, compared in constant time. */
export function hasDigest (secret: string, stored: string): boolean {
  return timingSafeEqual(Buffer.from(digest(secret)), Buffer.from(stored))
}
