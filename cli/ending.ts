import type { FastifyBaseLogger } from 'fastify'

/** How long the work under way may take to finish, in milliseconds. */
const GRACE = 10_000

/** sysexits.h, EX_SOFTWARE: "an internal software error has been detected". */
export const INTERNAL_ERROR = 70

/** The end did not come in time. */
const TIMED_OUT = 1

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Ends the process on a signal, with 0, and after an error that nobody caught, with 70: what the process holds in
 * memory cannot be trusted any more, but what is under way may finish, and the service manager starts it anew. A
 * second signal ends it at once.
 *
 * @param stop finishes what is under way; is told whether the process has failed. It is given 10 seconds.
 */
export function endGracefully (log: FastifyBaseLogger, stop: (hasFailed: boolean) => Promise<void>): void {
  let isEnding = false

  async function end (status: number): Promise<void> {
    isEnding = true
    setTimeout(() => {
      log.fatal('The work under way took too long to finish.')
      process.exit(status || TIMED_OUT)
    }, GRACE)
    try {
      await stop(status !== 0)
      process.exit(status)
    } catch (error) {
      log.fatal({ err: error }, 'The server could not be closed.')
      process.exit(status || TIMED_OUT)
    }
  }

  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isEnding) process.exit(TIMED_OUT)
      log.info(`${signal} received`)
      end(0).catch(() => {})
    })
  }

  // Rejections that nobody handles arrive here as well.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'An error that nobody caught')
    // Errors that follow from the first one must not cut off what is still under way.
    if (isEnding) return
    process.stderr.write(`vitrine: The server ends because of an error that nobody caught: ${messageOf(error)}\n`)
    end(INTERNAL_ERROR).catch(() => {})
  })
}

function messageOf (error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0]! : String(error)
}
