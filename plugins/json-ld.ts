import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Answer } from '../api/answer.js'
import type { Query } from '../api/call.js'
import { hashOf, Validators } from './conditional.js'
import { dressOf, dressed } from './json-text.js'
import { CONTENT_TYPES, negotiator, type RdfFormat } from './negotiation.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends an answer of the API in the format that the client asked for; 304 when the client has it. */
    sendAnswer (request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply | Promise<FastifyReply>
    /** Sends JSON that is no Linked Data, such as an error. */
    sendJson (request: FastifyRequest, reply: FastifyReply, value: object): FastifyReply
  }
}

/** JSON text ready to be sent. A Buffer, because Fastify adds a charset to JSON in strings, and clients compare. */
interface Ready { base: string, body: Buffer, validators: Validators }

/** What was made of answers that the API remembers: reading them again costs neither a copy nor a hash. */
const made = new WeakMap<Answer, Ready>()

function ready (answer: Answer, base: string): Ready {
  const present = made.get(answer)
  if (present?.base === base) return present
  const body = Buffer.from(answer.text(base))
  const fresh = { base, body, validators: new Validators(hashOf(body), answer) }
  made.set(answer, fresh)
  return fresh
}

/** An error must not be answered by another one: a callback that is refused is left out. */
function dressOfError (query: Query): ReturnType<typeof dressOf> {
  try {
    return dressOf(query)
  } catch {
    return 'pretty_print' in query ? { pretty: true, callback: undefined } : undefined
  }
}

/** Sends JSON that is no Linked Data, such as an error. */
export function sendJson (request: FastifyRequest, reply: FastifyReply, value: object): FastifyReply {
  const text = JSON.stringify(value)
  const dress = dressOfError(request.query as Query ?? {})
  return reply.header('content-type', CONTENT_TYPES.jsonld).send(Buffer.from(dress === undefined ? text : dressed(text, dress)))
}

function jsonLdPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const formatOf = negotiator(fastify.api.formats)

  fastify.decorate('sendJson', sendJson)

  fastify.decorate('sendAnswer', (request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply | Promise<FastifyReply> => {
    const query = request.query as Query
    const { body, validators } = ready(answer, fastify.baseOf(request))
    const format = answer.isLinkedData ? formatOf(query, request.headers.accept) : 'jsonld'
    if (format !== 'jsonld') return sendOther(request, reply, answer, format)
    const dress = dressOf(query)
    if (isRead(request) && validators.isFresh(request, reply)) return reply.code(304).send()
    reply.header('content-type', CONTENT_TYPES.jsonld)
    return reply.send(dress === undefined ? body : Buffer.from(dressed(body.toString(), dress)))
  })

  /** Sends what is made of the JSON-LD and its context: RDF, or a format that the application adds. */
  async function sendOther (request: FastifyRequest, reply: FastifyReply, answer: Answer, format: string): Promise<FastifyReply> {
    const base = fastify.baseOf(request)
    const context = await fastify.api.context()
    const tag = `${ready(answer, base).validators.tag}-${format}-${hashOf(context.template).slice(0, 8)}`
    if (isRead(request) && new Validators(tag, answer).isFresh(request, reply)) return reply.code(304).send()
    const added = fastify.api.formats.find(({ name }) => name === format)
    if (added !== undefined) {
      const { '@context': prefixes } = context.json(base) as { '@context': Record<string, string> }
      return reply.header('content-type', added.mediaType).send(Buffer.from(await added.serialise(answer.json(base), prefixes) as Uint8Array))
    }
    // Loaded by the first who asks for RDF.
    const { rdfText } = await import('./rdf/text.js')
    const text = await rdfText(format as RdfFormat, answer.json(base), context.json(base))
    return reply.header('content-type', CONTENT_TYPES[format as RdfFormat]).send(Buffer.from(text))
  }
  done()
}

function isRead ({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

export default fp(jsonLdPlugin, { name: 'vitrine-json-ld', dependencies: ['vitrine-api', 'vitrine-address', 'vitrine-conditional'] })
