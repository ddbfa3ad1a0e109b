import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Maximal size of an inflated token in bytes; no token that is issued is larger. */
const TOKEN_MAX_BYTES = 1 << 16

/**
 * Encrypts a text as a token that is opaque to clients, tamper-proof, and needs no escaping in URLs (AES-256-GCM,
 * base64url). The same text gives the same token, so that URLs can be cached: the nonce is an HMAC of the text.
 *
 * @param secret 32 bytes.
 */
export function encryptToken (text: string, secret: Uint8Array): string {
  const packed = deflateRawSync(text)
  const nonce = createHmac('sha256', secret).update(packed).digest().subarray(0, NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, secret, nonce)
  const encrypted = Buffer.concat([nonce, cipher.update(packed), cipher.final()])
  return Buffer.concat([encrypted, cipher.getAuthTag()]).toString('base64url')
}

/** The text of a token; undefined when it was not made with this secret, or was changed. */
export function decryptToken (token: string, secret: Uint8Array): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // `Buffer.from` ignores invalid base64 characters; refuse them instead.
  if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return undefined
  const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES)).setAuthTag(
    bytes.subarray(-TAG_BYTES)
  )
  try {
    const packed = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    return inflateRawSync(packed, { maxOutputLength: TOKEN_MAX_BYTES }).toString()
  } catch {
    return undefined
  }
}
