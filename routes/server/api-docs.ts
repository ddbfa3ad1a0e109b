import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Answer } from '../../api/core/answers/answer.js'
import { BASE } from '../../api/core/answers/base.js'
import { openApiOf } from '../../plugins/openapi/openapi.js'
import { SERVER } from '../../plugins/openapi/parts/types.js'
import { policyWith } from '../../plugins/pages/pages.js'
import { apiDocsPage } from '../../web/pages/api-docs.js'
import { PAGE } from '../pages/page.js'
import { readOnly, withTrailingSlash } from '../shared/address.js'
import { IMMUTABLE_CACHE_CONTROL, sendDocument } from '../shared/replies.js'

/** Swagger UI sends requests ("try it out"), and its style sheet contains small pictures as data URLs. */
const POLICY = policyWith({ 'connect-src': "'self'", 'img-src': "'self' data:" })

/** Path of Swagger UI's files, relative to the mount of the installation. */
const FOLDER = '/api-docs/swagger-ui'
const STYLE = { file: 'swagger-ui.css', type: 'text/css; charset=utf-8' }
const SCRIPT = { file: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' }

/** Serves the OpenAPI document of this installation, also to anonymous clients. */
export async function openApi (fastify: FastifyInstance): Promise<void> {
  const schema = { operationId: 'readOpenApi', summary: 'Read this document', tags: ['api'] }
  let answer: Promise<Answer> | undefined

  async function makeAnswer (): Promise<Answer> {
    return new Answer(JSON.stringify(await openApiOf(fastify)).replaceAll(SERVER, BASE))
  }

  readOnly(fastify, '/api/openapi.json', schema, async (_request, reply) =>
    await sendDocument(reply, { answer: await (answer ??= makeAnswer()), mediaType: 'application/json' }), { ignoresActor: true })
}

/** The folder of Swagger UI's files on the disk, and the paths under which they are served. */
function swaggerUi () {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('@fastify/swagger-ui/package.json')
  const { version } = require(manifest) as { version: string }
  const address = (file: string): string => `${FOLDER}/${file}?v=${version}`
  return {
    folder: path.join(path.dirname(manifest), 'static'),
    addresses: { style: address(STYLE.file), script: address(SCRIPT.file) }
  }
}

/** Serves the page with the documentation of the API. */
export async function apiDocs (fastify: FastifyInstance): Promise<void> {
  // Looked up at the first request for the page, so that it does not delay the start.
  let found: ReturnType<typeof swaggerUi> | undefined

  for (const url of withTrailingSlash(fastify, '/api-docs')) {
    fastify.get(url, PAGE, async (_request, reply) => {
      const { addresses } = found ??= swaggerUi()
      reply.header('content-security-policy', POLICY)
      return await reply.vitrine.sendPage((frame) => apiDocsPage(frame, addresses))
    })
  }
  for (const { file, type } of [STYLE, SCRIPT]) {
    fastify.get(`${FOLDER}/${file}`, PAGE, async (_request, reply) => {
      const { folder } = (found ??= swaggerUi())
      return reply
        .header('cache-control', IMMUTABLE_CACHE_CONTROL)
        .header('content-type', type)
        .header('vary', 'Accept-Encoding')
        .send(createReadStream(path.join(folder, file)))
    })
  }
}
