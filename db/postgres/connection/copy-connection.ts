import pg from 'pg'
import { COPYING, optionsOf } from './connections.js'
import { Servers } from './servers.js'

/** Connects to a database to copy it. That the connection is lost is told by what is asked over it. */
export async function connectToCopy (address: string): Promise<pg.Client> {
  return await new Servers(address).connect((at) =>
    new pg.Client({ ...optionsOf(at), application_name: COPYING }).on('error', () => {}))
}
