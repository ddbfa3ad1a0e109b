import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { lockFile, type ProcessLock } from '../files/own/process-lock.js'
import { CommandError } from './explain.js'

/**
 * Claims a data folder for one server. Commands may run at the same time, but not two servers: each would count
 * sign-in attempts and upload space separately, and wait for the other's writes.
 *
 * @throws CommandError while another server has the lock, which is released when its process ends, however it ends.
 */
export function lockServer (data: string): ProcessLock {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const lock = claimFolder(data)
  if (lock !== undefined) return lock
  throw new CommandError(
    `Another server, or the import that fills it, is running on ${data}. ` +
    'Stop it first, or choose another folder with --data.'
  )
}

/** Keeps servers off a data folder; undefined while one is running. */
export function claimFolder (data: string): ProcessLock | undefined {
  return lockFile(path.join(data, 'server.lock'))
}
