import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Answer } from '../../api/core/answers/answer.js'
import { ready } from '../../plugins/reply/json-ld.js'
import { sendBody } from '../../plugins/http/body.js'

/** For files that never change: stored ones, and those whose addresses contain a version or a hash. */
export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** For files at fixed addresses. Not longer, because another version of the program may have other files. */
export const ONE_DAY_CACHE_CONTROL = 'public, max-age=86400'

/** Sends a document as JSON with its own media type, such as that of IIIF; 304 if the client's copy is current. */
export async function sendDocument (
  reply: FastifyReply, { answer, mediaType }: { answer: Answer, mediaType: string }
): Promise<FastifyReply> {
  const { request } = reply
  const { body, validators } = await ready(answer, request.vitrine.base)
  if (validators.isFresh(request, reply)) return await reply.code(304).send()
  return await sendBody(reply.header('content-type', mediaType), body)
}

/** Answers HEAD where GET answers with a stream. Of no body at all, Fastify's route would say that it has 0 bytes. */
export function sendNoStream (reply: FastifyReply): FastifyReply {
  return reply.send(Readable.from([]))
}
