import { createHmac, timingSafeEqual } from 'node:crypto'

/** What only who knows the key can have worked out of a text: its HMAC-SHA256, in base64url. */
export function signatureOf (key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Whether a signature is that of a text, in the same time wherever it differs. */
export function isSignatureOf (key: string, text: string, given: string): boolean {
  const [signature, candidate] = [Buffer.from(signatureOf(key, text)), Buffer.from(given)]
  return signature.length === candidate.length && timingSafeEqual(signature, candidate)
}
