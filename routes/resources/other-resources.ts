import type { FastifyInstance } from 'fastify'
import uploads from '../../plugins/body/uploads.js'
import type { ResourceRequest } from './operations.js'
import { withTrailingSlash } from '../shared/address.js'

/** By path: the methods whose body may be a form, and the others. */
const METHODS = {
  '/:resource': { withForm: ['POST'], others: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
  '/:resource/:id': { withForm: ['POST', 'PUT', 'PATCH'], others: ['GET', 'DELETE', 'OPTIONS'] }
}

/**
 * Refuses resource types that do not exist, for any method, after the body was checked (docs/contract/acl.md §2).
 */
export default async function otherResources (fastify: FastifyInstance): Promise<void> {
  /** @throws NotFoundError, because the types that exist have routes of their own. */
  const refuse = async ({ params }: ResourceRequest): Promise<void> => {
    fastify.api.resource(params.resource)
  }
  await fastify.register(async (withForms) => {
    await withForms.register(uploads)
    for (const [path, { withForm, others }] of Object.entries(METHODS)) {
      for (const url of withTrailingSlash(fastify, path)) {
        const route = { url, schema: { hide: true }, handler: refuse }
        withForms.route({ ...route, method: withForm, config: { authorize: refuse } })
        fastify.route({ ...route, method: others })
      }
    }
  })
}
