import pg from 'pg'
import { optionsOf } from './connections.js'
import { CHANNEL } from './postgres-writer.js'

/** Milliseconds after which a connection that was lost is tried again. */
const RETRY = 300

/** Hears what other processes commit. */
export class Announcements {
  /** Changes whenever another process has committed, and whenever that may not have been heard. */
  version = 0
  isHearing = false
  readonly #address: string
  readonly #node: string
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param node names this process. */
  constructor (address: string, node: string) {
    this.#address = address
    this.#node = node
  }

  async listen (): Promise<void> {
    const client = new pg.Client(optionsOf(this.#address))
    client.on('error', () => { this.#lost(client) }).on('end', () => { this.#lost(client) })
    client.on('notification', ({ payload }) => { if (payload !== this.#node) this.version++ })
    this.#client = client
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}`)
    this.version++
    this.isHearing = true
  }

  async close (): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end()
  }

  #lost (client: pg.Client): void {
    if (this.#isClosed || client !== this.#client) return
    this.#client = undefined
    this.isHearing = false
    this.version++
    this.#timer = setTimeout(() => { this.listen().catch(() => { this.#lost(this.#client!) }) }, RETRY).unref()
  }
}
