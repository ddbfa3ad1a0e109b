import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { InFlight } from '../../api/cache/lru.js'
import { Answer } from '../../api/core/answers/answer.js'
import type { IgnoredKey, Query } from '../../api/core/calls/call.js'
import { ParameterError } from '../../api/core/calls/errors.js'
import { completeContext } from '../../api/core/rdf/context.js'
import { Turns } from '../../api/core/sequence/turns.js'
import { FairTurns } from '../../api/runtime/admission/fair-turns.js'
import { Body, concatenated, inTurns, numbered, sendBody, SYNC_MAX_BYTES } from '../http/body.js'
import { goneSignal } from '../http/client-gone.js'
import { hashOf, Validators } from './conditional.js'
import { styled } from '../http/json-text.js'
import { extendReply, extendRequest } from '../http/namespace.js'
import { hydraLinks, type PageFacts } from '../rdf/hydra.js'
import {
  CONTENT_TYPES, hasStyle, isForm, isRdfFormat, negotiator, styleOf, typeWithoutRdf, type JsonLdForm, type RdfFormat,
  type TextStyle
} from '../http/negotiation.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** Name of the negotiated format of the answer (negotiation.ts). */
    readonly format: string
    /** The parameters of the format that name none. */
    readonly unknownFormats: readonly IgnoredKey[]
    /** @throws ParameterError when the requested format does not allow so many rows. */
    checkRows (rows: number): void
    /**
     * Checks the style of JSON beforehand, because a write must not fail after it was committed.
     *
     * @throws BadRequestError for an invalid callback.
     */
    checkStyle (): void
  }
  interface VitrineReply {
    /**
     * Sends an answer of the API in the negotiated format; 304 if the client's copy is current.
     *
     * @param form the format of an answer that is not converted. `negotiated`: JSON without RDF, sent with the media
     *   type of the requested RDF format, as in the reference (docs/contract/http.md §8).
     */
    sendAnswer (
      answer: Answer, form?: 'jsonld' | 'context' | 'hydra' | 'negotiated'
    ): FastifyReply | Promise<FastifyReply>
    /** Sends the JSON-LD context: that of the contract, or by its profile one that knows all keys. */
    sendContext (): Promise<FastifyReply>
    /** Sends JSON that is not Linked Data, such as an error. */
    sendJson (value: object): FastifyReply
  }
}

/**
 * An answer as bytes, ready to be sent. Not as a string, because Fastify would add a charset to its content type, which
 * clients that compare the header do not expect.
 */
export interface Ready { base: string, body: Body, validators: Validators }

/** The bytes of cached answers, by their content, so that each is encoded and hashed only once. */
const rendered = new WeakMap<object, Ready>()

/** Long answers that are being encoded, so that concurrent requests share the work. */
const pending = new InFlight<string>()

/** The bytes of an answer; a promise for a long one, which is encoded in steps so that other requests can run. */
export function ready (answer: Answer, base: string): Ready | Promise<Ready> {
  const present = rendered.get(answer.content)
  if (present?.base === base) return present
  if (answer.length > SYNC_MAX_BYTES) {
    return pending.share(`${answer.serial} ${base}`, async () => await inPieces(answer, base))
  }
  const hash = createHash('sha1')
  const all: Buffer[] = []
  let isCopied = true
  for (const [piece, isShort] of answer.pieces(base)) {
    hash.update(piece)
    all.push(piece)
    isCopied &&= isShort
  }
  // The bytes of a list are those of its parts, joined only while it is being sent.
  const isOnePiece = isCopied && answer.parts === undefined
  return store(answer, base, numbered(new Body(isOnePiece ? [concatenated(all)] : all)), hash)
}

function store (answer: Answer, base: string, body: Body, hash: Hash): Ready {
  const made = { base, body, validators: new Validators(hash.digest('hex'), answer) }
  rendered.set(answer.content, made)
  return made
}

async function inPieces (answer: Answer, base: string): Promise<Ready> {
  const turns = new Turns()
  const hash = createHash('sha1')
  const all: Buffer[] = []
  for (const run of runs(answer, base)) {
    hash.update(run)
    all.push(run)
    await turns.next()
  }
  return store(answer, base, numbered(new Body(all)), hash)
}

/**
 * The bytes of a long answer. Long parts are not copied, so that lists share their memory with the parts' own answers.
 */
function * runs (answer: Answer, base: string): Generator<Buffer> {
  let run: Buffer[] = []
  let length = 0
  for (const [piece, isCopied] of answer.pieces(base)) {
    if (isCopied) {
      run.push(piece)
      length += piece.length
      if (length < SYNC_MAX_BYTES) continue
    }
    if (length > 0) yield concatenated(run)
    run = []
    length = 0
    if (!isCopied) yield piece
  }
  if (length > 0) yield concatenated(run)
}

/** Maximal number of resources in a list as RDF, which takes a hundred times as long as JSON. */
const MAX_RDF_RESOURCES = 1000

/** First byte of a list. */
const OPEN_BRACKET = 0x5b

/** Formats in which representations are sent without conversion. */
const UNCONVERTED = ['jsonld', 'context']

type Processed = RdfFormat | Exclude<JsonLdForm, 'context'>

/** Whether a format is made from the RDF statements of a representation. */
function isProcessed (format: string): format is Processed {
  return Object.hasOwn(CONTENT_TYPES, format) && !UNCONVERTED.includes(format)
}

/** Maximum size in bytes of a list that is converted to RDF, which takes about twenty times as much memory. */
const RDF_LIST_MAX_BYTES = 8 * 1024 * 1024

/** At most this many requests wait for large RDF. */
const WAITING_REQUESTS_MAX = 20

