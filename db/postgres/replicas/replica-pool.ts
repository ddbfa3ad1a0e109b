import pg from 'pg'
import { cut } from '../connection/probe.js'
import { Readers, type ReaderSettings } from './readers.js'
import type { Servers } from '../connection/servers.js'

/** Reads the position up to which a replica has replayed the log of its primary, in bytes. */
export const REPLAYED = "SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')"

/** The connections to a replica, valid as long as the server is not restarted or replaced. */
export class ReplicaPool extends Readers {
  readonly #clients: Set<pg.Client>

  /** @param position the position reached so far: a restarted server may be behind it for a while. */
  constructor (server: Servers, settings: ReaderSettings, position: () => number) {
    const clients = new Set<pg.Client>()
    class Client extends pg.Client {
      constructor (options?: pg.ClientConfig) {
        super(options)
        clients.add(this)
        this.once('end', () => { clients.delete(this) })
      }
    }
    super(server, settings, {
      Client: Client as never,
      verify (client, done) {
        const known = position()
        client.query<[number]>({ text: REPLAYED, rowMode: 'array' }).then(
          ({ rows }) => { done(rows[0]![0] < known ? new Error('The replica was restarted from another state.') : undefined) }, done
        )
      }
    })
    this.#clients = clients
  }

  /** Closes all connections immediately; running statements fail. */
  closeNow (): void {
    this.close().catch(() => {})
    for (const client of this.#clients) cut(client)
  }
}
