import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDiskFull } from './disk-full.js'

/** No file can be created in the folder. */
export class UnwritableFolderError extends Error {
  constructor (readonly folder: string, cause: NodeJS.ErrnoException) {
    super(`${folder} cannot be written (${cause.code ?? cause.message})`, { cause })
    this.name = 'UnwritableFolderError'
  }
}

/** Creates and removes a file in each folder. @throws UnwritableFolderError for the first folder where this fails. */
export async function probeFolders (folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const file = path.join(folder, `.probe-${randomBytes(8).toString('hex')}`)
    try {
      await writeFile(file, '', { flag: 'wx', mode: 0o600 })
    } catch (error) {
      // A full disk refuses writes, but everything can be read.
      if (!isDiskFull(error)) throw new UnwritableFolderError(folder, error as NodeJS.ErrnoException)
    }
    await rm(file, { force: true })
  }
}
