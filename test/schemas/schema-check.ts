import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../api/api.js'
import type { Extensions } from '../../api/resources/definition/extensions.js'
import { Components } from '../../plugins/openapi/parts/components.js'
import { ErrorBody } from '../../schemas/shared/common.js'

/**
 * Checks answers against their schemas as the OpenAPI document publishes them. With Ajv, because TypeBox's own checks
 * skip `patternProperties`, which describe all values.
 */
const known = new Map<string, ValidateFunction>()

/** @param isPart members may be left out. */
function validatorOf (schema: object, isPart: boolean): ValidateFunction {
  const text = JSON.stringify(schema, (key, member: unknown) => isPart && key === 'required' && Array.isArray(member) ? undefined : member)
  const present = known.get(text)
  if (present !== undefined) return present
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The module is CommonJS: its default export is a member of what is imported.
  ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
  // Schemas that have a name are referred to by it, also from within themselves.
  const components = new Components()
  const whole = components.refer(JSON.parse(text) as object)
  const validate = ajv.compile({ ...whole, components: { schemas: components.all() } })
  known.set(text, validate)
  return validate
}

const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath === '' ? '/' : instancePath} ${message} ${JSON.stringify(params)}`

/** Violations of the schema in a body, each as path and key. @param isPart members may be left out. */
export function faultsOf (schema: object, body: unknown, isPart = false): string[] {
  const validate = validatorOf(schema, isPart)
  if (validate(body)) return []
  const faults = validate.errors!.filter(({ keyword }) => keyword !== 'anyOf')
  return [...new Set(faults.map(sentence))].slice(0, 12)
}

type Responses = Record<string, object | undefined>

/** The schemas of answers at the address of a request, by status. */
function responsesOf (request: FastifyRequest, api: Api): Responses {
  const { schema, url = '' } = request.routeOptions
  if (!url.includes('/api-local/:resource')) return (schema?.response ?? {}) as Responses
  const { schemas } = api.resource((request.params as { resource: string }).resource)
  return { 200: url.includes('/facets') ? schemas.facetCounts : url.includes(':id') ? schemas.representation : schemas.list }
}

/**
 * The faults of an answer that is being sent; answers that are not JSON have none. @param extensions their data types
 * and listeners may show anything.
 */
export function faultsOfAnswer (
  request: FastifyRequest, reply: FastifyReply, payload: unknown, api: Api, extensions: Extensions = {}
): string[] {
  const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : ''
  // Schemas describe JSON-LD of the contract, not the forms that profiles request.
  if (!/^application\/(ld\+)?json(?!.*profile=)/.test(String(reply.getHeader('content-type'))) || !/^[[{]/.test(text)) return []
  const { statusCode } = reply
  // Addresses outside the API are answered by the embedding application.
  if (!request.url.startsWith('/api')) return []
  if (statusCode < 400 && (extensions.dataTypes ?? extensions.representations) !== undefined) return []
  const responses = statusCode >= 400 ? {} : responsesOf(request, api)
  const schema = statusCode >= 400 ? ErrorBody : responses[statusCode] ?? responses[`${String(statusCode)[0]}xx`]
  if (schema === undefined) return []
  const isPart = (request.query as Record<string, unknown>).fields !== undefined
  return faultsOf(schema, JSON.parse(text), isPart).map((fault) => `${request.method} ${request.url} (${statusCode}): ${fault}`)
}
