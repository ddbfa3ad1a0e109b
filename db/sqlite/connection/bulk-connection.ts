import type Sqlite from 'better-sqlite3'
import { openFile } from './driver.js'
import { BUSY_TIMEOUT_MS } from './busy-timeout.js'

/**
 * A separate connection for statements that sort or copy very many rows: what does not fit into its cache goes to
 * temporary files instead of memory. It does not checkpoint the write-ahead log; another connection does.
 *
 * @param file path of the database. The caller closes the connection.
 */
export function bulkConnection (file: string): Sqlite.Database {
  const driver = openFile(file, { timeout: BUSY_TIMEOUT_MS })
  driver.pragma('temp_store = FILE')
  driver.pragma('wal_autocheckpoint = 0')
  return driver
}
