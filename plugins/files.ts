import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Served } from '../api/files/stored-files.js'
import { BINARY } from '../files/content-type.js'
import { isMentioned } from './conditional.js'
import { noSuchRange } from './http-errors.js'
import { extendReply } from './namespace.js'
import { parseRange } from './range.js'

declare module './namespace.js' {
  interface VitrineReply {
    /**
     * Sends a file, or the part of it that is asked for, to GET and HEAD; 304 when the client has it.
     *
     * @param caching what Cache-Control says of it.
     */
    sendFile (file: Served, caching: string): Promise<FastifyReply>
  }
}

/** What is only to be saved: were it shown all the same, no script and nothing from elsewhere would be run or loaded. */
const SAVED_ONLY = {
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'"
}

/** HTTP's dates have whole seconds. */
function seconds (date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

/** Whether the client's copy is the current one (RFC 9110, 13.1.2 and 13.1.3): a tag, when there is one, decides alone. */
function hasCurrent ({ headers }: FastifyRequest, tag: string, modified: number): boolean {
  const tags = headers['if-none-match']
  return tags === undefined ? Date.parse(headers['if-modified-since'] ?? '') / 1000 >= modified : isMentioned(tag, tags, 'weak')
}

/** Whether a part still fits what the client has of the file (RFC 9110, 13.1.5): only an exact match will do. */
function isContinued (condition: string | undefined, tag: string, modified: number): boolean {
  if (condition === undefined) return true
  return /^(?:W\/)?"/.test(condition) ? isMentioned(tag, condition, 'strong') : Date.parse(condition) / 1000 === modified
}

async function sendFile (reply: FastifyReply, file: Served, caching: string): Promise<FastifyReply> {
  const { request } = reply
  const { size, mediaType } = file
  const modified = seconds(file.modified)
  const tag = `${size.toString(16)}-${file.modified.getTime().toString(16)}`
  const ofEvery = {
    etag: `"${tag}"`,
    'last-modified': new Date(modified * 1000).toUTCString(),
    'cache-control': caching,
    'accept-ranges': 'bytes'
  }
  if (hasCurrent(request, tag, modified)) return reply.headers(ofEvery).code(304).send()

  const { range: asked, 'if-range': condition } = request.headers
  // A range means something to GET only (RFC 9110, 14.2).
  const range = request.method === 'GET' && asked !== undefined && isContinued(String(condition ?? '') || undefined, tag, modified) ? parseRange(asked, size) : 'all'
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw noSuchRange(size)
  }
  const body = request.method === 'HEAD' ? undefined : await file.read(range === 'all' ? undefined : range)
  reply.headers({ ...ofEvery, 'content-type': mediaType, 'x-content-type-options': 'nosniff', ...(mediaType === BINARY && SAVED_ONLY) })
  if (range === 'all') return reply.header('content-length', size).send(body)
  return reply.code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(body)
}

function filesPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  extendReply(fastify, {
    async sendFile (file, caching) { return await sendFile(this.reply, file, caching) }
  })
  done()
}

export default fp(filesPlugin, { name: 'vitrine-files', dependencies: ['vitrine-conditional', 'vitrine-errors'] })
