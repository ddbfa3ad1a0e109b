import type { FastifyReply, FastifyRequest } from 'fastify'
import { prefersJson } from '../../../plugins/http/negotiation.js'
import { sendStart } from '../../../plugins/reply/not-found.js'
import { collectionPage, emptyPage } from '../../../web/pages/explore/lists/collection.js'
import { addressOf, isNarrowed, stateOf } from '../../../web/pages/explore/state.js'
import { sourcesOf, type Listings } from './listing.js'
import type { PageCache } from './page-cache.js'

/** Serves the page of the collection and of searches. @param start path of the page, relative to the installation. */
export function collection (
  listings: Listings, cache: PageCache, start: string
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    if (prefersJson(request)) return sendStart(request, reply)
    const { path } = request.vitrine
    const listing = await listings.find(request, stateOf(request.vitrine.query))
    const isEmpty = listing.found.total === 0 && !isNarrowed(listing.state)
    return await cache.send(reply, addressOf(start, listing.state), sourcesOf(listing), (frame) => isEmpty
      ? emptyPage(frame)
      : collectionPage(frame, listings.facts(listing, path + start, frame)))
  }
}
