import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of a text, in base64url. */
export function signatureOf (key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Whether this is the signature of a text, compared in constant time. */
export function isSignatureOf (key: string, text: string, given: string): boolean {
  const [signature, candidate] = [Buffer.from(signatureOf(key, text)), Buffer.from(given)]
  return signature.length === candidate.length && timingSafeEqual(signature, candidate)
}
