import type pg from 'pg'
import { COPYING, LISTENING, PROGRAM } from './connections.js'
import { Servers } from './servers.js'

export async function connectToCopy (address: string): Promise<pg.Client> {
  return await new Servers(address).open({ application_name: COPYING })
}

/** Whether other connections of Vitrine read or write the database, as far as this account may see. */
export async function isUsedByOthers (client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ($1, $2) LIMIT 1',
    [PROGRAM, LISTENING]
  )
  return rowCount !== 0
}

/** The address of a database without its password, for messages. */
export function namedAddress (address: string): string {
  return decodeURI(address.replace(/^(\w+:\/\/[^:@/?#]*):[^@/?#]*@/, '$1:…@'))
}
