import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BASE, type Answer } from '../api/answer.js'
import type { Payload, Query, UpdateCall } from '../api/call.js'
import { StaleError } from '../api/errors.js'
import { toFlag } from '../api/numbers.js'
import type { ResourceApi } from '../api/resource-api.js'

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** The operations of REST on one resource type, as route handlers. */
export type Operations = Record<'search' | 'facets' | 'read' | 'create' | 'replace' | 'patch' | 'remove' | 'options' | 'refuse', Handler>

/** How often a patch is worked out again because somebody else was faster. */
const MAX_ATTEMPTS = 5

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id

/**
 * Ties HTTP to the API: what a request says becomes a call, and its answer becomes the reply. No rule stands here.
 *
 * @param folder where the lists are.
 */
export function operationsOn (resource: ResourceApi, fastify: FastifyInstance, folder = 'api'): Operations {
  async function search (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await fastify.pageOf(request.query as Query)
    const answer = await resource.search(page.query, { actor: fastify.actorOf(request) })
    fastify.describePage(reply, page, `${fastify.baseOf(request)}/${folder}/${resource.name}`, answer)
    return await fastify.sendAnswer(request, reply, answer)
  }

  async function facets (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return await fastify.sendAnswer(request, reply, await resource.facets(request.query as Query, { actor: fastify.actorOf(request) }))
  }

  // Not async: to send what is remembered takes less time than to wait for it.
  function read (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const call = { actor: fastify.actorOf(request), fields: (request.query as Query).fields }
    const remembered = resource.recall(idOf(request), call)
    if (remembered !== undefined) return fastify.sendAnswer(request, reply, remembered)
    return resource.read(idOf(request), call).then((answer) => fastify.sendAnswer(request, reply, answer))
  }

  async function create (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return await write(request, reply, async (call) => {
      const answer = await resource.create(fastify.bodyOf(request).payload, call)
      reply.header('location', `${fastify.baseOf(request)}/api/${resource.name}/${answer.id}`)
      return answer
    })
  }

  async function replace (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return await write(request, reply, (call) => resource.update(idOf(request), fastify.bodyOf(request).payload, call))
  }

  async function patch (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const change = fastify.changeOf(request)
    return await write(request, reply, (call) => change === undefined
      ? resource.update(idOf(request), fastify.bodyOf(request).payload, { ...call, partial: true })
      : applied(change, request, call))
  }

  async function remove (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return await write(request, reply, (call) => resource.delete(idOf(request), call))
  }

  async function write (request: FastifyRequest, reply: FastifyReply, work: (call: UpdateCall) => Promise<Answer>): Promise<FastifyReply> {
    const { strict, minimal } = fastify.preferencesOf(request, reply)
    const answer = await work({
      actor: fastify.actorOf(request),
      uploads: fastify.bodyOf(request).uploads,
      strict,
      force: toFlag((request.query as Query).force),
      valueLimit: fastify.api.settings.valueLimit,
      precondition: fastify.preconditionOf(request)
    })
    return minimal ? reply.code(204).send() : await fastify.sendAnswer(request, reply, answer)
  }

  /** Changes the current representation and writes it back whole, provided that it is still the current one. */
  async function applied (change: (current: unknown) => unknown, request: FastifyRequest, call: UpdateCall): Promise<Answer> {
    const id = idOf(request)
    const base = fastify.baseOf(request)
    for (let attempt = 1; ; attempt++) {
      const text = (await resource.read(id, { actor: call.actor })).text(base)
      const payload = change(JSON.parse(text)) as Payload
      let isDemandMet = true
      try {
        return await resource.update(id, payload, {
          ...call,
          precondition: (current) => {
            isDemandMet = call.precondition?.(current) ?? true
            return isDemandMet && current.text.replaceAll(BASE, base) === text
          }
        })
      } catch (error) {
        if (!(error instanceof StaleError) || !isDemandMet || attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  async function options (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return fastify.sayMethods(request, reply, resource.operations)
  }

  /** PUT, PATCH and DELETE of a list; their body was decoded all the same. */
  async function refuse (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return fastify.refuseMethod(request, reply, resource.operations)
  }

  return { search, facets, read, create, replace, patch, remove, options, refuse }
}
