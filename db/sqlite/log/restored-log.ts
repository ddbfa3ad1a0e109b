import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import { openFile } from '../connection/driver.js'

/**
 * Positions per millisecond since 1970: more than are ever used in one, so that positions after a restore exceed all
 * earlier ones, even after an earlier restore of the same backup. Safe integers until 2255.
 */
const POSITIONS_PER_MS = 1000

/**
 * Renames the change log in a restored data folder and continues its positions far above. Clients that had read
 * changes after the moment of the backup can thus be recognized (tables/resource-changes.ts). No other connection may
 * be open. A database without the log, of an older version, is left unchanged.
 *
 * @throws if the database cannot be written.
 */
export function noteRestore (folder: string): void {
  const driver = openFile(path.join(folder, 'vitrine.db'))
  try {
    if (hasTable(driver, 'change_log')) driver.transaction(continueLog)(driver)
  } finally {
    driver.close()
  }
}

function continueLog (driver: Sqlite.Database): void {
  const log = driver.prepare('SELECT epoch, position FROM change_log').get()
  const { epoch, position } = log as { epoch: string, position: number }
  const start = Math.max(position + 1, Date.now() * POSITIONS_PER_MS)
  const name = randomBytes(8).toString('hex')
  driver.prepare("UPDATE change_log SET epoch = ?, position = ?, gaps = json_insert(gaps, '$[#]', json(?))")
    .run(name, start, JSON.stringify({ after: position, before: start }))
  // Webhooks were restored with the database, so they continue from their own position.
  if (hasTable(driver, 'webhook')) driver.prepare('UPDATE webhook SET epoch = ? WHERE epoch = ?').run(name, epoch)
}

function hasTable (driver: Sqlite.Database, name: string): boolean {
  return driver.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined
}
