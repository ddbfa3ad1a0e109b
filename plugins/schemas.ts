import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Schemas are for the documentation. Validating with them would refuse in another order than the contract's (415, 400,
 * 403, 404, 422), coerce what the contract tells apart (`{"id":"7"}` and `{"id":7}`), and drop RDF terms; answers are
 * text already. So neither the parent's Ajv nor Fastify's serializer sees them.
 */
function schemasPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  fastify.setValidatorCompiler(() => () => true)
  fastify.setSerializerCompiler(() => JSON.stringify)
  done()
}

export default fp(schemasPlugin, { name: 'vitrine-schemas' })
