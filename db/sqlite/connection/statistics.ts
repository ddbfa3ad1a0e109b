import type Sqlite from 'better-sqlite3'

/** Rows of each index that are sampled: enough to choose between indexes, and read in milliseconds. */
const SAMPLE_ROWS = 1000

/**
 * All tables except the ones that implement virtual tables: SQLite would count the rows of these, the largest of all,
 * one by one.
 */
const TABLES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'"

/**
 * Updates the statistics by which the query planner chooses indexes. A transaction of its own takes the lock before it
 * reads: SQLite would not wait for others who write afterwards.
 */
export function refreshStatistics (driver: Sqlite.Database): void {
  driver.pragma(`analysis_limit = ${SAMPLE_ROWS}`)
  driver.transaction(() => {
    for (const table of driver.prepare(TABLES).pluck().all()) driver.exec(`ANALYZE main."${table as string}"`)
  }).immediate()
}

/** Updates the statistics if there are any: a planner that knows only some of the indexes chooses badly. */
export function completeStatistics (driver: Sqlite.Database): void {
  const present = driver.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get()
  if (present !== undefined) refreshStatistics(driver)
}
