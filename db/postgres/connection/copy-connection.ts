import pg from 'pg'
import { COPYING, optionsOf } from './connections.js'
import { Servers } from './servers.js'

/**
 * Connects to a database to copy it. The next statement reports a lost connection, so the `error` event needs no
 * handling.
 */
export async function connectToCopy (address: string): Promise<pg.Client> {
  return await new Servers(address).connect((at) =>
    new pg.Client({ ...optionsOf(at), application_name: COPYING }).on('error', () => {}))
}
