import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'

/**
 * better-sqlite3 13 crashes on Node 20, whose Node-API is too old for it, and 12 crashes on Node 24 when a thread ends.
 * npm installs the one that fits: both are optional dependencies that name the versions of Node they are for.
 */
const IS_NODE_20 = Number(process.versions.node.split('.')[0]) < 22
const PACKAGE = IS_NODE_20 ? 'vitrine-sqlite-for-node-20' : 'better-sqlite3'

const Driver = load()

function load (): typeof Sqlite {
  try {
    return createRequire(import.meta.url)(PACKAGE) as typeof Sqlite
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    const version = IS_NODE_20 ? '12.11.1' : '13'
    throw new Error(
      `The SQLite driver for Node ${process.versions.node} is not installed. Run: npm install better-sqlite3@${version}`
    )
  }
}

export const { SqliteError } = Driver

/**
 * Opens a database file.
 *
 * @throws an error of SQLite (`code`: `SQLITE_CANTOPEN`, …), or one that says how to install the driver.
 */
export function openFile (file: string, options?: Sqlite.Options): Sqlite.Database {
  return new Driver(file, options)
}
