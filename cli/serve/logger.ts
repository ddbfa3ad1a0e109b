import type { Server } from 'node:http'
import Fastify, {
  LogController,
  type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest
} from 'fastify'
import { serializers } from '../../plugins/request/redaction.js'
import { schemaController } from '../../plugins/openapi/schemas.js'
import { RequestLog } from './request-log.js'

/** Logs to stderr: JSON lines, or readable text on a terminal. Output for the user goes to stdout. */
export async function logger (level: string): Promise<FastifyBaseLogger> {
  const stream = process.stderr.isTTY ? await readableText() : process.stderr
  // Created by Fastify, because it has the serializers for requests and replies.
  return Fastify({ schemaController, logger: { level, stream, serializers } }).log
}

async function readableText (): Promise<NodeJS.WritableStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', destination: 2, sync: true })
}

/**
 * A server that logs errors, and at the level `debug` one line per request. At higher levels Fastify gets no logger:
 * with one it would create a child logger and listeners for each request.
 */
export function loggingServer (log: FastifyBaseLogger, given: FastifyHttpOptions<Server>): FastifyInstance {
  const options = { ...given, logController: new QuietLog() }
  if (log.level === 'debug' || log.level === 'trace') return Fastify({ ...options, loggerInstance: log })
  return Fastify(options).setChildLoggerFactory((_none, bindings) => new RequestLog(log, bindings))
}

/** Logs one line per request instead of two, and errors as usual. */
class QuietLog extends LogController {
  override incomingRequest (): void {}

  override requestCompleted (error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (error !== null && error !== undefined) super.requestCompleted(error, request, reply)
    else request.log.debug({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
  }
}
