import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../api/core/calls/errors.js'
import { publicCacheControl } from '../../../plugins/reply/conditional.js'
import { adviseRetry, refusalOf } from '../../../plugins/reply/errors.js'
import { policyWith } from '../../../plugins/pages/pages.js'
import { extendRequest } from '../../../plugins/http/namespace.js'
import { exploreMessage } from '../../../web/pages/explore/page.js'
import { withTrailingSlash, type Handler } from '../../shared/address.js'
import { PAGE } from '../page.js'
import { collection, itemSet, itemSets } from './lists.js'
import { formerAddresses } from './former-addresses.js'
import { Listings } from './listing.js'
import { PageCache } from './page-cache.js'
import { record } from './record.js'

/**
 * The public pages of the collection. They begin at `/`, or at `/items` if `/` belongs to the embedding application.
 */
export default async function explore (fastify: FastifyInstance, { ownsAll }: { ownsAll: boolean }): Promise<void> {
  const { settings, cache: { answers } } = fastify.api
  if (!settings.explore) return
  const cache = new PageCache(answers.part('page'), publicCacheControl(settings.maxAge))
  const listings = new Listings(fastify.api)
  const policy = policyOf([settings.filesAddress, settings.s3Endpoint])
  const hasRoute = (url: string): boolean => url !== '' && fastify.hasRoute({ method: 'GET', url })
  const start = ownsAll && !hasRoute(fastify.prefix) && !hasRoute(`${fastify.prefix}/`) ? '/' : '/items'

  extendRequest(fastify, { get start () { return this.path + start } })
  fastify.addHook('onRequest', async (_request, reply) => { reply.header('content-security-policy', policy) })
  fastify.setErrorHandler(answerError)

  const routes: Record<string, Handler<never>> = {
    [start]: collection(listings, cache, start),
    '/item-sets': itemSets(fastify, cache),
    '/item-sets/:id': itemSet(fastify, listings, cache),
    '/items/:id': record(fastify, 'items', cache),
    '/media/:id': record(fastify, 'media', cache),
    ...formerAddresses(fastify)
  }
  for (const [path, handler] of Object.entries(routes)) {
    for (const url of path === '/' ? [path] : withTrailingSlash(fastify, path)) {
      if (url !== '/' && hasRoute(fastify.prefix + url)) continue
      fastify.route<{ Params: never }>({ method: 'GET', url, exposeHeadRoute: true, ...PAGE, handler })
    }
  }
}

/** A Content-Security-Policy that also allows the origins of stored files, which may be in a bucket or CDN. */
function policyOf (addresses: readonly string[]): string {
  const origins = addresses.filter((address) => address !== '').map((address) => new URL(address).origin)
  const sources = ["'self'", ...origins].join(' ')
  return policyWith({ 'img-src': sources, 'media-src': sources, 'object-src': sources, 'frame-src': sources })
}

/** Answers an error with a page. Private resources get 404, so that visitors cannot find out that they exist. */
async function answerError (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { status } = refusalOf(error)
  if (status === 500) request.log.error({ err: error }, error.message)
  if (status === 429) return await reply.vitrine.sendMessage(status)
  const isHidden = status === 404 || (error instanceof ApiError && status === 403)
  adviseRetry(reply, status)
  return await reply.code(isHidden ? 404 : status).vitrine.sendPage((frame) => {
    const { explore: words, messages } = frame.words
    if (isHidden) return exploreMessage(frame, messages.statuses[404].heading, words.notFoundText)
    return status === 503
      ? exploreMessage(frame, words.busy, words.busyText)
      : exploreMessage(frame, messages.other.heading, words.wrongText)
  })
}
