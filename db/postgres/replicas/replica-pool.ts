import pg from 'pg'
import { cut } from '../connection/probe.js'
import { Readers, type ReaderSettings } from './readers.js'
import type { Servers } from '../connection/servers.js'

/** How far a replica has replayed the log of its primary, in bytes. */
export const REPLAYED = "SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')"

/** The connections to a replica, as long as it is the same server that runs without a break. */
export class ReplicaPool extends Readers {
  readonly #clients: Set<pg.Client>

  /** @param position how far the replica has come: a server that was started anew may be behind that for a while. */
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
          ({ rows }) => { done(rows[0]![0] < known ? new Error('The replica has begun anew.') : undefined) }, done
        )
      }
    })
    this.#clients = clients
  }

  /** Ends all connections at once; statements that are running fail. */
  cut (): void {
    this.close().catch(() => {})
    for (const client of this.#clients) cut(client)
  }
}
