import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { lockFile, type ProcessLock } from '../files/own/process-lock.js'
import { CommandError } from './explain.js'

/**
 * Claims a data folder for one server. Commands may run beside it; two servers would each count attempts to sign in
 * and the space of uploads by themselves, and wait for each other's writes.
 *
 * @throws CommandError while another server has it. It is free as soon as that process ends, however it ends.
 */
export function lockServer (data: string): ProcessLock {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const lock = lockFile(path.join(data, 'server.lock'))
  if (lock !== undefined) return lock
  throw new CommandError(`Another server is running on ${data}. Stop it first, or choose another folder with --data.`)
}
