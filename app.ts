import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { Api } from './api/api.js'
import type { Extensions } from './api/resources/definition/extensions.js'
import { completeSettings, type Settings } from './api/runtime/settings/settings.js'
import { withoutTrailingSlashes } from './api/core/text/trailing-slashes.js'
import admission from './plugins/request/admission.js'
import address from './plugins/request/address.js'
import addressBar from './plugins/pages/address-bar.js'
import api, { type ApiOptions } from './plugins/request/api.js'
import auth from './plugins/request/auth.js'
import bodies from './plugins/body/bodies.js'
import compress from './plugins/reply/compress.js'
import conditional from './plugins/reply/conditional.js'
import cors from './plugins/reply/cors.js'
import current from './plugins/request/current.js'
import errors, { answerFrameworkError } from './plugins/reply/errors.js'
import jsonLd from './plugins/reply/json-ld.js'
import namespace from './plugins/http/namespace.js'
import notFound from './plugins/reply/not-found.js'
import openapi from './plugins/openapi/openapi.js'
import paging from './plugins/reply/paging.js'
import prefer from './plugins/reply/prefer.js'
import queryString from './plugins/request/query-string.js'
import rateLimit, { rateLimited } from './plugins/request/rate-limit.js'
import redaction from './plugins/request/redaction.js'
import refusals from './plugins/request/refusals.js'
import requestFigures from './plugins/request/request-figures.js'
import versions, { requestIdOf } from './plugins/http/identity.js'
import schemas, { schemaController } from './plugins/openapi/schemas.js'
import sessions from './plugins/request/sessions.js'
import { openApi } from './routes/server/api-docs.js'
import bulk from './routes/resources/bulk.js'
import changes from './routes/publish/changes/changes.js'
import context from './routes/resources/context.js'
import exports from './routes/publish/exports.js'
import storedFiles from './routes/files/files.js'
import health from './routes/server/health.js'
import iiif from './routes/publish/iiif/iiif.js'
import jobLog from './routes/resources/job-log.js'
import local from './routes/resources/local.js'
import metrics from './routes/server/metrics/metrics.js'
import oai from './routes/publish/oai.js'
import otherResources from './routes/resources/other-resources.js'
import pages from './routes/pages/pages.js'
import placeholders from './routes/files/placeholders.js'
import resources from './routes/resources/resources.js'
import root from './routes/server/root.js'
import sitemap from './routes/publish/sitemap.js'
import webhookDeliveries from './routes/resources/webhook-deliveries.js'

export { ANONYMOUS, OPERATOR, type Actor, type Scope } from './api/core/calls/actor.js'
export { Answer, type AnswerFacts } from './api/core/answers/answer.js'
export { Api }
export type { BuiltInApis } from './api/resources/built-in.js'
export type { Bulk, BulkCall, BulkOutcome } from './api/operations/bulk/bulk.js'
export type * from './api/core/calls/call.js'
export {
  ApiError,
  BadRequestError,
  BusyError,
  GoneError,
  NoRoomError,
  NotFoundError,
  OperationError,
  ParameterError,
  PermissionError,
  StaleError,
  TooLargeError,
  ValidationError,
  type ErrorKind,
  type ErrorStore,
  type Operation
} from './api/core/calls/errors.js'
export type { Change, Changes, ChangesPage, ChangesQuery, FollowCall } from './api/publish/changes/changes.js'
export type { Export, ExportCall, ExportKind, ExportOptions } from './api/move/export/exporter.js'
export type { ExportChunk } from './api/move/export/streams/task.js'
export * from './api/operations/extend.js'
export { MappingError, type MappingProblem } from './api/move/import/formats/tables/mapping/mapping.js'
export type { Table } from './api/move/import/formats/tables/grids/read-table.js'
export { TableError, type TableOptions } from './api/move/import/formats/tables/cells/table.js'
export type * from './api/resources/definition/api-of.js'
export type {
  AssetQuery, ItemQuery, ItemSetQuery, JobQuery, MediaQuery, PropertyQuery, ResourceClassQuery, ResourceQuery,
  ResourceTemplateQuery, SitePageQuery, SiteQuery, UserQuery, VocabularyQuery, WebhookQuery
} from './api/resources/built-in.js'
export type { ResourceApi } from './api/resources/definition/resource-api.js'
export * from './schemas/index.js'
export type { Extensions, Settings }

