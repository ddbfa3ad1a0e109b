import swagger from '@fastify/swagger'
import Fastify, { type FastifySchema, type HTTPMethods } from 'fastify'
import type { Api } from '../../api/api.js'
import { version } from '../../package.js'
import { Components, plain } from './components.js'
import { complete } from './complete.js'
import { description } from './description.js'
import { SERVER } from './server.js'
import { SECURITY, securitySchemes } from './security.js'
import type { OpenApiDocument } from './types.js'

/** A route that is to be shown; its path begins below the mount. */
export interface DocumentedRoute { method: string, url: string, schema: FastifySchema & { operationId?: string } }

/** @fastify/swagger turns this keyword into another that means less; it gets its name back afterwards. */
const PATTERNS = 'patternProperties'
const HIDDEN_PATTERNS = 'x-patternProperties'

/** Describes these routes as OpenAPI 3.1. Every part comes from their schemas and from what the API says of itself. */
export async function documentOf (routes: readonly DocumentedRoute[], api: Api): Promise<OpenApiDocument> {
  const components = new Components()
  const described = routes.map(({ schema, ...route }) => ({ ...route, schema: components.refer(plain(schema)) }))
  const describer = Fastify()
  describer.setValidatorCompiler(() => () => true)
  describer.setSerializerCompiler(() => JSON.stringify)
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
