import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** On a full disk writes are refused, but everything can be read: the folder is well. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** A file cannot be made in the folder. */
export class UnwritableFolderError extends Error {
  constructor (readonly folder: string, cause: NodeJS.ErrnoException) {
    super(`${folder} cannot be written (${cause.code ?? cause.message})`, { cause })
    this.name = 'UnwritableFolderError'
  }
}

/** Makes and removes a file in each folder. @throws UnwritableFolderError for the first that takes none. */
export async function probeFolders (folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const file = path.join(folder, `.probe-${randomBytes(8).toString('hex')}`)
    try {
      await writeFile(file, '', { flag: 'wx', mode: 0o600 })
    } catch (error) {
      const cause = error as NodeJS.ErrnoException
      if (!FULL.has(cause.code ?? '')) throw new UnwritableFolderError(folder, cause)
    }
    await rm(file, { force: true })
  }
}
