import type { FastifyReply } from 'fastify'
import type { Presented } from '../../../api/publish/iiif/presentation/manifests.js'
import { sendDocument } from '../../shared/send-document.js'

/** Sends a manifest or a collection; 304 if the client's copy is current. */
export async function sendPresented (reply: FastifyReply, { answer, mediaType }: Presented): Promise<FastifyReply> {
  return await sendDocument(reply, answer, mediaType)
}
