import type { FastifyBaseLogger } from 'fastify'
import { workerName } from '../../api/access/throttles/worker.js'

/** Milliseconds that pending work may take after the signal. */
const GRACE_MS = 10_000

/** sysexits.h, EX_SOFTWARE: "an internal software error has been detected". */
const INTERNAL_ERROR = 70

/** Exit code when the work did not finish in time. */
const TIMED_OUT = 1

/** Interval in milliseconds at which the program checks whether the npm that started it is still running. */
const PARENT_CHECK_INTERVAL_MS = 500

/** Message to a worker that it has to end (workers.ts). */
export const END = 'end'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Ends the process with exit code 0 on a signal, or when the npm that started it has ended by a signal; and with 70
 * after an uncaught error: the state in memory may be corrupt, so pending work may finish, and the service manager
 * restarts the program. A second signal ends it at once. A worker ends on a message from the primary process and
 * ignores a second signal, because signals of a terminal reach it as well as the primary, which ends it at once if
 * necessary.
 *
 * @param stop finishes pending work, within 10 seconds; its argument says whether there was an uncaught error.
 */
export function endGracefully (log: FastifyBaseLogger, stop: (hasFailed: boolean) => Promise<void>): void {
  let isEnding = false
  const isWorker = workerName() !== undefined

  async function end (status: number): Promise<void> {
    isEnding = true
    setTimeout(() => {
      log.fatal('The work under way took too long to finish.')
      process.exit(status || TIMED_OUT)
    }, GRACE_MS)
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
      if (isEnding && isWorker) return
      if (isEnding) process.exit(TIMED_OUT)
      log.debug(`${signal} received`)
      end(0).catch(() => {})
    })
  }

  if (isWorker) {
    process.on('message', (message) => { if (message === END && !isEnding) end(0).catch(() => {}) })
  }

  // npm and npx run programs in a shell, which does not pass signals on when it ends by one.
  if (!isWorker && process.env.npm_command !== undefined) {
    const parent = process.ppid
    const watching = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watching)
      if (isEnding) return
      log.debug('npm, which started this program, has ended')
      end(0).catch(() => {})
    }, PARENT_CHECK_INTERVAL_MS).unref()
  }

  // Node reports unhandled rejections here, too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'An uncaught error')
    // Later errors, probably caused by the first, must not interrupt pending work.
    if (isEnding) return
    process.stderr.write(`vitrine: The server ends because of an uncaught error: ${messageOf(error)}\n`)
    end(INTERNAL_ERROR).catch(() => {})
  })
}

function messageOf (error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0]! : String(error)
}
