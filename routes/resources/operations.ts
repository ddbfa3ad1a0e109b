import type { Static } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../../api/core/answers/answer.js'
import type { Query, UpdateCall } from '../../api/core/calls/call.js'
import type { Operation } from '../../api/core/calls/errors.js'
import { toFlag } from '../../api/core/calls/given.js'
import type { ResourceApi } from '../../api/resources/definition/resource-api.js'
import type { Body } from '../../plugins/body/bodies.js'
import { preconditionOf } from '../../plugins/reply/conditional.js'
import { refuseMethod, sendMethods } from '../../plugins/reply/methods.js'
import type { IdParams } from '../../schemas/shared/common.js'
import { rdfWrites } from './rdf-writes.js'

/** The types of routes of a resource type; some have the parameter `resource`. */
export interface RouteTypes { Params: Static<typeof IdParams> & { resource: string }, Querystring: Query }

/** A request to an address of a resource type. */
export type ResourceRequest = FastifyRequest<RouteTypes>
export type Handler = (request: ResourceRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** Parameters for the format of the answer, which only HTTP has. */
const OF_FORMAT = ['pretty_print', 'callback', 'format', 'profile']

/** The parameters of a search, without those for the format of the answer. */
function searched (query: Query): Query {
  if (!OF_FORMAT.some((name) => name in query)) return query
  return Object.fromEntries(Object.entries(query).filter(([name]) => !OF_FORMAT.includes(name)))
}

/**
 * The operations of REST on one resource type, as route handlers. They translate between HTTP and the API: turn a
 * request into a call, and its answer into the reply.
 *
 * @param folder of the URLs of lists in Link headers: `api` or `api-local`.
 */
export function operationsOn (resource: ResourceApi, fastify: FastifyInstance, folder = 'api') {
  const rdf = rdfWrites(resource, fastify.api.rdf)

  function search (request: ResourceRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const { actor, base, client } = request.vitrine
    const page = request.vitrine.page()
    request.vitrine.checkRows(page.rows)
    request.vitrine.checkStyle()
    const settled = reply.vitrine.settle()
    // In an object, so that `makeList` does not await the reply: it is thenable and resolves only when the client has
    // read all of it, and other lists would wait until then.
    const send = (answer: Answer): { sending: FastifyReply | Promise<FastifyReply> } => {
      settled.setHeaders()
      reply.vitrine.describePage(page, `${base}/${folder}/${resource.name}`, answer)
      return { sending: reply.vitrine.sendAnswer(answer, 'negotiated') }
    }
    const list = reply.vitrine.makeList(page.rows, () => {
      const answer = resource.searchNow(searched(page.query), { actor, client, ...settled })
      return answer instanceof Promise ? answer.then(send) : send(answer)
    })
    return list instanceof Promise ? list.then(({ sending }) => sending) : list.sending
  }

  async function facets (request: ResourceRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { actor, client } = request.vitrine
    const settled = reply.vitrine.settle()
    const answer = await resource.facets(searched(request.query), { actor, client, ...settled })
    settled.setHeaders()
    return await reply.vitrine.sendAnswer(answer)
  }

  function read (request: ResourceRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const { params: { id }, query: { fields, format, profile }, vitrine: { actor } } = request
    if (fields !== undefined || format !== undefined || profile !== undefined) return readAs(request, reply)
    const answer = resource.readNow(id, { actor })
    if (answer instanceof Promise) return answer.then((made) => reply.vitrine.sendAnswer(made))
    return reply.vitrine.sendAnswer(answer)
  }

  /** A read with parameters for its members or its format. Reports those that name nothing. */
  async function readAs (request: ResourceRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { params: { id }, query: { fields }, vitrine: { actor } } = request
    const settled = reply.vitrine.settle()
    const answer = await resource.read(id, { actor, fields, ...settled })
    settled.setHeaders()
    return await reply.vitrine.sendAnswer(answer)
  }

  async function create (request: ResourceRequest, reply: FastifyReply): Promise<FastifyReply> {
    return await write(request, reply, async (call, { payload, document }) => {
      const answer = document === undefined
        ? await resource.create(payload, call)
        : await rdf.create(request.vitrine, document, call)
      reply.header('location', `${request.vitrine.base}/api/${resource.name}/${answer.id}`)
      return answer
    })
  }

  async function replace (request: ResourceRequest, reply: FastifyReply): Promise<FastifyReply> {
    return await write(request, reply, (call, { payload, document }) => document === undefined
      ? resource.update(request.params.id, payload, call)
      : rdf.replace(request.vitrine, document, request.params.id, call))
  }

  async function patch (request: ResourceRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { vitrine, vitrine: { change }, params: { id } } = request
    return await write(request, reply, (call, { payload, document }) => {
      if (document !== undefined) return rdf.change(vitrine, document, id, call)
      return change === undefined
        ? resource.update(id, payload, { ...call, partial: true })
        : resource.patch(id, change, call)
    })
  }

  async function remove (request: ResourceRequest, reply: FastifyReply): Promise<FastifyReply> {
    return await write(request, reply, (call) => resource.delete(request.params.id, call))
  }

  async function write (
    request: ResourceRequest, reply: FastifyReply, work: (call: UpdateCall, body: Body) => Promise<Answer>
  ): Promise<FastifyReply> {
    request.vitrine.checkStyle()
    const settled = reply.vitrine.settle(['strict', 'minimal'])
    const { body } = request.vitrine
    const answer = await work({
      ...settled,
      actor: request.vitrine.actor,
      base: request.vitrine.base,
      uploads: body.uploads,
      force: toFlag(request.query.force),
      valueLimit: fastify.api.settings.valueLimit,
      precondition: preconditionOf(request)
    }, body)
    settled.setHeaders()
    return settled.minimal ? reply.code(204).send() : await reply.vitrine.sendAnswer(answer)
  }

  async function options (_request: ResourceRequest, reply: FastifyReply): Promise<FastifyReply> {
    return sendMethods(reply, resource.operations)
  }

  /** PUT, PATCH and DELETE of a list: 405, after the body was decoded (docs/contract/http.md §2). */
  async function refuse (_request: ResourceRequest, reply: FastifyReply): Promise<FastifyReply> {
    return refuseMethod(reply, resource.operations)
  }

  /** Configuration of a write route: its `authorize` checks access before a large body is read. */
  function authorize (operation: Operation): { authorize (request: ResourceRequest): Promise<void> } {
    // POST to a resource ignores the id.
    const id = (request: ResourceRequest): string | undefined => operation === 'create' ? undefined : request.params.id
    return {
      authorize: async (request: ResourceRequest) => {
        await resource.authorize(operation, { actor: request.vitrine.actor }, id(request))
      }
    }
  }

  return { authorize, search, facets, read, create, replace, patch, remove, options, refuse }
}
