import { isAddress } from '../engine/address.js'
import type { Reading } from '../query/statements/reading.js'
import { readingOf } from '../sqlite/connection/reading.js'
import { connect } from '../sqlite/connection/connection.js'

/**
 * Opens a database read-only, for a worker thread.
 *
 * @param place a file or an address. @param options `pageCache`: bytes of page cache for a file; `timeout`:
 * milliseconds after which a server cancels a statement.
 */
export async function openReading (
  place: string, { pageCache, timeout }: { pageCache: number, timeout: number }
): Promise<Reading> {
  if (!isAddress(place)) return readingOf(connect(place, { isReadOnly: true, pageCache }).database)
  const { PostgresReading } = await import('../postgres/reading/postgres-reading.js')
  return new PostgresReading(place, timeout)
}
