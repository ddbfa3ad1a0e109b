import type { FastifyReply, FastifyRequest } from 'fastify'

/** 400 days in seconds: browsers keep no cookie for longer (RFC 6265bis, 5.5). */
export const COOKIE_MAX_AGE_SECONDS = 400 * 24 * 60 * 60

/** Attributes of every cookie: scripts cannot read it, and forms of other sites are sent without it. */
const COOKIE_ATTRIBUTES = 'HttpOnly; SameSite=Lax'

/** `maxAge` in seconds; without it the cookie lasts until the browser is closed. */
interface Cookie { name: string, value: string, path: string, isSecure: boolean, maxAge?: number }

/** The value of a cookie. Of several with the same name, the first has the longest path (RFC 6265, 5.4). */
export function cookieOf (request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.raw.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Names and values must consist of letters, digits, `_`, `-` and `.`, because they are not encoded. */
export function setCookie (reply: FastifyReply, { name, value, path, isSecure, maxAge }: Cookie): void {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  reply.header('set-cookie', `${name}=${value}; Path=${path}${age}; ${COOKIE_ATTRIBUTES}${isSecure ? '; Secure' : ''}`)
}
