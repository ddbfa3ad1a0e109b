import type Sqlite from 'better-sqlite3'
import { openFile } from './driver.js'
import { BUSY_TIMEOUT } from './busy-timeout.js'

/**
 * A connection for statements that sort or copy very many rows, another one than for all other work: what does not fit
 * into its cache goes to temporary files, not into memory. Somebody else copies what it writes from the log into the
 * database.
 *
 * @param file path of the database. The caller closes it.
 */
export function bulkConnection (file: string): Sqlite.Database {
  const driver = openFile(file, { timeout: BUSY_TIMEOUT })
  driver.pragma('temp_store = FILE')
  driver.pragma('wal_autocheckpoint = 0')
  return driver
}
