import { lstatSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { FILE_FOLDERS } from '../../../files/stored-files.js'
import { CRATE_METADATA } from './metadata.js'

/**
 * Checks that writing a file or folder overwrites nothing unexpected.
 * @param force replace a file, or a folder that an earlier export created.
 * @throws an error whose message is a sentence for the user.
 */
export async function checkReplaceable (name: string, force: boolean): Promise<void> {
  const found = lstatSync(name, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isDirectory() && !isExported(await readdir(name))) {
    throw new Error(`${name} already exists, and is not an earlier export.`)
  }
  if (!force) throw new Error(`${name} already exists. --force replaces it.`)
}

/** Whether a folder with these entries is a crate, or contains only stored files. */
function isExported (entries: readonly string[]): boolean {
  const folders: readonly string[] = FILE_FOLDERS
  return entries.includes(CRATE_METADATA) || entries.every((entry) => folders.includes(entry))
}

/** Replaces a file or folder with another, and removes the old one only when the new one is in place. */
export async function replace (from: string, to: string): Promise<void> {
  const old = `${from}-old`
  if (lstatSync(to, { throwIfNoEntry: false })?.isDirectory() === true) {
    await rename(to, old)
    await rename(from, to)
    await rm(old, { recursive: true, force: true })
  } else {
    await rename(from, to)
  }
}
