import swagger from '@fastify/swagger'
import Fastify, { type FastifySchema, type HTTPMethods } from 'fastify'
import type { Api } from '../../api/api.js'
import { version } from '../../package.js'
import { schemaController } from './schemas.js'
import { Components, plain } from './parts/components.js'
import { complete } from './complete.js'
import { description } from './description.js'
import { SERVER } from './parts/server.js'
import { SECURITY, securitySchemes } from './parts/security.js'
import type { OpenApiDocument } from './parts/types.js'

/** A route of the document; its path is relative to the mount. */
export interface DocumentedRoute { method: string, url: string, schema: FastifySchema & { operationId?: string } }

/** Renamed while @fastify/swagger works, because it would replace this keyword by a weaker one. */
const PATTERNS = 'patternProperties'
const HIDDEN_PATTERNS = 'x-patternProperties'

/** Describes routes as OpenAPI 3.1, from their schemas and the definitions of the API. */
export async function documentOf (routes: readonly DocumentedRoute[], api: Api): Promise<OpenApiDocument> {
  const components = new Components()
  const described = routes.map(({ schema, ...route }) => ({ ...route, schema: components.refer(plain(schema)) }))
  const describer = Fastify({ schemaController })
  await describer.register(swagger, {
    convertConstToEnum: false,
    stripBasePath: false,
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vitrine', version, description: description(), license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: SERVER }],
      components: { securitySchemes },
      security: SECURITY.optional
    }
  })
  for (const schema of components.all()) describer.addSchema(hidePatterns(schema))
  for (const { method, url, schema } of described) {
    describer.route({
      method: method as HTTPMethods,
      url,
      exposeHeadRoute: false,
      schema: hidePatterns(schema) as FastifySchema,
      handler: async () => {}
    })
  }
  await describer.ready()
  const document = showPatterns(describer.swagger()) as OpenApiDocument
  await describer.close()
  return complete(document, api)
}

function hidePatterns (schema: unknown): unknown {
  return renamed(schema, PATTERNS, HIDDEN_PATTERNS)
}

function showPatterns (document: unknown): unknown {
  return renamed(document, HIDDEN_PATTERNS, PATTERNS)
}

function renamed (value: unknown, from: string, to: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((member) => renamed(member, from, to))
  const members = Object.entries(value).map(([key, member]) => [key === from ? to : key, renamed(member, from, to)])
  return Object.fromEntries(members)
}
