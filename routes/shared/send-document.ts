import type { FastifyReply } from 'fastify'
import type { Answer } from '../../api/core/answers/answer.js'
import { ready } from '../../plugins/reply/answer-bytes.js'
import { sendBody } from '../../plugins/http/body.js'

/** Sends a document as JSON with its own media type, such as that of IIIF; 304 if the client's copy is current. */
export async function sendDocument (reply: FastifyReply, answer: Answer, mediaType: string): Promise<FastifyReply> {
  const { request } = reply
  const { body, validators } = await ready(answer, request.vitrine.base)
  if (validators.isFresh(request, reply)) return await reply.code(304).send()
  return await sendBody(reply.header('content-type', mediaType), body)
}