/** Large RDF is made one document at a time, to bound memory. */
const largeRdf = new FairTurns({
  atOnce: () => 1, waiting: WAITING_REQUESTS_MAX, waitingPerClient: WAITING_REQUESTS_MAX
})

function inStyle (json: Body, style: TextStyle): Buffer | Readable {
  const pieces = styled(json, style)
  return json.length <= SYNC_MAX_BYTES ? Buffer.concat([...pieces]) : inTurns(json, pieces)
}

function sendText (reply: FastifyReply, json: Body, style: TextStyle | undefined): FastifyReply {
  return style === undefined ? sendBody(reply, json) : reply.send(inStyle(json, style))
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
export function sendJson (reply: FastifyReply, value: object, type = CONTENT_TYPES.jsonld): FastifyReply {
  const style = hasStyle(type) ? styleOfError(reply.request.query as Query ?? {}) : undefined
  const body = new Body([Buffer.from(JSON.stringify(value))])
  return sendText(reply.header('content-type', type), body, style)
}

function jsonLdPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { formatOf, unknownIn } = negotiator(fastify.api.formats)

  extendRequest(fastify, {
    get format () { return formatOf(this.query, this.request.headers.accept) },
    get unknownFormats () { return unknownIn(this.query) },
    checkRows (rows) {
      const query = this.query
      if (rows <= MAX_RDF_RESOURCES) return
      if (query.return_scalar === undefined && isProcessed(this.format)) {
        throw new ParameterError('per_page', `Of RDF there are at most ${MAX_RDF_RESOURCES} resources on a page.`)
      }
    },
    checkStyle () {
      if (!isRdfFormat(this.format)) styleOf(this.query)
    }
  })

  extendReply(fastify, {
    sendJson (value) { return sendJson(this.reply, value) },
    async sendContext () {
      const { reply } = this
      const answer = await fastify.api.context()
      if (reply.request.vitrine.format !== 'context') return await reply.vitrine.sendAnswer(answer, 'negotiated')
      const { '@context': prefixes } = answer.json()
      const complete = new Answer(JSON.stringify({ '@context': completeContext(prefixes) }), { isLinkedData: false })
      return await reply.vitrine.sendAnswer(complete, 'context')
    },
    sendAnswer (answer, form = 'jsonld') {
      const { reply, reply: { request } } = this
      const query = request.vitrine.query
      const { format } = request.vitrine
      if (answer.isLinkedData && !UNCONVERTED.includes(format)) return sendOther(reply, answer, format)
      const type = form === 'negotiated' ? typeWithoutRdf(format) : CONTENT_TYPES[form]
      const style = hasStyle(type) ? styleOf(query) : undefined
      const send = ({ body, validators }: Ready): FastifyReply => {
        if (isRead(request) && validators.isFresh(request, reply)) return reply.code(304).send()
        return sendText(reply.header('content-type', type), body, style)
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
    // The empty list is sent as JSON, because it has no statements.
    if (isRdfFormat(format) && body.length === 2) {
      if (isRead(request) && validators.isFresh(request, reply)) return reply.code(304).send()
      return sendBody(reply.header('content-type', typeWithoutRdf(format)), body)
    }
    const isList = body.pieces[0]![0] === OPEN_BRACKET
    const page = isList ? pageOf(reply, answer) : undefined
    if (format === 'hydra') reply.header('link', hydraLinks(base, page?.link))
    const pageTag = format === 'hydra' ? String(answer.total) : ''
    const tag = `${validators.tag}-${format}${pageTag}-${hashOf(context.template).slice(0, 8)}`
    if (isRead(request) && new Validators(tag, answer).isFresh(request, reply)) return reply.code(304).send()
    const added = fastify.api.formats.find(({ name }) => name === format)
    if (added !== undefined) {
      const { '@context': prefixes } = context.json(base)
      const made = await added.serialise(answer.json(base), prefixes)
      const bytes = typeof made === 'string' ? Buffer.from(made) : made
      return reply.header('content-type', added.mediaType).send(bytes)
    }
    if (!isProcessed(format)) throw new Error(`No format is called ${format}.`)
    if (body.length > RDF_LIST_MAX_BYTES && isList) {
      throw new ParameterError('per_page', 'So many resources are too much RDF at once. Ask for smaller pages.')
    }
    const style = isForm(format) ? styleOf(request.vitrine.query) : undefined
    const work = async (): Promise<Buffer[]> => {
      const { '@context': prefixes } = context.json(base)
      // Loaded on demand, because most servers never answer RDF.
      const { rdfBody } = await import('../rdf/body.js')
      return await rdfBody(format, answer, page, base, prefixes)
    }
    const pieces = await (body.length <= SYNC_MAX_BYTES
      ? work()
      : largeRdf.run(request.vitrine.client, work, isRead(request) ? goneSignal(request, reply) : undefined))
    return sendText(reply.header('content-type', CONTENT_TYPES[format]), new Body(pieces), style)
  }

  /** Facts about the page of a list, from its headers and its type. */
  function pageOf (reply: FastifyReply, { total }: Answer): PageFacts {
    const link = String(reply.getHeader('link') ?? '')
    const { page, cursor } = reply.request.vitrine.query
    const [, name = ''] = /\/([\w-]+)\?/.exec(link) ?? []
    const isKnown = fastify.api.resourceNames.includes(name)
    const properties = isKnown ? fastify.api.resource(name).schemas.query.properties : {}
    const parameters = Object.entries(properties)
      .filter(([key, { type }]) => type !== 'array' && !['format', 'profile', 'pretty_print', 'callback'].includes(key))
    const place = [cursor, page].find((one) => typeof one === 'string') ?? '1'
    return { link, place, total, parameters: parameters.map(([key]) => key) }
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
