/** Types of the part of autocannon used here; it has none of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  namespace autocannon {
    interface Request {
      method?: string
      path?: string
      headers?: Record<string, string>
      body?: string | Buffer
      /** Called before each request is sent; returns the request to send. */
      setupRequest?: (request: Request) => Request
    }

    interface Client extends EventEmitter {
      setRequests (requests: Request[]): void
    }

    interface Options {
      url: string
      connections: number
      /** In seconds. */
      duration: number
      /** Interval in milliseconds at which the end of the time is checked. */
      sampleInt?: number
      /** In seconds. */
      timeout?: number
      requests?: Request[]
      setupClient?: (client: Client) => void
    }

    interface Result {
      errors: number
      timeouts: number
      statusCodeStats: Record<string, { count: number }>
    }

    interface Run extends EventEmitter, PromiseLike<Result> {
      on(
        event: 'response',
        listener: (client: Client, status: number, bytes: number, milliseconds: number) => void
      ): this
    }
  }

  function autocannon (options: autocannon.Options): autocannon.Run
  export = autocannon
}
