import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Ids that may stand in headers and logs as they are: a client must not write lines or markup there. */
const SAFE = /^[\w-]{1,64}$/

/** Tells the requests of this process from those of others whose lines are in the same log. */
const process = randomBytes(6).toString('base64url')
let count = 0

/** The id of a new request: the one that a proxy or client gave in `X-Request-Id`, if it is safe; otherwise its own. */
export function requestIdOf ({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SAFE.test(given) ? given : newRequestId()
}

export function newRequestId (): string {
  return `${process}-${(++count).toString(36)}`
}

/**
 * Names the request in the answer, so that who reports an error can name it, and the operator find it in the log.
 * An application that embeds Vitrine chooses the ids; one that cannot stand in a header is left out.
 */
export function nameRequest (reply: FastifyReply): FastifyReply {
  const id = String(reply.request.id)
  return SAFE.test(id) ? reply.header('x-request-id', id) : reply
}
