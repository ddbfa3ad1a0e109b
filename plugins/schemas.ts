import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * The schemas of routes are types, the OpenAPI document, and what tests hold every answer against. They refuse nothing
 * at run time: the rules in `api/` decide what is refused, in the contract's order (415, 400, 403, 404, 422) and words.
 * A validator would come before them, coerce what the contract tells apart (`{"id":"7"}` and `{"id":7}`), and drop the
 * terms of properties; a serializer has nothing to do, because answers are text already. So neither the Ajv of the
 * application around us nor Fastify's serializer is used.
 *
 * `request.query` is therefore typed as it is received: text, in lists and objects (see routes/resource.ts).
 */
function schemasPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  fastify.setValidatorCompiler(() => () => true)
  fastify.setSerializerCompiler(() => JSON.stringify)
  done()
}

export default fp(schemasPlugin, { name: 'vitrine-schemas' })
