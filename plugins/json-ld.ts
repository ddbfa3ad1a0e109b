import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import pLimit from 'p-limit'
import type { Answer } from '../api/answer.js'
import type { Query } from '../api/call.js'
import { BusyError, ParameterError } from '../api/errors.js'
import { IN_ONE_GO, inTurns, ready, sendBytes, type Ready } from './answer-bytes.js'
import { hashOf, Validators } from './conditional.js'
import { styleOf, styled, type TextStyle } from './json-text.js'
import { extendReply, extendRequest } from './namespace.js'
import { CONTENT_TYPES, negotiator, type RdfFormat } from './negotiation.js'

declare module './namespace.js' {
  interface VitrineRequest {
    /** @throws ParameterError when the requested format does not allow so many rows. */
    checkRows (rows: number): void
  }
  interface VitrineReply {
    /** Sends an answer of the API in the negotiated format; 304 when the client has it. */
    sendAnswer (answer: Answer): FastifyReply | Promise<FastifyReply>
    /** Sends JSON that is not Linked Data, such as an error. */
    sendJson (value: object): FastifyReply
  }
}

/** Maximal number of resources in a list as RDF, which takes a hundred times as long as JSON. */
const MAX_RDF_RESOURCES = 1000

const RDF_FORMATS: Record<RdfFormat, true> = { rdfxml: true, ntriples: true, turtle: true, n3: true }

/** First byte of a list. */
const OPEN_BRACKET = 0x5b

/** Maximal size of the JSON of such a list, in bytes. Making RDF of it takes about twenty times as much memory. */
const MAX_RDF_LIST = 8 * 1024 * 1024

/** Large RDF is made one document at a time, to bound memory; at most so many requests wait for it. */
const MAX_WAITING = 20
const oneByOne = pLimit(1)

/** Runs `work` in that queue. @throws BusyError when the queue is full. */
async function largeRdf (work: () => Promise<string>): Promise<string> {
  if (oneByOne.pendingCount >= MAX_WAITING) throw new BusyError()
  return await oneByOne(work)
}

/** JSON text in a style. */
function inStyle (json: Buffer, style: TextStyle): Buffer | Readable {
  const pieces = styled(json, style)
  return json.length <= IN_ONE_GO ? Buffer.concat([...pieces]) : inTurns(pieces)
}

/** Sends JSON text in the requested style. */
function sendText (reply: FastifyReply, json: Buffer, style: TextStyle | undefined): FastifyReply {
  return style === undefined ? sendBytes(reply, json) : reply.send(inStyle(json, style))
}

/** The style of an error. An invalid callback is ignored, because refusing it would be a second error. */
function styleOfError (query: Query): TextStyle | undefined {
  try {
    return styleOf(query)
  } catch {
    return 'pretty_print' in query ? { pretty: true, callback: undefined } : undefined
  }
}

/** Sends JSON that is not Linked Data, such as an error. */
export function sendJson (reply: FastifyReply, value: object): FastifyReply {
  const style = styleOfError(reply.request.query as Query ?? {})
  return sendText(reply.header('content-type', CONTENT_TYPES.jsonld), Buffer.from(JSON.stringify(value)), style)
}

function jsonLdPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const formatOf = negotiator(fastify.api.formats)

  extendRequest(fastify, {
    checkRows (rows) {
      const { query, headers } = this.request as { query: Query, headers: { accept?: string } }
      const isRdf = query.return_scalar === undefined && Object.hasOwn(RDF_FORMATS, formatOf(query, headers.accept))
      if (isRdf && rows > MAX_RDF_RESOURCES) {
        throw new ParameterError('per_page', `Of RDF there are at most ${MAX_RDF_RESOURCES} resources on a page.`)
      }
    }
  })

  extendReply(fastify, {
    sendJson (value) { return sendJson(this.reply, value) },
    sendAnswer (answer) {
      const { reply, reply: { request } } = this
      const query = request.query as Query
      const format = answer.isLinkedData ? formatOf(query, request.headers.accept) : 'jsonld'
      if (format !== 'jsonld') return sendOther(reply, answer, format)
      const style = styleOf(query)
      const send = ({ body, validators }: Ready): FastifyReply => {
        if (isRead(request) && validators.isFresh(request, reply)) return reply.code(304).send()
        return sendText(reply.header('content-type', CONTENT_TYPES.jsonld), body, style)
      }
      const text = ready(answer, request.vitrine.base)
      return text instanceof Promise ? text.then(send) : send(text)
    }
  })

  /** Sends RDF, or a format of the application, made from the JSON-LD and its context. */
  async function sendOther (reply: FastifyReply, answer: Answer, format: string): Promise<FastifyReply> {
    const { request } = reply
    const base = request.vitrine.base
    const context = await fastify.api.context()
    const { body, validators } = await ready(answer, base)
    const tag = `${validators.tag}-${format}-${hashOf(context.template).slice(0, 8)}`
    if (isRead(request) && new Validators(tag, answer).isFresh(request, reply)) return reply.code(304).send()
    const added = fastify.api.formats.find(({ name }) => name === format)
    if (added !== undefined) {
      const { '@context': prefixes } = context.json(base) as { '@context': Record<string, string> }
      const bytes = await added.serialise(answer.json(base), prefixes) as Uint8Array
      return reply.header('content-type', added.mediaType).send(Buffer.from(bytes))
    }
    if (body.length > MAX_RDF_LIST && body[0] === OPEN_BRACKET) {
      throw new ParameterError('per_page', 'So many resources are too much RDF at once. Ask for smaller pages.')
    }
    const work = async (): Promise<string> => {
      // Loaded on demand, because most servers never answer RDF.
      const { rdfText } = await import('./rdf/text.js')
      return await rdfText(format as RdfFormat, answer.json(base), context.json(base))
    }
    const text = await (body.length <= IN_ONE_GO ? work() : largeRdf(work))
    return reply.header('content-type', CONTENT_TYPES[format as RdfFormat]).send(Buffer.from(text))
  }
  done()
}

function isRead ({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

export default fp(jsonLdPlugin, {
  name: 'vitrine-json-ld',
  dependencies: ['vitrine-api', 'vitrine-address', 'vitrine-conditional']
})
