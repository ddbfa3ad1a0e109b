import type { Connection } from '../../../db/sqlite/connection/connection.js'
import type { Check, CheckContext } from './fault.js'

/** What checks of a database in a file are given in addition. */
export interface FileCheckContext extends CheckContext { snapshot: Connection }

/** A check of what only a file has. */
export type FileCheck = Check<FileCheckContext>
