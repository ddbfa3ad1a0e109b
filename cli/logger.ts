import type { Server } from 'node:http'
import Fastify, {
  LogController,
  type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest
} from 'fastify'
import { serializers } from '../plugins/redaction.js'

/** Logs to stderr: JSON lines, or readable text on a terminal. What the program says to its user goes to stdout. */
export async function logger (level: string): Promise<FastifyBaseLogger> {
  const stream = process.stderr.isTTY ? await readableText() : process.stderr
  // Fastify makes the logger, because it knows how to print requests and replies.
  return Fastify({ logger: { level, stream, serializers } }).log
}

async function readableText (): Promise<NodeJS.WritableStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', destination: 2, sync: true })
}

/**
 * A server that logs errors, and at the level `debug` one line for each request. At higher levels Fastify gets no
 * logger: with one it would make a child logger and add listeners for each request.
 */
export function loggingServer (log: FastifyBaseLogger, given: FastifyHttpOptions<Server>): FastifyInstance {
  const options = { ...given, logController: new QuietLog() }
  if (log.level === 'debug' || log.level === 'trace') return Fastify({ ...options, loggerInstance: log })
  return Fastify(options).setChildLoggerFactory(() => log)
}

/** One line for a request instead of two; errors are logged as ever. */
class QuietLog extends LogController {
  override incomingRequest (): void {}

  override requestCompleted (error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (error !== null && error !== undefined) super.requestCompleted(error, request, reply)
    else request.log.debug({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
  }
}
