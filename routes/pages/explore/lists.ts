import type { FastifyInstance } from 'fastify'
import { prefersJson } from '../../../plugins/http/negotiation.js'
import { sendStart } from '../../../plugins/reply/not-found.js'
import { collectionPage, emptyPage } from '../../../web/pages/explore/lists/collection.js'
import { addressOf, isNarrowed, stateOf, numberOf } from '../../../web/pages/explore/state.js'
import { sourcesOf, countFacets, actorOf, alternateLabels, type Listings } from './listing.js'
import type { PageCache } from './page-cache.js'
import { itemSetPage, itemSetsPage } from '../../../web/pages/explore/lists/item-sets.js'
import { PAGE_SIZE, pagesOf } from '../../../web/pages/explore/lists/results.js'
import type { Handler } from '../../shared/address.js'
import { textIn } from '../page.js'

/** Serves the page of the collection and of searches. @param start path of the page, relative to the installation. */
export function collection (listings: Listings, cache: PageCache, start: string): Handler {
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

/** Maximum number of item sets whose items are counted for one page. */
const MAX_COUNTED = 1000

export function itemSets ({ api }: FastifyInstance, cache: PageCache): Handler {
  return async (request, reply) => {
    const { vitrine } = request
    const { path, client } = vitrine
    const actor = await actorOf(request)
    const page = numberOf(textIn(request.vitrine.query, 'page').trim())
    const found = await api.itemSets.search({ sort_by: 'title', page, per_page: PAGE_SIZE }, { actor, client })
    const counts = await countFacets(api, { facets: 'item_set_id', facet_limit: MAX_COUNTED }, actor, client)
    const total = found.total ?? 0
    return await cache.send(reply, `/item-sets?page=${page}`, [found, counts], (frame) => itemSetsPage(frame, {
      sets: found.json(path),
      counts: counts && new Map(counts.json().facets.item_set_id?.map(({ 'o:id': id, count }) => [id!, count])),
      total,
      page,
      pages: pagesOf(total)
    }))
  }
}

/** Serves the page of one item set, with its items. */
export function itemSet ({ api }: FastifyInstance, listings: Listings, cache: PageCache): Handler<{ id: string }> {
  return async (request, reply) => {
    const { path } = request.vitrine
    const read = await api.itemSets.read(request.params.id, { actor: await actorOf(request) })
    const id = Number(read.id)
    const state = { ...stateOf(request.vitrine.query), set: undefined }
    const listing = await listings.find(request, state, id)
    const address = `/item-sets/${id}`
    return await cache.send(reply, addressOf(address, state), [read, ...sourcesOf(listing)], (frame) => {
      const resource = read.json(path)
      return itemSetPage(frame, {
        ...listings.facts(listing, path + address, frame),
        resource,
        alternateLabels: alternateLabels(resource, listing.terms)
      })
    })
  }
}
