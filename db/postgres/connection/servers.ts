import pg from 'pg'
import { ConnectionError, withCode } from './connection-error.js'
import { optionsOf } from './connections.js'

/** The user, the hosts and the rest of an address; libpq accepts several hosts separated by commas. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)((?:[/?#].*)?)$/s

/** The parameter by which libpq selects the server that accepts writes. */
const WANTED = /([?&])target_session_attrs=([^&#]*)(&?)/

/**
 * The addresses of the individual servers that an address lists.
 *
 * @throws TypeError if `target_session_attrs` requires servers that do not accept writes.
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

/** The hosts that an address lists, for messages. */
export function hostsOf (address: string): string {
  return PARTS.exec(address)?.[2] ?? ''
}

/**
 * The servers that an address lists, one of which accepts writes: the current primary. Connections are made to the
 * server that last accepted writes; when it does not any more, the others are tried in turn.
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

  /** The address of the server that last accepted writes. */
  get current (): string {
    return this.#addresses[this.#at]!
  }

  /** Switches to the next server after one has not responded or does not accept writes. */
  leave (address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.count
  }

  /**
   * Connects to the server that accepts writes.
   *
   * @param make creates a client for an address, not yet connected. @throws the error of the only server; otherwise an
   * error that lists the reason for each server.
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

  /** As `connect`, for a client whose next statement reports that the connection is lost. */
  async open (options: pg.ClientConfig = {}): Promise<pg.Client> {
    return await this.connect((address) => new pg.Client({ ...optionsOf(address), ...options }).on('error', () => {}))
  }

  /** @throws if the address lists several servers and this one does not accept writes. */
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
