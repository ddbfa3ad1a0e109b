import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Payload, UpdateCall } from '../../api/core/calls/call.js'
import { NotFoundError, ValidationError } from '../../api/core/calls/errors.js'
import { toId } from '../../api/core/text/numbers.js'
import { pageOf } from '../../web/page-links.js'
import { NEW_WEBHOOK, type WebhookFields } from '../../web/pages/webhooks/form.js'
import { webhookAddPage, type WebhookAddFacts } from '../../web/pages/webhooks/webhook-add.js'
import { webhookPage, type WebhookFacts } from '../../web/pages/webhooks/webhook.js'
import { webhooksPage } from '../../web/pages/webhooks/webhooks.js'
import { withTrailingSlash, type OfOne } from '../shared/paths.js'
import { problemsOf } from './problems.js'
import { textIn } from './text-in.js'

/** Deliveries per page. */
const PAGE_ROWS = 25

const ROOT = '/admin/webhooks'

/** The pages of webhooks, for administrators. */
export default async function webhookPages (fastify: FastifyInstance): Promise<void> {
  const page = { schema: { hide: true } as object, config: { needsSession: true } }
  const { webhooks } = fastify.api
  const resource = fastify.api.resource('webhooks')

  function idOf (request: FastifyRequest<OfOne>, given = request.params.id): number {
    const known = toId(given)
    if (known === undefined) throw NotFoundError.entity('Webhook', given)
    return known
  }

  function callOf ({ vitrine: { person: { actor }, base } }: FastifyRequest): UpdateCall {
    return { actor, base, partial: true }
  }

  async function add (request: FastifyRequest, reply: FastifyReply, facts: WebhookAddFacts): Promise<FastifyReply> {
    await resource.authorize('create', { actor: request.vitrine.person.actor })
    return await reply.vitrine.sendPage((frame) => webhookAddPage(frame, facts))
  }

  async function show (
    request: FastifyRequest, reply: FastifyReply, id: number, more: Partial<WebhookFacts> = {}
  ): Promise<FastifyReply> {
    const { actor } = request.vitrine.person
    const webhook = (await resource.read(id, { actor })).json()
    const { total } = await webhooks.deliveries(id, { offset: 0, limit: 0 }, actor)
    const at = pageOf(textIn(request.vitrine.query, 'page'), total, PAGE_ROWS)
    const { deliveries: rows } = await webhooks.deliveries(id, { offset: at.first - 1, limit: PAGE_ROWS }, actor)
    return await reply.vitrine.sendPage((frame) =>
      webhookPage(frame, { webhook, deliveries: { rows, total, ...at }, ...more }))
  }

  for (const url of withTrailingSlash(fastify, ROOT)) {
    fastify.get(url, page, async (request, reply) => {
      const { actor } = request.vitrine.person
      const all = (await resource.search({ sort_by: 'label' }, { actor })).json()
      const done = textIn(request.vitrine.query, 'done')
      return await reply.vitrine.sendPage((frame) => webhooksPage(frame, all, done))
    })
  }

  fastify.get(`${ROOT}/add`, page, async (request, reply) => await add(request, reply, { fields: NEW_WEBHOOK }))

  // Answered without a redirect: only this answer can show the secret.
  fastify.post(`${ROOT}/add`, page, async (request, reply) => {
    const fields = entered(request.vitrine.form)
    try {
      const made = (await resource.create(payloadOf(fields, request.vitrine.form), callOf(request))).json()
      return await show(request, reply, made['o:id'], { secret: made['vitrine:secret'] })
    } catch (error) {
      return await add(request, reply.code(422), { fields, problems: problemsOf(error, request.vitrine.language) })
    }
  })

  fastify.get<OfOne>(`${ROOT}/:id`, page, async (request, reply) =>
    await show(request, reply, idOf(request), { done: textIn(request.vitrine.query, 'done') }))

  fastify.post<OfOne>(`${ROOT}/:id/edit`, page, async (request, reply) => {
    const id = idOf(request)
    const fields = entered(request.vitrine.form)
    try {
      await resource.update(id, payloadOf(fields, request.vitrine.form), callOf(request))
    } catch (error) {
      const problems = problemsOf(error, request.vitrine.language)
      return await show(request, reply.code(422), id, { fields, problems })
    }
    return reply.vitrine.redirectTo(`${ROOT}/${id}?done=saved`)
  })

  fastify.post<OfOne>(`${ROOT}/:id/active`, page, async (request, reply) => {
    const id = idOf(request)
    const isActive = request.vitrine.form.get('value') === '1'
    await resource.update(id, { 'o:is_active': isActive }, callOf(request))
    return reply.vitrine.redirectTo(`${ROOT}/${id}?done=webhook-${isActive ? 'on' : 'off'}`)
  })

  fastify.post<OfOne>(`${ROOT}/:id/test`, page, async (request, reply) => {
    const id = idOf(request)
    await webhooks.test(id, request.vitrine.person.actor)
    return reply.vitrine.redirectTo(`${ROOT}/${id}?done=test-sent`)
  })

  fastify.post<{ Params: { id: string, delivery: string } }>(`${ROOT}/:id/deliveries/:delivery`, page, async (request, reply) => {
    const id = idOf(request)
    try {
      await webhooks.sendAgain(id, idOf(request, request.params.delivery), request.vitrine.person.actor)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      const { words } = await reply.vitrine.frame()
      return await show(request, reply.code(409), id, { problem: words.webhooks.isOff })
    }
    return reply.vitrine.redirectTo(`${ROOT}/${id}?done=sent-again`)
  })

  fastify.post<OfOne>(`${ROOT}/:id/delete`, page, async (request, reply) => {
    await resource.delete(idOf(request), callOf(request))
    return reply.vitrine.redirectTo(`${ROOT}?done=webhook-deleted`)
  })

  // The language switch on a page that answers a form links to the address of the form.
  for (const form of ['edit', 'active', 'test', 'delete', 'deliveries/:delivery']) {
    fastify.get<OfOne>(`${ROOT}/:id/${form}`, page, async (request, reply) => reply.vitrine.redirectTo(`${ROOT}/${idOf(request)}`))
  }
}

function entered (form: URLSearchParams): WebhookFields {
  return {
    name: form.get('name')?.trim() ?? '',
    address: form.get('address')?.trim() ?? '',
    resources: form.getAll('resources'),
    operations: form.getAll('operations'),
    includesPrivate: form.has('includes_private'),
    isActive: form.has('active')
  }
}

function payloadOf (fields: WebhookFields, form: URLSearchParams): Payload {
  const { name, address, resources, operations, includesPrivate, isActive } = fields
  const secret = form.get('secret')?.trim() ?? ''
  return {
    'o:label': name,
    'vitrine:address': address,
    'vitrine:resources': resources,
    'vitrine:operations': operations,
    'vitrine:includes_private': includesPrivate,
    'o:is_active': isActive,
    ...(secret !== '' && { 'vitrine:secret': secret })
  }
}
