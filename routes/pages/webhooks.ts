import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UpdateCall } from '../../api/core/calls/call.js'
import { ValidationError } from '../../api/core/calls/errors.js'
import { pageOf } from '../../web/page-links.js'
import { readForm } from '../../web/form.js'
import { wordsOf } from '../../web/languages/languages.js'
import { webhookPage, type WebhookFacts } from '../../web/pages/webhooks/webhook.js'
import {
  webhookAddPage, webhookForm, webhooksPage, WEBHOOKS, type WebhookAddFacts
} from '../../web/pages/webhooks/webhooks.js'
import { idIn, withTrailingSlash, type OfOne } from '../shared/address.js'
import { problemsOf } from './problems.js'
import { leadBack, SIGNED_IN, textIn } from './page.js'

/** Deliveries per page. */
const PAGE_ROWS = 25

/** The pages of webhooks, for administrators. */
export default async function webhookPages (fastify: FastifyInstance): Promise<void> {
  const { webhooks } = fastify.api
  const resource = fastify.api.resource('webhooks')

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

  for (const url of withTrailingSlash(fastify, WEBHOOKS)) {
    fastify.get(url, SIGNED_IN, async (request, reply) => {
      const { actor } = request.vitrine.person
      const all = (await resource.search({ sort_by: 'label' }, { actor })).json()
      return await reply.vitrine.sendPage((frame) => webhooksPage(frame, all))
    })
  }

  fastify.get(`${WEBHOOKS}/add`, SIGNED_IN, async (request, reply) => await add(request, reply, { values: { 'o:is_active': true } }))

  // Answered without a redirect: only this answer can show the secret.
  fastify.post(`${WEBHOOKS}/add`, SIGNED_IN, async (request, reply) => {
    const { form, language } = request.vitrine
    const fields = webhookForm(wordsOf(language), true)
    const values = readForm(fields, form)
    try {
      const made = (await resource.create(values, callOf(request))).json()
      return await show(request, reply, made['o:id'], { secret: made['vitrine:secret'] })
    } catch (error) {
      return await add(request, reply.code(422), { values, problems: problemsOf(error, language, fields) })
    }
  })

  fastify.get<OfOne>(`${WEBHOOKS}/:id`, SIGNED_IN, async (request, reply) =>
    await show(request, reply, idIn(request, 'Webhook')))

  fastify.post<OfOne>(`${WEBHOOKS}/:id/edit`, SIGNED_IN, async (request, reply) => {
    const id = idIn(request, 'Webhook')
    const { form, language } = request.vitrine
    const fields = webhookForm(wordsOf(language), false)
    const values = readForm(fields, form)
    try {
      await resource.update(id, values, callOf(request))
    } catch (error) {
      return await show(request, reply.code(422), id, { values, problems: problemsOf(error, language, fields) })
    }
    return reply.vitrine.redirectTo(`${WEBHOOKS}/${id}?done=saved`)
  })

  fastify.post<OfOne>(`${WEBHOOKS}/:id/active`, SIGNED_IN, async (request, reply) => {
    const id = idIn(request, 'Webhook')
    const isActive = request.vitrine.form.get('value') === '1'
    await resource.update(id, { 'o:is_active': isActive }, callOf(request))
    return reply.vitrine.redirectTo(`${WEBHOOKS}/${id}?done=webhook-${isActive ? 'on' : 'off'}`)
  })

  fastify.post<OfOne>(`${WEBHOOKS}/:id/test`, SIGNED_IN, async (request, reply) => {
    const id = idIn(request, 'Webhook')
    await webhooks.test(id, request.vitrine.person.actor)
    return reply.vitrine.redirectTo(`${WEBHOOKS}/${id}?done=test-sent`)
  })

  fastify.post<{ Params: { id: string, delivery: string } }>(`${WEBHOOKS}/:id/deliveries/:delivery`, SIGNED_IN, async (request, reply) => {
    const id = idIn(request, 'Webhook')
    try {
      await webhooks.sendAgain(id, idIn({ params: { id: request.params.delivery } }, 'WebhookDelivery'), request.vitrine.person.actor)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      const { words } = await reply.vitrine.frame()
      return await show(request, reply.code(409), id, { problem: words.webhooks.isOff })
    }
    return reply.vitrine.redirectTo(`${WEBHOOKS}/${id}?done=sent-again`)
  })

  fastify.post<OfOne>(`${WEBHOOKS}/:id/delete`, SIGNED_IN, async (request, reply) => {
    await resource.delete(idIn(request, 'Webhook'), callOf(request))
    return reply.vitrine.redirectTo(`${WEBHOOKS}?done=webhook-deleted`)
  })

  for (const form of ['edit', 'active', 'test', 'delete', 'deliveries/:delivery']) {
    leadBack(fastify, `${WEBHOOKS}/:id/${form}`, (request) => `${WEBHOOKS}/${idIn(request, 'Webhook')}`)
  }
}
