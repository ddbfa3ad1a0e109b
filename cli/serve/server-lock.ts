import path from 'node:path'
import { lockFile, type ProcessLock } from '../../files/own/process-lock.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { checkDatabaseIn } from '../../db/engine/data-folder.js'
import { makeFolder } from '../../make-folder.js'
import { CommandError } from '../terminal/explain.js'

/**
 * Locks a data folder for one server. Commands may run at the same time, but not two servers: each would count sign-in
 * attempts and upload space separately, and wait for the other's writes. The lock is released when the process ends,
 * even if it is killed.
 *
 * @throws CommandError while another server has the lock. NoCollectionError if `mustExist` is set and there is no
 *   collection; then no lock file is created.
 */
export function lockServer ({ data, database, mustExist }: Settings): ProcessLock {
  if (mustExist && database === '') checkDatabaseIn(data)
  makeFolder(data)
  const lock = claimFolder(data)
  if (lock !== undefined) return lock
  throw new CommandError(
    `Another server, or the import that fills it, is running on ${data}. ` +
    'Stop it first, or choose another folder with --data.'
  )
}

/** Locks a data folder against servers. @returns undefined while a server is running on it. */
export function claimFolder (data: string): ProcessLock | undefined {
  return lockFile(path.join(data, 'server.lock'))
}
