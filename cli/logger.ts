import { LogController, type FastifyLoggerOptions, type FastifyReply, type FastifyRequest } from 'fastify'

/** Logs go to stderr, as JSON lines or, on a terminal, for people to read; stdout is for what the program says. */
export async function logger (level: string): Promise<FastifyLoggerOptions & { stream: NodeJS.WritableStream }> {
  return { level, stream: process.stderr.isTTY ? await readable() : process.stderr }
}

async function readable (): Promise<NodeJS.WritableStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', destination: 2, sync: true })
}

/** One line for a request, at the level `debug`; what goes wrong is logged as ever. */
export class QuietLog extends LogController {
  override incomingRequest (): void {}

  override requestCompleted (error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (error !== null && error !== undefined) super.requestCompleted(error, request, reply)
    else request.log.debug({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
  }
}
