import type { Connection } from '../../../db/sqlite/connection/connection.js'
import type { Check, CheckContext } from './fault.js'

/**
 * Input of a check of what only a database in a file has. Not in fault.ts, because the published types, which lead
 * there, must not lead to the SQLite driver.
 */
export interface FileCheckContext extends CheckContext { snapshot: Connection }

export type FileCheck = Check<FileCheckContext>
