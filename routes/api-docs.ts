import type { FastifyInstance } from 'fastify'
import { Answer, BASE } from '../api/answer.js'
import { hashOf, Validators } from '../plugins/conditional.js'
import { openApiOf, SERVER } from '../plugins/openapi.js'
import { readOnly } from './read-only.js'

/** The OpenAPI document of this installation, for everybody. */
export async function openApi (fastify: FastifyInstance): Promise<void> {
  const schema = { operationId: 'readOpenApi', summary: 'Read this document', tags: ['api'] }
  let answer: Promise<Answer> | undefined
  let ready: { base: string, body: Buffer, validators: Validators } | undefined

  async function answered (): Promise<Answer> {
    return new Answer(JSON.stringify(await openApiOf(fastify)).replaceAll(SERVER, BASE))
  }

  readOnly(fastify, '/api/openapi.json', schema, async (request, reply) => {
    const base = fastify.baseOf(request)
    const document = await (answer ??= answered())
    if (ready?.base !== base) {
      const body = Buffer.from(document.text(base))
      ready = { base, body, validators: new Validators(hashOf(body), document) }
    }
    if (ready.validators.isFresh(request, reply)) return reply.code(304).send()
    return reply.header('content-type', 'application/json').send(ready.body)
  })
}
