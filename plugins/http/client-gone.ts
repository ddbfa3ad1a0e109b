import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientGone } from './http-errors.js'

/**
 * A signal that is aborted when the client disconnects before it has the whole answer to a read. With pipelining, only
 * the request emits `close` while the answer still waits for earlier answers.
 */
export function goneSignal ({ raw: request }: FastifyRequest, { raw: response }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = (): void => { if (!response.writableFinished) gone.abort(clientGone()) }
  for (const stream of [request, response]) stream.once('close', leave)
  return gone.signal
}
