import path from 'node:path'
import { packageFolder } from '../../package.js'

/** Folder of the migrations. */
export const MIGRATIONS = path.join(packageFolder, 'db', 'migrations')
