import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** What other users of this computer may not read. */
const FOLDER_MODE = 0o700

/**
 * Makes a folder with those above it that are missing. Node's own `mkdir` with `recursive` never ends below a folder
 * that takes none and answers ENOENT, such as `/proc`.
 *
 * @throws a system error (with `code`) when it cannot be made.
 */
export function makeFolder (folder: string): void {
  const whole = path.resolve(folder)
  if (isFolder(whole)) return
  makeFolder(path.dirname(whole))
  try {
    mkdirSync(whole, { mode: FOLDER_MODE })
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(whole)) throw error
  }
}

function isFolder (file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}
