import type pg from 'pg'
import { ConnectionError, withCode } from './connection-error.js'

/** The user, the hosts and the rest of an address; libpq takes several hosts with commas between them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)((?:[/?#].*)?)$/s

/** What libpq asks for to find the one server of several that takes writes. */
const WANTED = /([?&])target_session_attrs=([^&#]*)(&?)/

/**
 * The addresses of the single servers that an address names.
 *
 * @throws TypeError when it asks for servers that take no writes.
 */
export function addressesOf (address: string): string[] {
  const [, head, hosts, tail] = PARTS.exec(address) ?? []
  if (hosts === undefined) throw new TypeError('The address of the database must look like postgres://user:password@host/name.')
  const wanted = WANTED.exec(tail!)?.[2] ?? 'read-write'
  if (wanted !== 'read-write' && wanted !== 'primary') {
    throw new TypeError(`target_session_attrs=${wanted} is not supported: the database must take writes (read-write).`)
  }
  const rest = tail!.replace(WANTED, (_, before: string, _wanted, after: string) => after === '' ? '' : before)
  return hosts.split(',').map((host) => `${head!}${host}${rest}`)
}

/** The hosts that an address names, as they may be shown. */
export function hostsOf (address: string): string {
  return PARTS.exec(address)?.[2] ?? ''
}

/**
 * The servers that an address names, of which one takes writes: the primary, whichever that is now. All connections are
 * made to the one that took writes last; when it does not any more, the others are tried in turn.
 */
export class Servers {
  readonly #addresses: readonly string[]
  #at = 0

  constructor (address: string) {
    this.#addresses = addressesOf(address)
  }

  get count (): number {
    return this.#addresses.length
  }

  /** The one that took writes last. */
  get current (): string {
    return this.#addresses[this.#at]!
  }

  /** Has the next one be tried instead of one that does not answer, or takes no writes. */
  leave (address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.count
  }

  /**
   * Connects to the server that takes writes.
   *
   * @param make a client for an address, which is not connected yet.
   * @throws what the only server says; otherwise an error that tells why each of them was left.
   */
  async connect<Client extends pg.Client> (make: (address: string) => Client): Promise<Client> {
    const problems: string[] = []
    for (;;) {
      const address = this.current
      const client = make(address)
      try {
        await client.connect()
        await this.check(client)
        return client
      } catch (error) {
        client.end().catch(() => {})
        this.leave(address)
        if (this.count === 1) throw error
        problems.push(`${hostsOf(address)}: ${(error as Error).message}`)
        if (problems.length === this.count) throw new ConnectionError(`No server takes writes (${problems.join('; ')})`)
      }
    }
  }

  /** @throws when a server is one of several, and takes no writes. */
  async check (client: pg.ClientBase): Promise<void> {
    if (this.count === 1) return
    try {
      const { rows: [found] } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only')
      if (found!.transaction_read_only !== 'off') throw new ConnectionError('it is a replica', '25006')
    } catch (error) {
      throw withCode(error)
    }
  }
}
