import Fastify from 'fastify'
import type { BareMessage } from './bare-server.js'
import type { Captured } from '../http/captured.js'

/**
 * The yardstick: a Fastify server that does nothing but send what Vitrine sent before, byte for byte, from memory. Run
 * as a process of its own, by BareServer.
 */
const answers = new Map<string, Captured>()
let learnt = 0
const app = Fastify()
app.addContentTypeParser(
  'application/json-patch+json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error')
)

app.route({
  method: ['GET', 'POST', 'PATCH'],
  url: '*',
  handler: (request, reply) => {
    const answer = answers.get(request.url)
    if (answer === undefined) return reply.code(404).send()
    return reply.code(answer.status).headers(answer.headers).send(answer.body.length === 0 ? undefined : answer.body)
  }
})

process.on('message', (message: BareMessage) => {
  if (message === 'forget') {
    answers.clear()
    learnt = 0
    return
  }
  // A Buffer sent by another process arrives as a plain Uint8Array.
  answers.set(message.request.path, { ...message, body: Buffer.from(message.body) })
  process.send!(++learnt)
})
process.on('disconnect', () => { process.exit() })

process.send!(await app.listen({ port: 0 }))