/** The prefix, and either settings with which to open a collection, or an open Api. */
export type VitrineOptions = ApiOptions & {
  prefix?: string
  /** The server serves nothing else: Vitrine answers every address, unknown ones too. Under a prefix it always does. */
  standalone?: boolean
}

/**
 * Vitrine as a Fastify plugin. Register it under any prefix, once for each collection. It does not affect the
 * application around it, and hooks and plugins of the application do not affect it.
 *
 * To use a collection from your program, too, open it, pass it to the plugin, and close it yourself:
 *
 * @example
 * ```ts
 * await app.register(vitrine, { prefix: '/collections', data: './data' })
 * ```
 * @example
 * ```ts
 * const api = await open({ data: './data' })
 * app.addHook('onClose', () => api.close())
 * await app.register(vitrine, { prefix: '/collections', api })
 * await api.resource('items').search({ search: 'amphora' }, { actor: ANONYMOUS })
 * ```
 * @throws TypeError at once when an option is unknown or unusable.
 */
export default async function vitrine (fastify: FastifyInstance, options: VitrineOptions): Promise<void> {
  const mount = withoutTrailingSlashes(fastify.prefix)
  const { prefix: _, standalone = false, ...given } = options
  // At the root of an application other addresses are the application's, which may have routes for them.
  const ownsAll = standalone || mount !== ''

  await fastify.register(redaction)
  await fastify.register(namespace)
  await fastify.register(api, given)
  await fastify.register(versions)
  await fastify.register(current)
  await fastify.register(requestFigures)
  await fastify.register(schemas)
  await fastify.register(address, { root: mount })
  await fastify.register(refusals)
  await fastify.register(admission)
  await fastify.register(rateLimit)
  await fastify.register(compress)
  await fastify.register(queryString)
  await fastify.register(sessions)
  await fastify.register(pages, { ownsAll })
  await fastify.register(programs, { root: mount, ownsAll })
}

/** The routes for programs. Pages are outside of it: their bodies and their rules for other origins differ. */
async function programs (
  fastify: FastifyInstance, { root: mount, ownsAll }: { root: string, ownsAll: boolean }
): Promise<void> {
  await fastify.register(auth)
  await fastify.register(rateLimited)
  await fastify.register(cors)
  await fastify.register(conditional)
  await fastify.register(addressBar)
  await fastify.register(jsonLd)
  await fastify.register(errors)
  await fastify.register(notFound, { root: mount, ownsAll })
  await fastify.register(bodies)
  await fastify.register(paging)
  await fastify.register(prefer)

  await fastify.register(openapi, { root: mount })
  await fastify.register(openApi)
  await fastify.register(root)
  await fastify.register(context)
  await fastify.register(storedFiles)
  await fastify.register(placeholders)
  for (const routes of [resources, bulk, changes, exports, jobLog, webhookDeliveries, otherResources]) {
    await fastify.register(routes, { prefix: '/api' })
  }
  await fastify.register(local)
  await fastify.register(iiif)
  await fastify.register(oai)
  // At the root of an application these addresses are the application's own.
  if (ownsAll) {
    for (const routes of [health, metrics]) await fastify.register(routes)
    await fastify.register(sitemap, { isRoot: mount === '' })
  }
}

/** Opens a collection for use by a program. Settings that are not given have their defaults. */
export async function open (settings: Partial<Settings>, extensions?: Extensions): Promise<Api> {
  return await Api.open(completeSettings(settings), extensions)
}

/**
 * Options for a Fastify server that serves only Vitrine. Errors before any plugin runs (an address that cannot be
 * decoded, or has a very long id) are answered like all others, the unused validator is not loaded, and request ids
 * are unique across processes and restarts.
 */
export const serverOptions: Pick<FastifyServerOptions, 'frameworkErrors' | 'schemaController' | 'genReqId'> = {
  frameworkErrors: answerFrameworkError,
  schemaController,
  genReqId: requestIdOf
}
