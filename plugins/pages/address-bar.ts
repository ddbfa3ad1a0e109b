import type { FastifyContextConfig, FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import type { Query } from '../../api/core/calls/call.js'
import { FOLDERS, type ResourceName } from '../../web/pages/explore/resource.js'
import { addressOf, ORDERS, SORTS, stateOf } from '../../web/pages/explore/state.js'
import { asksForPage } from '../http/negotiation.js'
import { withoutCredentials } from '../request/redaction.js'

/** The address of a list or of one resource. Compared with routes, so that nothing else is looked at. */
const ROUTE = /\/api\/(items|item_sets|media)(\/:id)?\/?$/

/** Parameters of a search for items that the page of the collection has, too. */
const KNOWN = new Set(['fulltext_search', 'item_set_id', 'sort_by', 'sort_order', 'per_page', 'page'])

/**
 * Leads people who open an address of the API in their browser to the page that shows the same (303). Only where the
 * browser says that its address bar, or a link of another site, asked for a document: programs send no such headers,
 * and links of our own pages mean the data.
 */
function addressBarPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  if (!fastify.api.settings.explore) return done()

  fastify.addHook('onRoute', (route) => {
    const [, name, ofOne] = ROUTE.exec(route.url) ?? []
    if (name === undefined || ![route.method].flat().some((method) => method === 'GET' || method === 'HEAD')) return
    const config: FastifyContextConfig = { ...route.config, hasPage: true }
    route.config = config
    // Not async: cached reads are so quick that a promise for each of them is felt.
    const lead: onRequestHookHandler = (request, reply, next) => {
      if (request.raw.headers['sec-fetch-dest'] !== 'document' || !isByHand(request)) return next()
      const { id } = request.params as { id?: string }
      const page = ofOne === undefined ? listPage(name, request) : `/${FOLDERS[name as ResourceName]}/${encodeURIComponent(id!)}`
      if (page === undefined) return next()
      reply.redirect(request.vitrine.path + page, 303)
    }
    route.onRequest = [route.onRequest ?? [], lead].flat()
  })
  done()
}

/** Whether somebody opened the address in a browser, and asks for no format and with no key. */
function isByHand (request: FastifyRequest): boolean {
  const { headers, url = '' } = request.raw
  const query = request.query as Query
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-site'] !== 'same-origin' &&
    asksForPage(request) && headers.authorization === undefined &&
    query.format === undefined && query.pretty_print === undefined && query.callback === undefined &&
    withoutCredentials(url).length === url.length
}

/** The page of a list; undefined where no page shows the same. */
export function listPage (name: string, { query: given, vitrine }: FastifyRequest): string | undefined {
  const query = given as Record<string, string>
  const names = Object.keys(query)
  if (name === 'item_sets') return names.length === 0 ? '/item-sets' : undefined
  const isKnown = names.every((parameter) => KNOWN.has(parameter) && typeof query[parameter] === 'string')
  if (name !== 'items' || !isKnown || Number(query.page ?? 1) !== 1 || vitrine.start === undefined) return undefined
  const order = query.sort_order?.toLowerCase() ?? 'asc'
  const sort = SORTS.find((name) => ORDERS[name]?.sort_by === query.sort_by && ORDERS[name]?.sort_order === order)
  const { fulltext_search: q, item_set_id: set } = query
  const state = stateOf({ q, set, sort })
  // What the page does not understand would be left out of the search.
  if ((q ?? '').trim() !== state.q || (set ?? '') !== String(state.set ?? '')) return undefined
  return addressOf(vitrine.start, state).slice(vitrine.path.length)
}

export default fp(addressBarPlugin, {
  name: 'vitrine-address-bar', dependencies: ['vitrine-api', 'vitrine-conditional']
})
