import type pg from 'pg'
import type { Servers } from './servers.js'

/** Milliseconds after which a server that does not respond counts as unavailable. */
const RESPONSE_TIMEOUT_MS = 2000

/**
 * A separate connection for short status queries, which thus never wait behind slow statements. It is reopened after
 * it was lost.
 */
export class Probe {
  #client: Promise<pg.Client> | undefined

  constructor (private readonly servers: Servers) {}

  /** Runs a query. @returns its row. @throws if there is no response in time. */
  async query (query: string): Promise<unknown[]> {
    // When it is lost, the next query fails and opens another connection.
    const client = this.#client ??= this.servers.open({
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS, query_timeout: RESPONSE_TIMEOUT_MS
    })
    try {
      const { rows } = await (await client).query({ text: query, rowMode: 'array' })
      return rows[0] as unknown[]
    } catch (error) {
      this.#drop(client)
      throw error
    }
  }

  async close (): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.then(async (connected) => { await connected.end() }).catch(() => {})
  }

  #drop (client: Promise<pg.Client>): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.then(cut, () => {})
  }
}

/** Closes a connection immediately, even if the server does not respond: pending queries fail. */
export function cut (client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy (): void } } }).connection.stream.destroy()
}
