import type { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Query, QueryValue } from '../../api/core/calls/call.js'
import { BusyError } from '../../api/core/calls/errors.js'
import type { Export, ExportOptions } from '../../api/move/export/exporter.js'
import { toFlag } from '../../api/core/calls/given.js'
import { exportQuery } from '../../schemas/exchange/exports.js'
import { readOnly } from '../shared/address.js'
import { pieceStream } from '../../plugins/http/body.js'
import { sendNoStream } from '../shared/replies.js'
import { ERRORS } from '../../schemas/shared/common.js'

/** An export counts as this many requests in rate limits, because it reads as much as many pages. */
const EXPORT_COST = 20

/** Serves the result of a search as a file, for every resource type that is stored in rows of the database. */
export default async function exports (fastify: FastifyInstance): Promise<void> {
  const { api } = fastify
  for (const name of api.resourceNames.filter((name) => api.isExportable(name))) {
    const { schemas } = api.resource(name)
    const schema = {
      operationId: `export${schemas.entity}`,
      summary: `Export ${name.replaceAll('_', ' ')}`,
      tags: [name],
      querystring: Type.Unsafe<Query>(exportQuery(schemas.query, name)),
      response: { 200: Type.String(), ...ERRORS }
    }
    readOnly(fastify, `/${name}/export`, schema, async (request: FastifyRequest<{ Querystring: Query }>, reply) =>
      await sendExport(fastify, name, request, reply), { cost: EXPORT_COST })
  }
}

/** Sends everything that a search finds and the client may see, in the requested format. */
export async function sendExport (
  { api }: FastifyInstance, resource: string, request: FastifyRequest<{ Querystring: Query }>, reply: FastifyReply
): Promise<FastifyReply> {
  const { actor, base, client } = request.vitrine
  const options = { resource, base, ...optionsOf(request.query) }
  const settled = reply.vitrine.settle(['strict'], false)
  const { mediaType, extension } = await api.describeExport(options, { actor, ...settled })
  settled.setHeaders()
  reply.header('content-type', mediaType).header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${resource}.${extension}"`)
  if (request.method === 'HEAD') return sendNoStream(reply)
  const stopping = new AbortController()
  const stop = (): void => { stopping.abort(new BusyError('The export took too long. Ask for less.')) }
  const timer = setTimeout(stop, api.settings.exportTimeout).unref()
  reply.raw.once('close', () => {
    clearTimeout(timer)
    stop()
  })
  const source = await api.export(options, { actor, client, signal: stopping.signal })
  return reply.send(bodyOf(source, stopping.signal))
}

function optionsOf ({ format, separator, bom, keep_formulas: keepsFormulas, ...query }: Query): ExportOptions {
  return {
    query,
    ...(format !== undefined && { format: textOf(format) }),
    ...(separator !== undefined && { separator: textOf(separator) }),
    hasByteOrderMark: toFlag(bom),
    keepsFormulas: toFlag(keepsFormulas)
  }
}

/** The text of a parameter; empty for a list, which is then refused like an unknown name. */
function textOf (value: QueryValue): string {
  return typeof value === 'string' ? value : ''
}

/** Streams an export. If it fails, the connection is closed, so that the client notices. */
function bodyOf (source: Export, signal: AbortSignal): Readable {
  async function * texts (): AsyncGenerator<string> {
    for await (const { text } of source.chunks) if (text !== '') yield text
  }
  const body = pieceStream(texts(), () => { source.close().catch(() => {}) })
  const end = (): void => { body.destroy(signal.reason as Error) }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  return body
}
