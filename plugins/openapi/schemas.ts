import type { FastifyInstance, FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import fp from 'fastify-plugin'

/** Without a validator, Fastify calls none for a request. */
const noValidator = () => undefined
const stringify = () => JSON.stringify

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>

/**
 * Fastify's option `schemaController` for a server that serves nothing but Vitrine, with the compilers of the plugin
 * below. With this option, Fastify does not load Ajv and its serializer, some 110 files, at each start. Its type allows
 * only Ajv as the validator, hence the cast.
 */
export const schemaController = {
  compilersFactory: { buildValidator: () => noValidator, buildSerializer: () => stringify }
} as unknown as SchemaController

/**
 * The schemas of routes define types and the OpenAPI document, and tests check every answer against them. They refuse
 * nothing at run time: the rules in `api/` do, in the order (415, 400, 403, 404, 422) and words of the contract. A
 * validator would run before them, coerce what the contract distinguishes (`{"id":"7"}` and `{"id":7}`), and drop the
 * terms of properties. A serializer has nothing to do, because answers are texts already. So neither Ajv nor Fastify's
 * serializer is used.
 *
 * `request.query` is therefore typed as it is received: text, in lists and objects (see routes/resources/resources.ts).
 */
function schemasPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  fastify.setValidatorCompiler(noValidator as unknown as FastifySchemaCompiler<unknown>)
  fastify.setSerializerCompiler(stringify)
  done()
}

export default fp(schemasPlugin, { name: 'vitrine-schemas' })
