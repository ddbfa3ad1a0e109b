import type { FastifySchema } from 'fastify'
import type { Api } from '../../api/api.js'
import { version, packageFolder } from '../../package.js'
import { Components } from './parts/components.js'
import { complete } from './complete.js'
import {
  SERVER, type OpenApiDocument, type Operation, type Parameter, type Response, type Schema
} from './parts/types.js'
import { SECURITY, securitySchemes } from './parts/security.js'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { searchTable } from './examples.js'

/** A route of the document; its path is relative to the mount. */
export interface DocumentedRoute { method: string, url: string, schema: FastifySchema }

/** The schema of a route as plain JSON; its named parts are references. */
interface RouteSchema extends Pick<Operation, 'operationId' | 'summary' | 'tags' | 'description'> {
  querystring?: Schema
  params?: Schema
  body?: Schema
  response?: Record<string, Schema>
}

type Described = Schema & { description?: string, examples?: unknown[] }

/** Describes routes as OpenAPI 3.1, from their schemas and the definitions of the API. */
export function documentOf (routes: readonly DocumentedRoute[], api: Api): OpenApiDocument {
  const components = new Components()
  const paths: OpenApiDocument['paths'] = {}
  for (const { method, url, schema } of routes) {
    const path = url.replace(/:(\w+)|\*/g, (all, name = all) => `{${name}}`)
    const operation = operationOf(components.refer(schema) as RouteSchema, path)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return complete({
    openapi: '3.1.0',
    info: { title: 'Vitrine', version, description: description(), license: { name: 'MIT', identifier: 'MIT' } },
    components: { securitySchemes, schemas: components.all() },
    paths,
    servers: [{ url: SERVER }],
    security: SECURITY.optional,
    tags: []
  }, api)
}

function operationOf (schema: RouteSchema, path: string): Operation {
  const { operationId, summary, tags, description, querystring, params, body, response } = schema
  const inPath = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => [name!, { type: 'string' }] as const)
  const parameters = [
    ...parametersIn('query', querystring),
    ...parametersIn('path', params ?? { properties: Object.fromEntries(inPath) })
  ]
  return {
    operationId,
    summary,
    tags,
    ...(description !== undefined && { description }),
    ...(body !== undefined && { requestBody: { required: true, content: json(body) } }),
    ...(parameters.length > 0 && { parameters }),
    responses: Object.fromEntries(Object.entries(response ?? {}).map(([status, answer]) => [status, answerOf(answer)]))
  }
}

/** The parameters that the members of a schema of an object describe. */
function parametersIn (place: string, schema: Schema | undefined): Parameter[] {
  const properties = (schema?.properties ?? {}) as Record<string, Described>
  return Object.entries(properties).map(([name, { description, examples, ...rest }]) => ({
    name,
    in: place,
    ...(examples !== undefined && { example: examples[0] }),
    ...(description !== undefined && { description }),
    schema: rest
  }))
}

function answerOf (schema: Schema): Response {
  return { description: String(schema.description ?? 'The answer'), content: json(schema) }
}

function json (schema: Schema): Response['content'] & object {
  return { 'application/json': { schema } }
}

const FILE = path.join(packageFolder, 'plugins', 'openapi', 'description.md')

/** The introduction of the document, in Markdown. */
function description (): string {
  return readFileSync(FILE, 'utf8').replace('{{searches}}', searchTable()).trim()
}
