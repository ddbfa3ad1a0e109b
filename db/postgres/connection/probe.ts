import pg from 'pg'
import { optionsOf } from './connections.js'
import type { Servers } from './servers.js'

/** Milliseconds after which a server that does not answer counts as gone. */
const PATIENCE = 2000

/** A connection for short questions, which wait behind no slow statement. It is made anew when it was lost. */
export class Probe {
  #client: Promise<pg.Client> | undefined

  constructor (private readonly servers: Servers) {}

  /** @returns the row that a query gives. @throws when there is no answer in time. */
  async ask (query: string): Promise<unknown[]> {
    const client = this.#client ??= this.#connect()
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

  async #connect (): Promise<pg.Client> {
    return await this.servers.connect((address) => {
      const client = new pg.Client({ ...optionsOf(address, PATIENCE), query_timeout: PATIENCE })
      // The next question fails, and has another connection made.
      return client.on('error', () => {})
    })
  }

  #drop (client: Promise<pg.Client>): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.then(cut, () => {})
  }
}

/** Ends a connection at once, whether or not the other side answers: what was asked fails. */
export function cut (client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy (): void } } }).connection.stream.destroy()
}
