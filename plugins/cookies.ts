import type { FastifyReply, FastifyRequest } from 'fastify'

/** Attributes of every cookie: scripts cannot read it, and forms of other sites do not send it. */
const GUARDED = 'HttpOnly; SameSite=Lax'

/** `maxAge` is in seconds; without it the cookie is kept until the browser is closed. */
export interface Cookie { name: string, value: string, path: string, isSecure: boolean, maxAge?: number }

/** The value of a cookie. Of several with one name the first, which has the longest path (RFC 6265, 5.4). */
export function cookieOf (request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.raw.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Names and values must consist of letters, digits, `_`, `-` and `.`: nothing is encoded. */
export function setCookie (reply: FastifyReply, { name, value, path, isSecure, maxAge }: Cookie): void {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  reply.header('set-cookie', `${name}=${value}; Path=${path}${age}; ${GUARDED}${isSecure ? '; Secure' : ''}`)
}
