import { lstatSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { FILE_FOLDERS } from '../../../files/stored-files.js'
import { CRATE_METADATA } from './metadata.js'

/** What is at the path of a target: nothing; a file or an earlier export, which may be replaced; or something else. */
type Found = 'nothing' | 'replaceable' | 'foreign'

export async function foundAt (name: string): Promise<Found> {
  const found = lstatSync(name, { throwIfNoEntry: false })
  if (found === undefined) return 'nothing'
  return found.isDirectory() && !isExported(await readdir(name)) ? 'foreign' : 'replaceable'
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
