import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONTEXTS, PROFILES } from '../../../api/publish/iiif/image/info.js'
import type { GivenPicture, Version } from '../../../api/publish/iiif/image/request.js'
import { goneSignal } from '../../../plugins/http/client-gone.js'
import { knownTag } from '../../../plugins/reply/conditional.js'
import type { Handler } from '../../shared/address.js'
import { sendDocument } from '../../shared/replies.js'

/** JSON-LD if the client accepts it, else JSON (https://iiif.io/api/image/3.0/#51-image-information-request). */
function typeOf ({ headers: { accept = '' } }: FastifyRequest, version: Version): string {
  return /\bapplication\/ld\+json\b/i.test(accept)
    ? `application/ld+json;profile="${CONTEXTS[version]}"`
    : 'application/json'
}

/** Serves `info.json`: the sizes, tiles and formats of a picture. */
export function information ({ api }: FastifyInstance, version: Version): Handler<{ id: string }> {
  return async (request, reply) => {
    const { id } = request.params
    const answer = await api.iiif.images.info(id, request.vitrine.actor, version)
    reply.header('link', `<${PROFILES[version]}>;rel="profile"`)
    return await sendDocument(reply, { answer, mediaType: typeOf(request, version) })
  }
}

/** Serves a picture, whole or in part. */
export function picture ({ api }: FastifyInstance, version: Version): Handler<GivenPicture & { id: string }> {
  return async (request, reply) => {
    const { id, ...given } = request.params
    const { actor, base, client } = request.vitrine
    const planned = await api.iiif.images.plan(id, given, actor, version)
    const address = `${base}/iiif/${version}/${planned.mediaId}/${planned.canonical.replace('^', '%5E')}`
    reply.headers({
      etag: `"${planned.tag}"`,
      link: `<${address}>;rel="canonical", <${PROFILES[version]}>;rel="profile"`,
      'x-content-type-options': 'nosniff'
    })
    if (knownTag(planned.tag, request) !== undefined) return await reply.code(304).send()
    const drawn = await planned.read(client, goneSignal(request, reply))
    return await reply.header('content-type', planned.mediaType).send(drawn)
  }
}
