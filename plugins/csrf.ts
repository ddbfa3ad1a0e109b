import { isSignatureOf, signatureOf } from './signature.js'

const FORM = 'form'

/** What a form must hold to be taken: something only who knows the secret of the session can have worked out. */
export function tokenOf (secret: string): string {
  return signatureOf(secret, FORM)
}

export function isTokenOf (secret: string, given: string): boolean {
  return isSignatureOf(secret, FORM, given)
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
