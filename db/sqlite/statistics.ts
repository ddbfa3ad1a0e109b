import type Sqlite from 'better-sqlite3'

/** Rows of each index that are looked at: enough to choose between indexes, and read in milliseconds. */
const SAMPLE = 1000

/** Updates the statistics by which the query planner chooses indexes. */
export function refreshStatistics (driver: Sqlite.Database): void {
  driver.pragma(`analysis_limit = ${SAMPLE}`)
  driver.exec('ANALYZE')
}

/** The same where there are some: a planner that knows only some of the indexes chooses badly. */
export function completeStatistics (driver: Sqlite.Database): void {
  const present = driver.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get()
  if (present !== undefined) refreshStatistics(driver)
}
