import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Query, QueryValue } from '../api/core/calls/call.js'
import { BusyError } from '../api/core/calls/errors.js'
import type { Export, ExportOptions } from '../api/move/export/exporter.js'
import { toFlag } from '../api/core/text/numbers.js'
import { exportQuery } from '../schemas/exports.js'
import { readOnly } from './read-only.js'
import { ERRORS } from './resource.js'

/** Milliseconds for which a client may take nothing of an export. */
const IDLE = 60_000

/** Requests that an export counts for: it reads as much as many pages. */
const EXPORT_COST = 20

/** The result of a search as a file, for every resource type whose members are rows. */
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

/** Sends what a search finds, as far as the client may see it, in the format that it asks for. */
export async function sendExport (
  { api }: FastifyInstance, resource: string, request: FastifyRequest<{ Querystring: Query }>, reply: FastifyReply
): Promise<FastifyReply> {
  const { actor, base, client } = request.vitrine
  const options = { resource, base, ...optionsOf(request.query) }
  const { strict } = reply.vitrine.applyPreferences(['strict'])
  const ignored = reply.vitrine.ignoredKeys()
  const { mediaType, extension } = await api.describeExport(options, { actor, strict, onIgnored: ignored.add })
  ignored.tell()
  reply.header('content-type', mediaType).header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${resource}.${extension}"`)
  if (request.method === 'HEAD') return reply.send()
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

/** A list is as wrong as an unknown name. */
function textOf (value: QueryValue): string {
  return typeof value === 'string' ? value : ''
}

/** The pieces as fast as the client takes them. When something fails, it notices: the connection is broken off. */
function bodyOf (source: Export, signal: AbortSignal): Readable {
  let idle: NodeJS.Timeout | undefined
  async function * texts (): AsyncGenerator<string> {
    for await (const { text } of source.chunks) {
      if (text === '') continue
      idle = setTimeout(() => { body.destroy(new Error('The client has not read for too long.')) }, IDLE).unref()
      yield text
      clearTimeout(idle)
    }
  }
  const body = Readable.from(texts(), { objectMode: false })
  const end = (): void => { body.destroy(signal.reason as Error) }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  body.once('close', () => {
    clearTimeout(idle)
    source.close().catch(() => {})
  })
  return body
}
