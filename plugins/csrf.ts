import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a form must hold to be taken: something only who knows the secret of the session can have worked out. */
export function tokenOf (secret: string): string {
  return createHmac('sha256', secret).update('form').digest('base64url')
}

export function isTokenOf (secret: string, given: string): boolean {
  const [token, candidate] = [Buffer.from(tokenOf(secret)), Buffer.from(given)]
  return token.length === candidate.length && timingSafeEqual(token, candidate)
}

/**
 * Whether a page of ours sent a form, as far as the browser says where it comes from. The host is compared, not the
 * scheme: behind a proxy that takes care of TLS we may not know it.
 *
 * @param hosts names under which we are known.
 */
export function isOwnOrigin (origin: string | undefined, hosts: ReadonlyArray<string | undefined>): boolean {
  if (origin === undefined) return true
  const host = URL.canParse(origin) ? new URL(origin).host : ''
  return host !== '' && hosts.some((known) => known !== undefined && URL.canParse(`http://${known}`) && new URL(`${new URL(origin).protocol}//${known}`).host === host)
}
