import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../api/core/calls/actor.js'
import { listPage } from '../../../plugins/pages/address-bar.js'
import { noSuchPage } from '../../../plugins/http/http-errors.js'
import { FOLDERS, pageAddress, type ResourceName } from '../../../web/pages/explore/resource.js'
import { NAMES } from '../../../web/pages/explore/state.js'
import type { Handler } from '../../shared/address.js'
import { actorOf } from './listing.js'

/** Parameters of the paths, of which each has some. */
type Params = Partial<Record<'site' | 'page' | 'id', string>>

/** Actions of Omeka S that show a list. */
const LISTS = ['', '/browse', '/search']

/**
 * Public addresses of Omeka S, to which other sites link: each redirects (301) to the corresponding page here, if it
 * exists and the visitor may see it. A site, its pages and its lists redirect to the page of the whole collection.
 */
export function formerAddresses (fastify: FastifyInstance): Record<string, Handler<Params>> {
  const { api } = fastify
  const routes: Record<string, Handler<Params>> = {}

  /** Checks that a site, or its page, exists and the visitor may see it. @throws ApiError */
  async function checkSite ({ site, page }: Params, actor: Actor): Promise<void> {
    if (site === undefined) return
    const found = page === undefined
      ? await api.resource('sites').search({ slug: site }, { actor })
      : await api.resource('site_pages').search({ site_slug: site, slug: page }, { actor })
    if ((found.json() as unknown[]).length === 0) throw noSuchPage()
  }

  const list = (name: ResourceName): Handler<Params> => async (request, reply) => {
    await checkSite(request.params, await actorOf(request))
    const { path, start } = request.vitrine
    const known = listPage(name, request)
    return reply.redirect(name === 'item_sets' ? `${path}/item-sets` : known === undefined ? start! : path + known, 301)
  }
  const one = (name: ResourceName): Handler<Params> => async (request, reply) => {
    const actor = await actorOf(request)
    const parameters = request.params
    await checkSite(parameters, actor)
    const { id } = await api.resource(name).read(parameters.id!, { actor })
    return reply.redirect(pageAddress(request.vitrine.path, name, Number(id)), 301)
  }

  for (const [former, name] of Object.entries(NAMES)) {
    for (const site of ['', '/s/:site']) {
      for (const action of LISTS) routes[`${site}/${former}${action}`] = list(name)
      // `/media/:id` is an address of Vitrine itself, which has a route already.
      if (site !== '' || former !== FOLDERS[name]) routes[`${site}/${former}/:id`] = one(name)
    }
  }
  for (const path of ['/s/:site', '/s/:site/page/:page', '/s/:site/index/search']) routes[path] = list('items')
  return routes
}
