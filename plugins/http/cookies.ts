import type { FastifyReply, FastifyRequest } from 'fastify'

/** 400 days in seconds: browsers keep no cookie for longer (RFC 6265bis, 5.5). */
export const COOKIE_MAX_AGE_SECONDS = 400 * 24 * 60 * 60

/** Attributes of every cookie: scripts cannot read it, and forms of other sites are sent without it. */
const COOKIE_ATTRIBUTES = 'HttpOnly; SameSite=Lax'

/** The value of a cookie. Of several with the same name, the first has the longest path (RFC 6265, 5.4). */
export function cookieOf (request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.raw.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/**
 * Sets a cookie for the path of this installation, so that several installations on one host do not overwrite each
 * other's; with TLS it is `Secure`. Names and values must consist of letters, digits, `_`, `-` and `.`, because they
 * are not encoded.
 *
 * @param maxAge in seconds; without it the cookie lasts until the browser is closed.
 */
export function setCookie (reply: FastifyReply, name: string, value: string, maxAge?: number): void {
  const { path, base } = reply.request.vitrine
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const secure = base.startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `${name}=${value}; Path=${path || '/'}${age}; ${COOKIE_ATTRIBUTES}${secure}`)
}
