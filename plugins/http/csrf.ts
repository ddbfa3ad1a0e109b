import { isSignatureOf, signatureOf } from './signature.js'

const FORM = 'form'

/** The CSRF token that a form must contain: a signature that can only be made with the session's secret. */
export function tokenOf (secret: string): string {
  return signatureOf(secret, FORM)
}

export function isTokenOf (secret: string, given: string): boolean {
  return isSignatureOf(secret, FORM, given)
}

/**
 * Whether the Origin header of a form, if the browser sends one, is this server's. Only hosts are compared: behind a
 * proxy that terminates TLS the scheme may be unknown.
 *
 * @param hosts names of this server, with ports.
 */
export function isOwnOrigin (origin: string | undefined, hosts: ReadonlyArray<string | undefined>): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  const hostOf = (known: string): string | undefined =>
    URL.canParse(`http://${known}`) ? new URL(`${protocol}//${known}`).host : undefined
  return host !== '' && hosts.some((known) => known !== undefined && hostOf(known) === host)
}
