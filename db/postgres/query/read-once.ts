import pg from 'pg'
import type { Database } from '../../query/statements/database.js'
import { forReads, optionsOf, runOver } from '../connection/connections.js'
import { Servers } from '../connection/servers.js'
import { databaseOf } from './postgres-database.js'

/** Reads over a connection of its own, then closes it. If the connection is lost, the running query fails. */
export async function readOnce<T> (address: string, read: (database: Database) => Promise<T>): Promise<T> {
  const client = await new Servers(address).connect((at) => new pg.Client(optionsOf(at)).on('error', () => {}))
  try {
    return await read(databaseOf(forReads(runOver(client))))
  } finally {
    await client.end()
  }
}
