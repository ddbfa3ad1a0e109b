import crypto, { createHash, type BinaryToTextEncoding } from 'node:crypto'

/**
 * The digest of a text in UTF-8. Uses `crypto.hash` if it exists (since Node 20.12), which takes half as long as
 * `createHash`.
 */
export const digest: (algorithm: 'sha1' | 'sha256', text: string, encoding: BinaryToTextEncoding) => string =
  (crypto.hash as typeof crypto.hash | undefined) ??
  ((algorithm, text, encoding) => createHash(algorithm).update(text).digest(encoding))
