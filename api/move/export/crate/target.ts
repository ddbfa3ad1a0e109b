import { lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { FILE_FOLDERS } from '../../../files/stored-files.js'
import { CRATE_METADATA } from './metadata.js'

/** Something is there already, and is not to be replaced. */
export class TargetExistsError extends Error {
  /** @param isReplaceable whether it would be, when asked for. */
  constructor (readonly path: string, readonly isReplaceable: boolean) {
    super(`${path} is there already${isReplaceable ? '.' : ', and is no earlier export.'}`)
    this.name = 'TargetExistsError'
  }
}

/**
 * Makes sure that a file or folder can be written without losing anything.
 *
 * @param force replace a file, or a folder that an earlier export has made.
 * @throws TargetExistsError
 */
export async function checkReplaceable (name: string, force: boolean): Promise<void> {
  if (!await exists(name)) return
  const isReplaceable = !(await lstat(name)).isDirectory() || isExported(await readdir(name))
  if (!force || !isReplaceable) throw new TargetExistsError(name, isReplaceable)
}

/** Whether a folder with these entries is a crate, or has nothing but stored files. */
function isExported (entries: readonly string[]): boolean {
  const folders: readonly string[] = FILE_FOLDERS
  return entries.includes(CRATE_METADATA) || entries.every((entry) => folders.includes(entry))
}

/** Puts a file or folder in the place of another, which is removed only when the new one is there. */
export async function replace (from: string, to: string): Promise<void> {
  const old = `${from}-old`
  if (await exists(to) && (await lstat(to)).isDirectory()) {
    await rename(to, old)
    await rename(from, to)
    await rm(old, { recursive: true, force: true })
  } else {
    await rename(from, to)
  }
}

async function exists (name: string): Promise<boolean> {
  try {
    await lstat(name)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Waits until a file is on the disk. */
export async function flush (name: string): Promise<void> {
  const file = await open(name)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
