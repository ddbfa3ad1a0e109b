import type { Labels, LanguageMap } from '../../../api/publish/iiif/presentation/language-map.js'
import { LANGUAGES, wordsOf } from '../../../web/languages/languages.js'
import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify'
import { NotFoundError } from '../../../api/core/calls/errors.js'
import type { Version } from '../../../api/publish/iiif/image/request.js'
import { toId } from '../../../api/core/calls/given.js'
import { readOnly, type Handler } from '../../shared/address.js'
import { sendDocument } from '../../shared/replies.js'
import { information, picture } from './images.js'

const known = new Map<string, LanguageMap>()

/** The label of a property: in all languages of the pages for built-in vocabularies, otherwise as it is stored. */
const propertyLabels: Labels = (term, label) => {
  const key = `${term} ${label}`
  const present = known.get(key)
  if (present !== undefined) return present
  const names = LANGUAGES.map(([language]) => [language, wordsOf(language).labelOf(term, label)] as const)
  if (names.every(([, name]) => name === label)) return { none: [label] }
  const map = Object.fromEntries(names.map(([language, name]) => [language, [name]]))
  // Only terms that the program translates are cached, so the cache is bounded.
  known.set(key, map)
  return map
}

const VERSIONS: readonly Version[] = [2, 3]

/** Manifests, collections and pictures for IIIF viewers, at the addresses of Omeka's IIIF module. */
export default async function iiif (fastify: FastifyInstance): Promise<void> {
  if (!fastify.api.settings.iiif) return
  const add = <P>(path: string, handler: Handler<P>, config?: FastifyContextConfig): void => {
    readOnly<{ Params: P }>(fastify, path, undefined, handler, config)
  }
  for (const version of VERSIONS) {
    const base = `/iiif/${version}/:id`
    add(base, redirectToDescription(fastify, version))
    add(`${base}/manifest`, manifest(fastify, version))
    add(`${base}/collection`, collection(fastify, version))
    add(`${base}/collection/:part`, collection(fastify, version))
    add(`${base}/info.json`, information(fastify, version))
    add(`${base}/:region/:size/:rotation/:file`, picture(fastify, version), { hasOwnQueue: true })
  }
}

function manifest ({ api }: FastifyInstance, version: Version): Handler<{ id: string }> {
  return async (request, reply) => {
    const { id } = request.params
    const { actor, client } = request.vitrine
    try {
      const call = { actor, client, labels: propertyLabels }
      return await sendDocument(reply, await api.iiif.manifests.manifest(id, version, call))
    } catch (error) {
      if (!(error instanceof NotFoundError) || !await succeeds(api.itemSets.read(id, { actor }))) throw error
      return redirect(reply, `/iiif/${version}/${id}/collection`)
    }
  }
}

function collection ({ api }: FastifyInstance, version: Version): Handler<{ id: string, part?: string }> {
  return async (request, reply) => {
    const { id, part } = request.params
    const { actor, client } = request.vitrine
    const number = part === undefined ? undefined : toId(part)
    if (part !== undefined && number === undefined) throw new NotFoundError('Parts of a collection are numbered from 1.')
    const call = { actor, client, labels: propertyLabels }
    return await sendDocument(reply, await api.iiif.manifests.collection(id, number, version, call))
  }
}

/** Redirects from a bare id: a media to its `info.json`, an item to its manifest, an item set to its collection. */
function redirectToDescription ({ api }: FastifyInstance, version: Version): Handler<{ id: string }> {
  return async (request, reply) => {
    const { id } = request.params
    const { actor } = request.vitrine
    const whole = `/iiif/${version}/${id}`
    if (await succeeds(api.media.read(id, { actor }))) return redirect(reply, `${whole}/info.json`)
    if (await succeeds(api.items.read(id, { actor }))) return redirect(reply, `${whole}/manifest`)
    if (await succeeds(api.itemSets.read(id, { actor }))) return redirect(reply, `${whole}/collection`)
    throw NotFoundError.entity('Resource', id)
  }
}

/** Whether a read succeeds: the resource exists and the actor may see it. @throws errors other than NotFoundError. */
async function succeeds (read: Promise<unknown>): Promise<boolean> {
  try {
    await read
    return true
  } catch (error) {
    if (error instanceof NotFoundError) return false
    throw error
  }
}

function redirect (reply: FastifyReply, path: string): FastifyReply {
  return reply.redirect(reply.request.vitrine.base + path, 303)
}
