import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import { openFile } from '../connection/driver.js'

/**
 * Positions for each millisecond since 1970: more than are ever given in one, so that positions after a restore are
 * above all that were given before, also after an earlier restore of the same backup. Safe integers until 2255.
 */
const PACE = 1000

/**
 * Gives the log of changes in a restored data folder another name, and lets it go on far above: who was told what was
 * after the moment of the backup is noticed (tables/resource-changes.ts). Nothing else may have the database open. One
 * of a version without the log, or none, is left as it is.
 *
 * @throws when the database cannot be written.
 */
export function noteRestore (folder: string): void {
  const driver = openFile(path.join(folder, 'vitrine.db'))
  try {
    if (hasTable(driver, 'change_log')) driver.transaction(goOn)(driver)
  } finally {
    driver.close()
  }
}

function goOn (driver: Sqlite.Database): void {
  const log = driver.prepare('SELECT epoch, position FROM change_log').get()
  const { epoch, position } = log as { epoch: string, position: number }
  const start = Math.max(position + 1, Date.now() * PACE)
  const name = randomBytes(8).toString('hex')
  driver.prepare("UPDATE change_log SET epoch = ?, position = ?, gaps = json_insert(gaps, '$[#]', json(?))")
    .run(name, start, JSON.stringify({ after: position, before: start }))
  // Webhooks know only what is in the same database: they go on where they were.
  if (hasTable(driver, 'webhook')) driver.prepare('UPDATE webhook SET epoch = ? WHERE epoch = ?').run(name, epoch)
}

function hasTable (driver: Sqlite.Database, name: string): boolean {
  return driver.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined
}
