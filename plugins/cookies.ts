import type { FastifyReply, FastifyRequest } from 'fastify'

/** What every cookie of ours says about itself: no script reads it, no other site sends it. */
const GUARDED = 'HttpOnly; SameSite=Lax'

/** A cookie, where it is sent to, and for how many seconds it is kept; without, until the browser is closed. */
export interface Cookie { name: string, value: string, path: string, isSecure: boolean, maxAge?: number }

/** The value of a cookie of a request. Of several by one name the first, which has the longest path (RFC 6265, 5.4). */
export function cookieOf (request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.raw.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Names and values are ours: letters, digits, `_`, `-` and `.`. */
export function setCookie (reply: FastifyReply, { name, value, path, isSecure, maxAge }: Cookie): void {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  reply.header('set-cookie', `${name}=${value}; Path=${path}${age}; ${GUARDED}${isSecure ? '; Secure' : ''}`)
}
