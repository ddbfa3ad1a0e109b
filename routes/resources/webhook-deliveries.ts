import { Type, type Static } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ValidationError } from '../../api/core/calls/errors.js'
import { toId } from '../../api/core/calls/given.js'
import { WebhookDeliveries, WebhookDelivery, WebhookDeliveryInput } from '../../schemas/administration/webhooks.js'
import * as parameter from '../../schemas/shared/parameters.js'
import { addAddress, idIn } from '../shared/address.js'
import { ERRORS, IdParams } from '../../schemas/shared/common.js'

type Request = FastifyRequest<{ Params: Static<typeof IdParams> }>

/** Maximum number of deliveries on a page. The setting `webhookLog` limits how many are stored. */
const PAGE_MAX_DELIVERIES = 100

const PageQuery = Type.Object({
  page: Type.Optional(parameter.integer('Page, counted from 1', { minimum: 1 })),
  per_page: Type.Optional(parameter.integer(`Deliveries per page, at most ${PAGE_MAX_DELIVERIES}`, { minimum: 1, maximum: PAGE_MAX_DELIVERIES }))
})

/** Past and pending deliveries of a webhook; sends tests, and deliveries again. */
export default async function webhookDeliveries (fastify: FastifyInstance): Promise<void> {
  const { webhooks } = fastify.api
  const type = fastify.api.resource('webhooks')

  async function list (request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { actor } = request.vitrine
    const page = request.vitrine.page()
    const limit = Math.min(page.rows, PAGE_MAX_DELIVERIES)
    const found = await webhooks.deliveries(idIn(request, 'Webhook'), { offset: (page.number - 1) * limit, limit }, actor)
    const address = `${request.vitrine.base}/api/webhooks/${request.params.id}/deliveries`
    reply.vitrine.describePage({ ...page, size: limit }, address, { total: found.total, next: undefined })
    return reply.vitrine.sendJson(found)
  }

  async function send (request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { actor, body: { payload } } = request.vitrine
    const { op, id } = payload
    const webhook = idIn(request, 'Webhook')
    const isTest = op === 'test' && id === undefined
    const again = typeof id === 'number' ? toId(String(id)) : undefined
    await type.authorize('update', { actor })
    if (!isTest && again === undefined) {
      throw ValidationError.of('op', 'Either {"op": "test"} is expected, or {"id": …} of the delivery to send again.')
    }
    const delivery = isTest ? await webhooks.test(webhook, actor) : await webhooks.sendAgain(webhook, again!, actor)
    return reply.code(202).vitrine.sendJson(delivery)
  }

  const config = {
    authorize: async ({ vitrine: { actor } }: FastifyRequest) => { await type.authorize('update', { actor }) }
  }
  addAddress<{ Params: Static<typeof IdParams> }>(fastify, '/webhooks/:id/deliveries', ['read', 'create'], [
    { method: 'GET', schema: LIST, handler: list }, { method: 'POST', schema: SEND, config, handler: send }
  ])
}

const LIST = {
  operationId: 'searchWebhookDeliveries',
  summary: 'List the deliveries of a webhook',
  description: 'The latest first: those that wait, and the last of those that are done.',
  tags: ['webhooks'],
  params: IdParams,
  querystring: PageQuery,
  response: { 200: WebhookDeliveries, ...ERRORS }
}

const SEND = {
  operationId: 'sendWebhookDelivery',
  summary: 'Send a test to a webhook, or a delivery again',
  description: 'Answers at once; the list of deliveries shows the result.',
  tags: ['webhooks'],
  params: IdParams,
  body: WebhookDeliveryInput,
  response: { 202: WebhookDelivery, ...ERRORS }
}
