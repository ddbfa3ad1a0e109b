import type { FastifyContextConfig, FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { FOLDERS, isResourceName } from '../../web/pages/explore/resource.js'
import { addressOf, ORDERS, SORTS, stateOf } from '../../web/pages/explore/state.js'
import { acceptsPage } from '../http/negotiation.js'
import { withoutCredentials } from '../request/redaction.js'

/** Routes of lists and of single resources; only these get the hook. */
const ROUTE = /\/api\/(items|item_sets|media)(\/:id)?\/?$/

/** Search parameters of the API that the page of the collection supports, too. */
const KNOWN = new Set(['fulltext_search', 'item_set_id', 'sort_by', 'sort_order', 'per_page', 'page'])

/**
 * Redirects (303) people who open an address of the API in their browser to the corresponding page. Only if the headers
 * of the browser say that it navigates from its address bar, or from a link of another site: programs do not send such
 * headers, and links on Vitrine's own pages lead to the data.
 */
function addressBarPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  if (!fastify.api.settings.explore) return done()

  fastify.addHook('onRoute', (route) => {
    const [, name = '', ofOne] = ROUTE.exec(route.url) ?? []
    if (!isResourceName(name) || ![route.method].flat().some((method) => method === 'GET' || method === 'HEAD')) return
    const config: FastifyContextConfig = { ...route.config, hasPage: true }
    route.config = config
    // Not async: cached reads are so quick that an extra promise for each would slow them down noticeably.
    const lead: onRequestHookHandler = (request, reply, next) => {
      if (request.raw.headers['sec-fetch-dest'] !== 'document' || !isByHand(request)) return next()
      const { id } = request.params as { id?: string }
      const page = ofOne === undefined ? listPage(name, request) : `/${FOLDERS[name]}/${encodeURIComponent(id!)}`
      if (page === undefined) return next()
      reply.redirect(request.vitrine.path + page, 303)
    }
    route.onRequest = [route.onRequest ?? [], lead].flat()
  })
  done()
}

/** Whether a user opened the address in a browser, without a format and without a key. */
function isByHand (request: FastifyRequest): boolean {
  const { headers, url = '' } = request.raw
  const query = request.vitrine.query
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-site'] !== 'same-origin' &&
    acceptsPage(request) && headers.authorization === undefined &&
    query.format === undefined && query.pretty_print === undefined && query.callback === undefined &&
    withoutCredentials(url).length === url.length
}

/** The page that corresponds to a list; undefined if there is none. */
export function listPage (name: string, { vitrine }: FastifyRequest): string | undefined {
  const query: Record<string, string> = {}
  for (const [parameter, value] of Object.entries(vitrine.query)) {
    if (!KNOWN.has(parameter) || typeof value !== 'string') return undefined
    query[parameter] = value
  }
  if (name === 'item_sets') return Object.keys(query).length === 0 ? '/item-sets' : undefined
  if (name !== 'items' || Number(query.page ?? 1) !== 1 || vitrine.start === undefined) return undefined
  const order = query.sort_order?.toLowerCase() ?? 'asc'
  const sort = SORTS.find((name) => ORDERS[name]?.sort_by === query.sort_by && ORDERS[name]?.sort_order === order)
  const { fulltext_search: q, item_set_id: set } = query
  const state = stateOf({ q, set, sort })
  // Stay at the API if the page would parse a parameter differently.
  if ((q ?? '').trim() !== state.q || (set ?? '') !== String(state.set ?? '')) return undefined
  return addressOf(vitrine.start, state).slice(vitrine.path.length)
}

export default fp(addressBarPlugin, {
  name: 'vitrine-address-bar', dependencies: ['vitrine-api', 'vitrine-conditional']
})
