import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Letters and digits from a cryptographic random source; 32 of them are 190 bits. */
export function randomText (length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** SHA-256 in hex, which is stored instead of a secret. A slow hash is not needed, because secrets are random. */
export function digest (secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether a secret has a digest, compared in constant time. */
export function hasDigest (secret: string, stored: string): boolean {
  return timingSafeEqual(Buffer.from(digest(secret)), Buffer.from(stored))
}
