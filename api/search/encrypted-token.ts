import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
/** More than any sealed text unfolds to. */
const MOST = 1 << 16

/**
 * A text that clients carry about without reading or changing it, in characters that need no escape in addresses. The
 * same text is sealed the same way each time: its nonce is a hash of it.
 *
 * @param secret 32 bytes.
 */
export function seal (text: string, secret: Uint8Array): string {
  const packed = deflateRawSync(text)
  const nonce = createHmac('sha256', secret).update(packed).digest().subarray(0, NONCE)
  const cipher = createCipheriv(CIPHER, secret, nonce)
  const sealed = Buffer.concat([nonce, cipher.update(packed), cipher.final()])
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
}

/** What was sealed; undefined when it was not sealed with this secret, or has been changed since. */
export function unseal (sealed: string, secret: Uint8Array): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  // Whatever is no base64 would be skipped in silence.
  if (bytes.length < NONCE + TAG || bytes.toString('base64url') !== sealed) return undefined
  const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE)).setAuthTag(bytes.subarray(-TAG))
  try {
    const packed = Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()])
    return inflateRawSync(packed, { maxOutputLength: MOST }).toString()
  } catch {
    return undefined
  }
}
