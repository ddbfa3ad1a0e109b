import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { serializers } from '../plugins/redaction.js'

/** Logs go to stderr, as JSON lines or, on a terminal, for people to read; stdout is for what the program says. */
export async function logger (level: string): Promise<FastifyBaseLogger> {
  // Made by Fastify, which knows how to print what it logs.
  return Fastify({ logger: { level, stream: process.stderr.isTTY ? await readable() : process.stderr, serializers } }).log
}

async function readable (): Promise<NodeJS.WritableStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', destination: 2, sync: true })
}

/**
 * A server that logs what goes wrong, and at the level `debug` one line for each request. Above it Fastify has no logger
 * of its own, for which it would make a child for each request and listen to each answer.
 */
export function loggingServer (log: FastifyBaseLogger, given: FastifyServerOptions): FastifyInstance {
  const options = { ...given, logController: new QuietLog() }
  if (log.level === 'debug' || log.level === 'trace') return Fastify({ ...options, loggerInstance: log })
  return Fastify(options).setChildLoggerFactory(() => log)
}

/** One line for a request; what goes wrong is logged as ever. */
class QuietLog extends LogController {
  override incomingRequest (): void {}

  override requestCompleted (error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (error !== null && error !== undefined) super.requestCompleted(error, request, reply)
    else request.log.debug({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
  }
}
