import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../api/core/calls/errors.js'
import { toId } from '../../api/core/text/numbers.js'

/**
 * A path with and without a trailing slash, because clients send both. Only the path itself if the router ignores
 * trailing slashes, because it would refuse the second route as a duplicate.
 */
export function withTrailingSlash (fastify: FastifyInstance, path: string): string[] {
  const { ignoreTrailingSlash, routerOptions } = fastify.initialConfig
  return ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true ? [path] : [path, `${path}/`]
}

/** The types of a route whose path has an id. */
export interface OfOne { Params: { id: string } }

/** The id in the path of a request. @param entity name in messages: `Job`. @throws NotFoundError */
export function idIn ({ params: { id } }: { params: OfOne['Params'] }, entity: string): number {
  const known = toId(id)
  if (known === undefined) throw NotFoundError.entity(entity, id)
  return known
}

/** Answers a request whose path has these parameters. */
export type Handler<P = unknown> = (
  request: FastifyRequest<{ Params: P }>, reply: FastifyReply
) => Promise<FastifyReply>
