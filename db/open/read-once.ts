import { isAddress } from '../engine/address.js'
import type { Database } from '../query/statements/database.js'
import { connect } from '../sqlite/connection/connection.js'

/**
 * Reads from a database in a thread that does not need it afterwards.
 *
 * @param place a file or an address. @param pageCache bytes of a file that the connection may hold.
 */
export async function readOnce<T> (
  place: string, pageCache: number, read: (database: Database) => Promise<T>
): Promise<T> {
  if (isAddress(place)) return await (await import('../postgres/query/read-once.js')).readOnce(place, read)
  const { database, driver } = connect(place, { isReadOnly: true, pageCache })
  try {
    return await read(database)
  } finally {
    driver.close()
  }
}
