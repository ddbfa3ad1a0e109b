import type Sqlite from 'better-sqlite3'

/** Rows of each index that are looked at: enough to choose between indexes, and read in milliseconds. */
const SAMPLE = 1000

/** All tables but those that virtual ones consist of: SQLite would count these, the largest of all, row by row. */
const TABLES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'"

/**
 * Updates the statistics by which the query planner chooses indexes. A transaction of its own takes the lock before it
 * reads: SQLite would not wait for others who write afterwards.
 */
export function refreshStatistics (driver: Sqlite.Database): void {
  driver.pragma(`analysis_limit = ${SAMPLE}`)
  driver.transaction(() => {
    for (const table of driver.prepare(TABLES).pluck().all()) driver.exec(`ANALYZE main."${table as string}"`)
  }).immediate()
}

/** The same where there are some: a planner that knows only some of the indexes chooses badly. */
export function completeStatistics (driver: Sqlite.Database): void {
  const present = driver.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get()
  if (present !== undefined) refreshStatistics(driver)
}
