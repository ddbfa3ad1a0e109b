import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Said = [object: unknown, message?: string, ...values: unknown[]]

/**
 * The logger of one request, which adds the id of the request to each line. It creates the child logger with the first
 * line: few requests log anything, and creating one takes longer than answering from the cache.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  #own: FastifyBaseLogger | undefined

  constructor (parent: FastifyBaseLogger, bindings: Bindings) {
    this.#parent = parent
    this.#bindings = bindings
  }

  get level (): string { return this.#parent.level }
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
    return (this.#own ??= this.#parent.child(this.#bindings))
  }
}
