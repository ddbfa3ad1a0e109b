import Fastify, {
  LogController, type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, type FastifyReply,
  type FastifyRequest
} from 'fastify'
import type { Server } from 'node:http'
import { serializers } from '../../plugins/request/redaction.js'
import { schemaController } from '../../plugins/openapi/schemas.js'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Said = [object: unknown, message?: string, ...values: unknown[]]

/**
 * The logger of one request, which adds the id of the request to each line. It creates the child logger with the first
 * line: few requests log anything, and creating one takes longer than answering from the cache.
 */
class RequestLog implements FastifyBaseLogger {
  #own: FastifyBaseLogger | undefined

  constructor (private readonly parent: FastifyBaseLogger, private readonly bindings: Bindings) {}

  get level (): string { return this.parent.level }
  get msgPrefix (): string | undefined { return undefined }

  fatal (...said: Said): void { this.#log.fatal(...said) }
  error (...said: Said): void { this.#log.error(...said) }
  warn (...said: Said): void { this.#log.warn(...said) }
  info (...said: Said): void { this.#log.info(...said) }
  debug (...said: Said): void { this.#log.debug(...said) }
  trace (...said: Said): void { this.#log.trace(...said) }
  silent (): void {}

  child (...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger { return this.#log.child(...given) }

  get #log (): FastifyBaseLogger {
    return (this.#own ??= this.parent.child(this.bindings))
  }
}

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
